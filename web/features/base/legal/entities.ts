import { sitePolicy } from '#web/ui/trusted-types.ts';

let decodingArea: HTMLTextAreaElement | undefined;

/**
 * Returns the character of a name such as `pound`; undefined for an unknown one. Takes the place of
 * markdown-to-jsx's own decoder, which the content policy stops: it knows no trusted types.
 */
export function decodeEntity(name: string): string | undefined {
  decodingArea ??= document.createElement('textarea');
  const html = `&${name};`;
  decodingArea.innerHTML = sitePolicy()?.createHTML(html) ?? html;
  return decodingArea.value === html ? undefined : decodingArea.value;
}

/** Empty, as in the library's own decoder for browsers. */
export const NAMED_CODES_TO_UNICODE = {};
