import type { QueryClient } from '@tanstack/react-query';

/** Items that several reads answer, alone or in lists, and the addresses of those reads. */
export interface CachedKind<Item> {
  address: RegExp;
  /** Exists in the type alone: tells apart kinds of different items. */
  item?: Item;
}

/** Returns the item of this id as a list has already shown it. */
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

/** The items of a list, read whole or page by page. */
function itemsIn<Item>(answer: unknown): Item[] {
  if (Array.isArray(answer)) return answer as Item[];
  if (typeof answer !== 'object' || answer === null || !('pages' in answer)) return [];
  return (answer.pages as { items: Item[] }[]).flatMap(({ items }) => items);
}
