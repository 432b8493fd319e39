import { drawCover } from './draw.ts';
import { coverCategories, coverUrl, coverVariants } from '#web/ui/cover-url.ts';

export function allCovers(): { path: string; svg: string }[] {
  return Array.from({ length: coverCategories * coverVariants }, (_, index) => {
    const category = 1 + Math.floor(index / coverVariants);
    const seed = index % coverVariants;
    return { path: coverUrl(category, seed), svg: drawCover(category, seed) };
  });
}
