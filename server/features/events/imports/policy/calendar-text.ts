/** Tags that programs write into descriptions. */
const tagPattern =
  /<\/?(?:html|body|p|br|div|span|a|b|i|u|em|strong|ul|ol|li|h[1-6]|table|tr|td|font)\b/i;

const htmlEntities: Partial<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  pound: '£',
  hellip: '…',
  rsquo: '’',
  lsquo: '‘',
  rdquo: '”',
  ldquo: '“',
};

/** Turns HTML into paragraphs of text; leaves other text as it is. */
export function plainText(text: string): string {
  if (!tagPattern.test(text)) return text;
  return text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/<(?:style|script)\b[^<>]*>[^<]*/gi, '')
    .replaceAll(/<li\b[^<>]*>/gi, '\n• ')
    .replaceAll(/<br\b[^<>]*>|<\/(?:div|tr|ul|ol)\s*>/gi, '\n')
    .replaceAll(/<\/(?:p|h[1-6])\s*>/gi, '\n\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(#\d{1,6}|[a-z]{2,6});/gi, decodeEntity)
    .split('\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return htmlEntities[name.toLowerCase()] ?? entity;
  const code = Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}
