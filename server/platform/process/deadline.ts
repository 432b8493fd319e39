/** The work took too long. */
export class DeadlineError extends Error {
  override readonly name = 'TimeoutError';

  constructor() {
    super('no answer in time');
  }
}

interface Limits {
  longestMs: number;
  /** Ends the work before its deadline. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs work, and rejects once its time is over, whatever the work waits for. The work's own signal
 * is aborted however the work ends, so a socket that listens to it never outlives the call.
 * @throws DeadlineError, or the reason of the caller's signal
 */
export async function withDeadline<T>(
  { longestMs, signal }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const own = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new DeadlineError()), longestMs);
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop);
  const working = work(own.signal);
  // Work that was left behind may still fail, which nobody waits for.
  working.catch(() => undefined);
  try {
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    own.abort();
  }
}
