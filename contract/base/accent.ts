import { inkOn, mixColours, readableOn, unreadableOn } from '#contract/platform/colours.ts';

/** The backgrounds of text in each theme, card and paper, as in web/ui/styles.css. */
const pageGrounds = { light: ['fffdf7', 'fbf5e9'], dark: ['18281f', '0f1b15'] } as const;

/** The colours that take the place of amber, from the site's own colour as `f4a91c`. */
export function accentColours(theme: keyof typeof pageGrounds, accent: string) {
  const [card, paper] = pageGrounds[theme];
  const soft = mixColours(accent, card, 0.78);
  return {
    accent,
    'accent-strong': mixColours(accent, unreadableOn(accent), 0.15),
    'accent-soft': soft,
    'accent-ink': readableOn(accent, [soft, card, paper]),
    'on-accent': inkOn(accent),
  };
}

/** Returns the rules of the page for the site's own colour, as `#f4a91c`; nothing for a blank one. */
export function accentStyle(accent: string): string {
  if (accent === '') return '';
  const rules = (theme: keyof typeof pageGrounds) =>
    Object.entries(accentColours(theme, accent.slice(1)))
      .map(([name, value]) => `--color-${name}:#${value}`)
      .join(';');
  return `:root{${rules('light')}}@media screen and (prefers-color-scheme:dark){:root{${rules('dark')}}}`;
}
