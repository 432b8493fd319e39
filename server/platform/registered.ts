/**
 * A place for what features above register with one below: a step list, a table's column, a condition. `server/steps.ts`
 * registers all of it, so that a reader finds in one file who is called.
 */
export function registered<T>(name: string) {
  let value: { given: T } | undefined;
  return {
    register(given: T): void {
      value = { given };
    },
    /** Fails in a process that has not loaded `server/steps.ts`. */
    read(): T {
      if (!value) throw new Error(`${name}: nothing is registered; import server/steps.ts`);
      return value.given;
    },
  };
}
