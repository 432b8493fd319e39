import type { EmbedTheme } from '#contract/events/embed-paths.ts';
import { inkOn, readableOn } from '#contract/platform/colours.ts';

/** The site's own colours in each theme, copied from web/ui/styles.css. */
const themeColours = {
  light: {
    paper: 'fbf5e9',
    card: 'fffdf7',
    ink: '14231b',
    muted: '52615a',
    line: 'e2d6bf',
    edge: '80867a',
    leaf: 'fdeecb',
    'on-leaf': '14231b',
    bad: 'fae0d6',
    'on-bad': 'a02a1a',
    good: 'dcead0',
    'on-good': '23602f',
    link: '0e4f39',
    band: 'f4a91c',
  },
  dark: {
    paper: '0f1b15',
    card: '18281f',
    ink: 'f1eadb',
    muted: 'aab6aa',
    line: '31443a',
    edge: '7c8d81',
    leaf: 'f3e9d3',
    'on-leaf': '14231b',
    bad: '40190f',
    'on-bad': 'ffa893',
    good: '193822',
    'on-good': 'a2dcae',
    link: '8ed3ab',
    band: 'f6b73c',
  },
};

/**
 * Returns all colours of a theme. The other site's own colour is used unchanged on the leaves, and
 * for text in the nearest readable shade.
 */
export function coloursIn(theme: keyof typeof themeColours, accent: string | undefined) {
  const own = themeColours[theme];
  const band = accent ?? own.band;
  const link = accent === undefined ? own.link : readableOn(accent, [own.paper, own.card]);
  return { ...own, link, band, 'on-band': inkOn(band) };
}

function colourProperties(theme: keyof typeof themeColours, accent: string | undefined): string {
  const colours = Object.entries(coloursIn(theme, accent));
  return `:root{color-scheme:${theme};${colours.map(([name, colour]) => `--${name}:#${colour}`).join(';')}}`;
}

const buntingFlags = (colour: string, at: number) =>
  `conic-gradient(from -38deg at 50% 100%,var(--${colour}) 76deg,transparent 0) ${at}px 0/36px 12px`;

const layoutCss = `
*{box-sizing:border-box}
html{background:var(--paper);-webkit-text-size-adjust:100%}
body{display:flow-root;margin:0;color:var(--ink);font:1rem/1.45 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
.bunting{height:12px;border-top:2px solid var(--edge);background:${buntingFlags('band', 0)} repeat-x,${buntingFlags('link', 18)} repeat-x}
main{padding:.75rem 1rem 1rem}
h1{margin:0 0 .75rem;font-size:1.25rem;line-height:1.25;text-wrap:balance}
h2{margin:0;font-size:1.0625rem;line-height:1.3}
p{margin:0}
a{color:var(--link);text-underline-offset:3px}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:2px}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.75rem;margin:0;padding:0;list-style:none}
li{position:relative;display:flex;gap:.75rem;padding:.75rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
li>div:last-child{min-width:0;flex:1}
li a{text-decoration:none}
li:hover a{text-decoration:underline}
li a::after{content:'';position:absolute;inset:0;border-radius:.75rem}
li a:focus-visible{outline:0}
li a:focus-visible::after{outline:3px solid var(--link);outline-offset:2px}
.leaf{flex:none;display:flex;flex-direction:column;align-self:flex-start;width:3.25rem;overflow:hidden;border-radius:.625rem;background:var(--leaf);color:var(--on-leaf);text-align:center;font-weight:700;line-height:1}
.leaf b{padding:.3rem 0;background:var(--band);color:var(--on-band);font-size:.75rem;text-transform:uppercase}
.leaf i{padding:.35rem 0 .1rem;font-size:1.375rem;font-style:normal}
.leaf span{padding-bottom:.4rem;font-size:.75rem}
time{font-weight:600}
.where{color:var(--muted);font-size:.9375rem}
.marks{display:flex;flex-wrap:wrap;gap:.375rem;margin-top:.375rem;font-size:.8125rem;font-weight:600}
.marks span{padding:.0625rem .5rem;border:1px solid var(--line);border-radius:.375rem;color:var(--muted)}
.marks .off{border-color:transparent;background:var(--bad);color:var(--on-bad)}
.marks .free{border-color:transparent;background:var(--good);color:var(--on-good)}
.off-title{text-decoration:line-through}
.more{margin-top:.875rem;font-weight:600}
.said{margin-bottom:.75rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(forced-colors:active){.leaf,.marks span{border:1px solid}}`;

/** The whole stylesheet of the embedded page. */
export function styleFor(theme: EmbedTheme, accent: string | undefined): string {
  if (theme !== 'auto') return colourProperties(theme, accent) + layoutCss;
  const dark = colourProperties('dark', accent);
  return `${colourProperties('light', accent)}@media(prefers-color-scheme:dark){${dark}}${layoutCss}`;
}
