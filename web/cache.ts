import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Event, EventCard } from '../contract/events.ts';
import type { Group, GroupCard } from '../contract/groups.ts';

interface Kinds {
  event: Event | EventCard;
  group: Group | GroupCard;
}

/** The reads whose answers hold events, or groups, alone or in lists. */
const addresses: Record<keyof Kinds, RegExp> = {
  event: /^\/api\/(events(\?|$|\/\d+$|\/group\/)|user\/events)/,
  group: /^\/api\/(groups(\?|$|\/\d+$)|user\/groups)/,
};

/** Puts every answer back as it was. */
export type Undo = () => void;

/** Changes one event or group wherever the cache holds it, ahead of the server's word. */
export function patchCached<K extends keyof Kinds>(
  client: QueryClient,
  kind: K,
  id: number,
  change: (item: Kinds[K]) => Partial<Kinds[K]>,
): Undo {
  const before: [QueryKey, unknown][] = [];
  const holding = {
    predicate: ({ queryKey }: { queryKey: QueryKey }) => addresses[kind].test(String(queryKey[0])),
  };
  for (const [key, data] of client.getQueriesData({ ...holding })) {
    if (data === undefined) continue;
    const patched = patch(data, id, change);
    if (patched === data) continue;
    before.push([key, data]);
    client.setQueryData(key, patched);
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
  return replaced.some((item, place) => item !== items[place]) ? replaced : items;
}

function replaceIn<D extends object>(data: D, name: keyof D, value: unknown): D {
  return data[name] === value ? data : { ...data, [name]: value };
}
