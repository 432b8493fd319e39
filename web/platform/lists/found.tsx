import type { InfiniteData } from '@tanstack/react-query';
import { nextCursor, type PageOf } from '#web/platform/data/queries.ts';

interface FoundProps {
  list: InfiniteData<PageOf<unknown>> | undefined;
  /** Describes a count: '1 free event', '6 free events'. */
  words: (count: number) => string;
}

/** The heading of a filtered list, with the number found. An empty list has its own message. */
export function Found({ list, words }: FoundProps) {
  const count = list?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const summary = count === 0 ? '' : nextCursor(list) ? `More than ${words(count)}` : words(count);
  return (
    <h2 dir="auto" aria-live="polite" className={summary ? 'mb-4 text-xl' : 'sr-only'}>
      {summary || 'Results'}
    </h2>
  );
}
