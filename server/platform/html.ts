import { escapeHtml } from './escape.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | undefined | readonly Part[];

/** Builds HTML from a template: it escapes texts, and inserts HTML as it is. */
export const markup = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((string, index) => string + written(parts[index])).join(''));

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(written).join('');
  return part === undefined ? '' : escapeHtml(String(part));
}
