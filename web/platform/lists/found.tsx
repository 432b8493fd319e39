import type { InfiniteData } from '@tanstack/react-query';
import { nextCursor, type PageOf } from '#web/platform/data/queries.ts';

interface FoundProps {
  list: InfiniteData<PageOf<unknown>> | undefined;
  /** '1 free event', '6 free events': the words for a number of them. */
  words: (count: number) => string;
}

/** Says above a filtered list what was found, and by which filters; an empty list says so itself. */
export function Found({ list, words }: FoundProps) {
  const count = list?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const told = count === 0 ? '' : nextCursor(list) ? `More than ${words(count)}` : words(count);
  return (
    <h2 dir="auto" aria-live="polite" className={told ? 'mb-4 text-xl' : 'sr-only'}>
      {told || 'Results'}
    </h2>
  );
}
