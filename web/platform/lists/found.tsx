import { useQuery, type InfiniteData, type UseQueryOptions } from '@tanstack/react-query';
import type { Count } from '#contract/platform/values.ts';
import { nextCursor, type PageOf } from '#web/platform/data/queries.ts';

interface FoundProps {
  list: InfiniteData<PageOf<unknown>> | undefined;
  /** Counts all pages of the list; it is read where more can be loaded. */
  count: UseQueryOptions<Count, Error, Count, readonly [url: string]>;
  /** Describes a count: '1 free event', '6 free events'. */
  words: (count: number) => string;
}

/** The heading of a filtered list, with the number found. An empty list has its own message. */
export function Found({ list, count, words }: FoundProps) {
  const shown = list?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const hasMore = nextCursor(list) !== undefined;
  const { data: counted } = useQuery({ ...count, enabled: hasMore });
  const found = hasMore ? (counted ?? { count: shown, orMore: true }) : { count: shown };
  const summary = found.count === 0 ? '' : countInWords(found, words);
  return (
    <h2 dir="auto" aria-live="polite" className={summary ? 'mb-4 text-xl' : 'sr-only'}>
      {summary || 'Results'}
    </h2>
  );
}

const countInWords = ({ count, orMore }: Count, words: FoundProps['words']) =>
  orMore ? `More than ${words(count)}` : words(count);
