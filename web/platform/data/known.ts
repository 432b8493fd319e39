import type { QueryClient } from '@tanstack/react-query';

/** A kind of item that several queries return, alone or in lists, with their addresses. */
export interface CachedKind<Item> {
  address: RegExp;
  /** Never set; it makes kinds of different items different types. */
  item?: Item;
}

/** Returns the item with this id if a cached list has it. */
export function knownFromLists<Item extends { id: number }>(
  client: QueryClient,
  { address }: CachedKind<Item>,
  id: number,
): Item | undefined {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    address.test(String(queryKey[0]));
  for (const [, answer] of client.getQueriesData<unknown>({ predicate })) {
    const found = itemsIn<Item>(answer).find((item) => item.id === id);
    if (found) return found;
  }
  return undefined;
}

/** Returns the items of a cached list, paged or not. */
function itemsIn<Item>(answer: unknown): Item[] {
  if (Array.isArray(answer)) return answer as Item[];
  if (typeof answer !== 'object' || answer === null || !('pages' in answer)) return [];
  return (answer.pages as { items: Item[] }[]).flatMap(({ items }) => items);
}
