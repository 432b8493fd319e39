import unhomoglyph from 'unhomoglyph';
import { normalized } from '#contract/platform/values.ts';

/**
 * Returns the skeleton of UTS #39, whose letters stand for all that look like them ('I', 'l' and
 * '1'; 'Α', 'А' and 'A'), whatever the case, the accents, and what stands between the words.
 */
export function skeletonOf(text: string): string {
  const bare = unhomoglyph(normalized(text, 'NFKD').replace(/[\p{M}\p{Cf}]/gu, '')).toLowerCase();
  return unhomoglyph(bare)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l');
}
