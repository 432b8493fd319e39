interface Part {
  text: string;
  /** Set for a part that is an address. */
  url?: string;
}

const address = /https?:\/\/[^\s<>"'\u2018-\u201f]+/gi;

/**
 * Without punctuation at the end of the sentence; a bracket that opens within an address closes
 * within it.
 */
function withoutEnding(found: string): string {
  const endings = found.includes('(') ? '.,:;!?]}' : '.,:;!?)]}';
  let end = found.length;
  while (endings.includes(found.charAt(end - 1))) end -= 1;
  return found.slice(0, end);
}

/** Splits a text into the web addresses written out in it and the text between them. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutEnding(found);
    if (!URL.canParse(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: url, url });
    end = index + url.length;
  }
  return end < text.length ? [...parts, { text: text.slice(end) }] : parts;
}
