import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import { errorCode, isUnreachable } from '#platform/db/database.ts';

/** A run of a job, whose items fail one by one. */
interface Run {
  job: string;
  log: Pick<FastifyBaseLogger, 'error'>;
  signal: AbortSignal;
  counters: { countFailedItem: (job: string) => void } | undefined;
  failedItems: number;
}

const currentRun = new AsyncLocalStorage<Run>();

/** Runs a job's work so that `forEachItem` in it finds the job's log and signal. */
export const inRun = <T>(run: Run, work: () => T): T => currentRun.run(run, work);

/** Locks and time limits of PostgreSQL, deadlocks: they concern the rows of one item. */
const itemErrorCodes = new Set(['55P03', '57014', '40001', '40P01']);

/** While the database is away, no other item can succeed. */
const isDatabaseAway = (error: unknown): boolean =>
  isUnreachable(error) && !itemErrorCodes.has(errorCode(error) ?? '');

interface Handling<Item> {
  /** The name of an item in the log; its id by default. */
  nameOf?: (item: Item) => string | number | undefined;
  /** Failures after which no other item can succeed; by default those of an absent database. */
  endsRound?: (error: unknown) => boolean;
}

/**
 * Handles each item by itself: the failure of one is logged and counted, and the others follow.
 * @returns the sum of the results; an item without a number counts as one
 * @throws Error if the database is away or the run's time is over; outside of a job, AggregateError
 * once all items were handled
 */
export async function forEachItem<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  handle: (item: Item) => Promise<number | void>,
  { nameOf = idOf, endsRound = isDatabaseAway }: Handling<Item> = {},
): Promise<number> {
  const run = currentRun.getStore();
  const failures: unknown[] = [];
  let total = 0;
  for await (const item of items) {
    run?.signal.throwIfAborted();
    try {
      total += (await handle(item)) ?? 1;
    } catch (error) {
      if (run?.signal.aborted || endsRound(error)) throw error;
      if (run) recordFailure(run, nameOf(item), error);
      else failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} items failed`);
  return total;
}

function idOf(item: unknown): string | number | undefined {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : item;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function recordFailure(run: Run, item: string | number | undefined, error: unknown): void {
  run.failedItems += 1;
  run.counters?.countFailedItem(run.job);
  run.log.error({ job: run.job, item, err: error }, 'an item of a job failed; the others go on');
}

/** Does the parts of a job, each whether or not another fails, and returns their counts. */
export async function eachPart<Part extends string>(
  parts: Record<Part, () => Promise<number>>,
): Promise<Record<Part, number>> {
  const names = Object.keys(parts) as Part[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Part, number>;
  await forEachItem(names, async (name) => {
    counts[name] = await parts[name]();
  });
  return counts;
}

/** Handles items together, or one by one where that fails, and returns the sum of the results. */
export async function handleTogether<Item>(
  items: Item[],
  handle: (items: Item[]) => Promise<number>,
  onFailure: (item: Item) => void = () => {},
): Promise<number> {
  try {
    return await handle(items);
  } catch (error) {
    if (currentRun.getStore()?.signal.aborted || isDatabaseAway(error)) throw error;
  }
  return forEachItem(items, (item) =>
    handle([item]).catch((error: unknown) => {
      onFailure(item);
      throw error;
    }),
  );
}

interface Batches<Key> {
  atOnce: number;
  /** Reads the keys of the next rows, without those that failed. */
  next: (failed: Key[]) => Promise<Key[]>;
  /** Handles rows together, and returns how many it was: another process may have some of them. */
  handle: (keys: Key[]) => Promise<number>;
}

/** More rows than these can't be left out of the next batch. */
const maxFailures = 1_000;

/** Handles all rows by the batch, and one by one where a batch fails. */
export async function inBatches<Key>({ atOnce, next, handle }: Batches<Key>): Promise<number> {
  const failed: Key[] = [];
  for (let total = 0; ;) {
    const keys = await next(failed);
    if (keys.length === 0) return total;
    const failedBefore = failed.length;
    const done = await handleTogether(keys, handle, (key) => failed.push(key));
    total += done;
    const isStuck = done === 0 && failed.length === failedBefore;
    if (keys.length < atOnce || isStuck || failed.length >= maxFailures) return total;
  }
}
