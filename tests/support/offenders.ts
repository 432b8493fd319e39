/**
 * Checks a property on each item, and returns the name and failure of every one that lacks it.
 * Compare with an empty list, so that a failed test names all offenders at once.
 */
export async function offenders<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  check: (item: Item) => unknown,
): Promise<string[]> {
  const found: string[] = [];
  for (const item of items) {
    try {
      await check(item);
    } catch (error) {
      found.push(`${nameOf(item)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return found;
}
