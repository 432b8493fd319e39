import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageOf } from './queries.ts';
import type { CachedKind } from './known.ts';

/** Puts every answer back as it was. */
export type Undo = () => void;

/** Changes one item wherever the cache holds it, ahead of the server's word. */
export function patchCached<Item>(
  client: QueryClient,
  { address }: CachedKind<Item>,
  id: number,
  change: (item: Item) => Partial<Item>,
): Undo {
  return changeAnswers(
    client,
    (asked) => address.test(asked),
    (data) => patch(data, id, change),
  );
}

/**
 * Changes a row in every list at the address of `list` that holds it, or takes it out where `change` answers
 * nothing, so that a list of many pages keeps its place on the screen.
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
  isMeant: (address: string, paged: boolean) => boolean,
  change: (data: Answer) => Answer,
): Undo {
  const before: [QueryKey, Answer][] = [];
  const predicate = ({ queryKey }: { queryKey: QueryKey }) =>
    isMeant(String(queryKey[0]), queryKey[1] === 'pages');
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

function patch<Item>(data: unknown, id: number, change: (item: Item) => Partial<Item>): unknown {
  if (Array.isArray(data)) return replaceChanged(data, (each: unknown) => patch(each, id, change));
  if (typeof data !== 'object' || data === null) return data;
  if ('pages' in data && Array.isArray(data.pages))
    return replaceIn(data, 'pages', patch(data.pages, id, change));
  if ('items' in data && Array.isArray(data.items))
    return replaceIn(data, 'items', patch(data.items, id, change));
  return 'id' in data && data.id === id ? { ...data, ...change(data as Item) } : data;
}

function replaceChanged(items: unknown[], replace: (item: unknown) => unknown): unknown[] {
  const replaced = items.map(replace);
  return replaced.some((item, index) => item !== items[index]) ? replaced : items;
}

function replaceIn<D extends object>(data: D, name: keyof D, value: unknown): D {
  return data[name] === value ? data : { ...data, [name]: value };
}
