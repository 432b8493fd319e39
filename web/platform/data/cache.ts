import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageOf } from './queries.ts';
import type { CachedKind } from './known.ts';

/** Restores the cache as it was before the change. */
export type Undo = () => void;

/** Updates an item optimistically in every cached query. */
export function patchCached<Item>(
  client: QueryClient,
  { address }: CachedKind<Item>,
  id: number,
  change: (item: Item) => Partial<Item>,
): Undo {
  return changeAnswers(
    client,
    (url) => address.test(url),
    (data) => patchItem(data, id, change),
  );
}

/**
 * Changes a row in every cached list at `list`, whatever its filters, or removes it if `change`
 * returns undefined. Unlike a reload, this keeps the reader's place in a long list.
 */
export function changeRow<Row extends { id: unknown }>(
  client: QueryClient,
  list: string,
  id: Row['id'],
  change: (row: Row) => Row | undefined,
): Undo {
  return changeAnswers<InfiniteData<PageOf<Row>>>(
    client,
    (address, paged) => paged && address.split('?')[0] === list,
    (data) => ({
      ...data,
      pages: data.pages.map((page) => ({
        ...page,
        items: page.items.flatMap((row) => (row.id === id ? (change(row) ?? []) : [row])),
      })),
    }),
  );
}

function changeAnswers<Answer>(
  client: QueryClient,
  matches: (address: string, paged: boolean) => boolean,
  change: (data: Answer) => Answer,
): Undo {
  const before: [QueryKey, Answer][] = [];
  const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
    matches(String(queryKey[0]), queryKey[1] === 'pages');
  for (const [key, data] of client.getQueriesData<Answer>({ predicate })) {
    if (data === undefined) continue;
    const changed = change(data);
    if (changed === data) continue;
    before.push([key, data]);
    client.setQueryData(key, changed);
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

function patchItem<Item>(
  data: unknown,
  id: number,
  change: (item: Item) => Partial<Item>,
): unknown {
  if (Array.isArray(data))
    return replaceChanged(data, (each: unknown) => patchItem(each, id, change));
  if (typeof data !== 'object' || data === null) return data;
  if ('pages' in data && Array.isArray(data.pages))
    return replaceIn(data, 'pages', patchItem(data.pages, id, change));
  if ('items' in data && Array.isArray(data.items))
    return replaceIn(data, 'items', patchItem(data.items, id, change));
  return 'id' in data && data.id === id ? { ...data, ...change(data as Item) } : data;
}

function replaceChanged(items: unknown[], replace: (item: unknown) => unknown): unknown[] {
  const replaced = items.map(replace);
  return replaced.some((item, index) => item !== items[index]) ? replaced : items;
}

function replaceIn<D extends object>(data: D, name: keyof D, value: unknown): D {
  return data[name] === value ? data : { ...data, [name]: value };
}
