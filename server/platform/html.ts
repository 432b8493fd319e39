const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const specialCharacters =
  /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * Escapes text for HTML or XML, in an element or a quoted attribute. It drops characters that XML
 * 1.0 doesn't allow: rows of older versions contain some, and a single one makes a whole feed
 * unreadable.
 */
export const escapeHtml = (text: string) =>
  text.replace(specialCharacters, (sign) => entities[sign] ?? '');

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
  new Html(strings.map((string, index) => string + partText(parts[index])).join(''));

function partText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(partText).join('');
  return part === undefined ? '' : escapeHtml(String(part));
}
