import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { withoutMeter } from '#platform/acting-account.ts';
import { isEmbedded, transaction, type Database, type Transaction } from './database.ts';

/** How long a transaction of several items goes on, so that others wait far less than 100 ms. */
const turnMs = 25;

type Work<T> = (tx: Transaction) => Promise<T>;

export interface Steps {
  /** Runs one part of the work. */
  run: <T>(part: Work<T>) => Promise<T>;
  /** Runs a part for each item, several in one transaction. */
  each: <Item>(
    items: readonly Item[],
    part: (tx: Transaction, item: Item) => Promise<void>,
  ) => Promise<void>;
  /** Undoes parts that have run, if a later one fails; the latest first. */
  undoBy: (undo: Work<unknown>) => void;
}

/**
 * Does large work in one transaction. On the embedded engine, whose one connection serves
 * everybody, it does it in short ones, one of all such work at a time, and takes all of them back if
 * one fails.
 * @param lock begins each transaction
 */
export async function inSteps<T>(
  db: Database,
  lock: Work<unknown>,
  work: (steps: Steps) => Promise<T>,
): Promise<T> {
  return isEmbedded(db) ? inShortOnes(db, lock, work) : inOne(db, lock, work);
}

const inOne = <T>(db: Database, lock: Work<unknown>, work: (steps: Steps) => Promise<T>) =>
  transaction(db, async (tx) => {
    await lock(tx);
    return work({
      run: (part) => part(tx),
      each: async (items, part) => {
        for (const item of items) await part(tx, item);
      },
      undoBy: () => {},
    });
  });

/**
 * Large work takes turns. Several of its transactions in line would hold up every statement of
 * others, as often as a call has statements.
 */
const oneTurn = pLimit(1);

/** Runs a short transaction, and then leaves the connection to everybody else. */
const runShort = <T>(db: Database, part: Work<T>): Promise<T> =>
  oneTurn(async () => {
    const from = performance.now();
    try {
      return await transaction(db, part);
    } finally {
      await pause(Math.min(performance.now() - from, turnMs));
    }
  });

async function inShortOnes<T>(
  db: Database,
  lock: Work<unknown>,
  work: (steps: Steps) => Promise<T>,
): Promise<T> {
  const undos: Work<unknown>[] = [];
  const run = <Result>(part: Work<Result>) =>
    runShort(db, async (tx) => {
      await lock(tx);
      return part(tx);
    });
  try {
    return await work({
      run,
      each: async (items, part) => {
        for (let done = 0; done < items.length;) {
          done = await run((tx) => untilTurnEnds(items, done, (item) => part(tx, item)));
        }
      },
      undoBy: (undo) => void undos.push(undo),
    });
  } catch (error) {
    await withoutMeter(async () => {
      for (const undo of undos.toReversed()) await runShort(db, undo);
    });
    throw error;
  }
}

/** @returns how many items are done */
async function untilTurnEnds<Item>(
  items: readonly Item[],
  from: number,
  part: (item: Item) => Promise<void>,
): Promise<number> {
  const end = performance.now() + turnMs;
  let done = from;
  for (const item of items.slice(from)) {
    await part(item);
    done += 1;
    if (performance.now() >= end) break;
  }
  return done;
}
