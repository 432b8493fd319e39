/**
 * A slot in a lower feature that higher ones fill: a list of steps, a table's column, a condition.
 * `server/steps.ts` fills all slots, so that one file shows what runs.
 */
export function registered<T>(name: string) {
  let value: { contents: T } | undefined;
  return {
    register(contents: T): void {
      value = { contents };
    },
    /** Throws in a process that has not loaded `server/steps.ts`. */
    read(): T {
      if (!value) throw new Error(`${name}: nothing is registered; import server/steps.ts`);
      return value.contents;
    },
  };
}
