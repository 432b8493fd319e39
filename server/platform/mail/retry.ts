import { setTimeout as pause } from 'node:timers/promises';
import { second } from '#contract/platform/durations.ts';
import { isUnreachable } from '#platform/db/database.ts';

/** Sooner than other processes look for expired leases. */
const retryAfter = second / 2;

/** Repeats a write until the database answers or the process ends. */
export async function retryUntilWritten<T>(
  write: () => Promise<T>,
  leaving?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (leaving?.aborted || !isUnreachable(error)) throw error;
    }
    await pause(retryAfter, undefined, { ref: false, ...(leaving && { signal: leaving }) }).catch(
      () => {},
    );
  }
}
