import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PageOf } from '../data/api.ts';
import { lazyPart } from '../router/lazy-part.tsx';
import { nextCursor } from '../data/queries.ts';
import { cardGrid } from '../../ui/card.tsx';
import { LoadMore } from '../../ui/load-more.tsx';

const ListUnavailable = lazyPart(async () => ({
  default: (await import('../../ui/list-unavailable.tsx')).ListUnavailable,
}));

/** For lists that are waited for; none is on a first page. */
export const CardSkeletons = lazyPart(() => import('./card-skeletons.tsx'));

interface CardListProps<Item> {
  kind: 'event' | 'group';
  list: Pick<
    UseInfiniteQueryResult<InfiniteData<PageOf<Item>>>,
    'data' | 'isPending' | 'isError' | 'isFetchingNextPage' | 'fetchNextPage' | 'refetch'
  >;
  /** How many skeletons stand for the first page. */
  skeletons: number;
  card: (item: Item, place: number) => ReactNode;
  empty: ReactNode;
  /** What the button says; without it the list is not made longer here. */
  more?: string;
  /** The page's address from a cursor on: where 'more' leads before JavaScript has arrived. */
  moreHref?: (cursor: string) => string;
  className?: string;
}

/** Cards page by page, with what stands there while they come, when there are none, and when they can't be had. */
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
  if (list.isError && !list.data) return <ListUnavailable onRetry={() => void list.refetch()} />;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return empty;
  const cursor = nextCursor(list.data);
  return (
    <>
      <ul className={className}>
        {items.map((item, place) => (
          <li key={item.id} className="grid grid-cols-1">
            {card(item, place)}
          </li>
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
