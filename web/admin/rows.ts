import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageOf } from '../api.ts';
import { refresh } from '../queries.ts';

type Lists = InfiniteData<PageOf<{ id: unknown }>>;
type ListOf =
  | '/api/admin/users'
  | '/api/admin/groups'
  | '/api/admin/events'
  | '/api/admin/comments'
  | '/api/admin/held-comments';

/** Puts every list back as it was. */
export type Undo = () => void;

/**
 * Changes a row in every list of the desk that holds it, or takes it out where `change` answers nothing, so
 * that a list of many pages keeps its place on the screen.
 */
export function changeRow<Row extends { id: unknown }>(
  client: QueryClient,
  list: ListOf,
  id: Row['id'],
  change: (row: Row) => Row | undefined,
): Undo {
  const holding = {
    predicate: ({ queryKey }: { queryKey: QueryKey }) =>
      String(queryKey[0]).split('?')[0] === list && queryKey[1] === 'pages',
  };
  const before = client.getQueriesData<Lists>(holding);
  client.setQueriesData<Lists>(
    holding,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          items: page.items.flatMap((row) => (row.id === id ? (change(row as Row) ?? []) : [row])),
        })),
      },
  );
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/** What the rest of the site shows is read again, and the numbers above the tabs. */
export const refreshSite = (client: QueryClient) =>
  refresh(
    client,
    '/api/admin/summary',
    '/api/admin/analytics',
    '/api/admin/audit',
    '/api/events',
    '/api/groups',
    '/api/user/',
  );
