interface Turns {
  atOnce: number;
  /** How many may wait for their turn. */
  waiting: number;
  /** What is told to whoever comes after them. */
  tooBusy: () => Error;
}

/** Lets some run and some wait for their turn, in the order they came. */
export function concurrencyLimit({ atOnce, waiting, tooBusy }: Turns) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((enter) => queue.push(enter));
    else throw tooBusy();
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
