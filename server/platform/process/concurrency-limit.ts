import pLimit from 'p-limit';

interface Turns {
  atOnce: number;
  /** The most callers that wait for their turn. */
  waiting: number;
  /** The error for callers beyond the limit. */
  tooBusy: () => Error;
}

/** Runs a limited number of calls at once and queues the rest in order. */
export function concurrencyLimit({ atOnce, waiting, tooBusy }: Turns) {
  const limit = pLimit(atOnce);
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting) throw tooBusy();
    return limit(work);
  };
}
