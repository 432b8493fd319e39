import type { QueryClient } from '@tanstack/react-query';
import type { Event, EventCard } from '#contract/events/events.ts';
import type { Group, GroupCard } from '#contract/community/groups.ts';

export interface Kinds {
  event: Event | EventCard;
  group: Group | GroupCard;
}

/** The reads whose answers hold events, or groups, alone or in lists. */
const addresses: Record<keyof Kinds, RegExp> = {
  event: /^\/api\/(events(\?|$|\/\d+$|\/group\/)|user\/events)/,
  group: /^\/api\/(groups(\?|$|\/\d+$)|user\/groups)/,
};

export const holds = (kind: keyof Kinds, address: string): boolean =>
  addresses[kind].test(address);

/** Finds an event or group in the lists that are already loaded. */
export function knownFromLists<K extends keyof Kinds>(
  client: QueryClient,
  kind: K,
  id: number,
): Kinds[K] | undefined {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    holds(kind, String(queryKey[0]));
  for (const [, answer] of client.getQueriesData<unknown>({ predicate })) {
    const found = itemsIn<Kinds[K]>(answer).find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}

/** The items of a list, read whole or page by page. */
function itemsIn<Item>(answer: unknown): Item[] {
  if (Array.isArray(answer)) return answer as Item[];
  if (typeof answer !== 'object' || answer === null || !('pages' in answer)) return [];
  return (answer.pages as { items: Item[] }[]).flatMap(({ items }) => items);
}
