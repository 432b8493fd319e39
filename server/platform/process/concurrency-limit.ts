import pLimit from 'p-limit';

interface Turns {
  atOnce: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** The error for callers beyond the limit. */
  tooBusy: () => Error;
}

/** Lets some run and some wait for their turn, in the order they came. */
export function concurrencyLimit({ atOnce, waiting, tooBusy }: Turns) {
  const limit = pLimit(atOnce);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw tooBusy();
    return limit(work);
  };
}
