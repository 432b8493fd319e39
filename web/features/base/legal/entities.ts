import { createPolicy } from '#web/ui/trusted-types.ts';

/** Accepts nothing but one named character, so that nothing in it can run. */
const policy = createPolicy('entities', {
  createHTML: (text) => (/^&\w+;$/.test(text) ? text : ''),
});

let area: HTMLTextAreaElement | undefined;

/**
 * Returns the character of a name such as `pound`; undefined for an unknown one. Takes the place of
 * markdown-to-jsx's own decoder, which the content policy stops: it knows no trusted types.
 */
export function decodeEntity(name: string): string | undefined {
  area ??= document.createElement('textarea');
  const html = `&${name};`;
  area.innerHTML = policy?.createHTML(html) ?? html;
  return area.value === html ? undefined : area.value;
}

/** Empty, as in the library's own decoder for browsers. */
export const NAMED_CODES_TO_UNICODE = {};
