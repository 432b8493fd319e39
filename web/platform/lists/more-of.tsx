import type { ComponentProps } from 'react';
import { LoadMore } from '#web/ui/load-more.tsx';

interface MoreOfProps extends Omit<ComponentProps<typeof LoadMore>, 'busy' | 'onMore'> {
  list: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<unknown>;
  };
  /** Called in place of loading the next page. */
  onMore?: () => void;
}

/** The button below a list that loads its next page, while there is one. */
export const MoreOf = ({ list, ...button }: MoreOfProps) =>
  list.hasNextPage && (
    <LoadMore busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} {...button} />
  );
