import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { nextCursor, type PageOf } from '#web/platform/data/queries.ts';
import { cardGrid } from '#web/ui/card.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { CardSkeletons, type CardKind } from '#web/ui/card-skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

interface CardListProps<Item> {
  kind: CardKind;
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>,
    'data' | 'error' | 'isPending' | 'isError' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'
  >;
  /** The number of skeletons while the first page loads. */
  skeletons: number;
  card: (item: Item, index: number) => ReactNode;
  empty: ReactNode;
  /** The button's label. Without it, the list doesn't load more. */
  more?: string;
  /** Builds the address of the page at a cursor, for the button without JavaScript. */
  moreHref?: (cursor: string) => string;
  className?: string;
}

/** A paged list of cards with its loading, empty and error states. */
export function CardList<Item extends { id: number }>({
  kind,
  list,
  skeletons,
  card,
  empty,
  more,
  moreHref,
  className = cardGrid,
}: CardListProps<Item>) {
  if (list.isPending) return <CardSkeletons kind={kind} count={skeletons} className={className} />;
  if (list.isError && !list.data)
    return <LoadFailure what="This list" error={list.error} onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return empty;
  const cursor = nextCursor(list.data);
  return (
    <>
      <ul className={className}>
        {items.map((item, index) => (
          <li key={item.id}>{card(item, index)}</li>
        ))}
      </ul>
      {cursor && more && moreHref && (
        <LoadMore
          className="mt-10"
          href={moreHref(cursor)}
          label={more}
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}
