const plain = /^[A-Za-z]+( [A-Za-z]+)*$/;

/**
 * Folds text for comparing names: without case, accents, apostrophes, hyphens and the 'ai' of
 * 'Saint'.
 */
export function fold(text: string): string {
  const letters = plain.test(text) ? text.toLowerCase() : withoutMarks(text);
  return letters.replace(/\bsaint(?= )/g, 'st').trim();
}

const withoutMarks = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
