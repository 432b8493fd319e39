import { setTimeout as pause } from 'node:timers/promises';
import { second } from '#contract/platform/durations.ts';
import { isUnreachable } from '#platform/db/database.ts';

/** Sooner than others look for what was left behind. */
const againAfter = second / 2;

/** Does it again until the database answers, or the process ends. */
export async function untilWritten<T>(write: () => Promise<T>, leaving?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (leaving?.aborted || !isUnreachable(error)) throw error;
    }
    await pause(againAfter, undefined, { ref: false, ...(leaving && { signal: leaving }) }).catch(
      () => {},
    );
  }
}
