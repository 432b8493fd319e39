import unhomoglyph from 'unhomoglyph';
import { normalise } from '#contract/platform/clean-text.ts';

/**
 * Returns the skeleton of UTS #39, in which look-alike letters are equal ('I', 'l' and '1'; 'Α',
 * 'А' and 'A'), ignoring case, accents and the characters between words.
 */
export function skeletonOf(text: string): string {
  const bare = unhomoglyph(normalise(text, 'NFKD').replace(/[\p{M}\p{Cf}]/gu, '')).toLowerCase();
  return unhomoglyph(bare)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l');
}
