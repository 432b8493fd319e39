import pLimit from 'p-limit';
import { actingCaller } from '#platform/acting-account.ts';

interface Limits {
  atOnce: number;
  /** The most jobs that wait for their turn. */
  waiting: number;
  /** The most jobs of one caller, under way or waiting. */
  perCaller: number;
  /** The error for jobs beyond the limits. */
  tooBusy: () => Error;
}

interface Job {
  start: () => Promise<void>;
  refuse: (error: Error) => void;
}

/**
 * Runs a limited number of jobs at once. Callers take turns, whether they have one job waiting or
 * many. Once too many wait, the last job of the longest line makes room for a shorter one.
 */
export function fairLimit({ atOnce, waiting, perCaller, tooBusy }: Limits) {
  const limit = pLimit(atOnce);
  /** Waiting jobs by caller; the first caller is next. */
  const lines = new Map<string, Job[]>();
  const counts = new Map<string, number>();

  const count = (caller: string, change: number) => {
    const jobs = (counts.get(caller) ?? 0) + change;
    if (jobs > 0) counts.set(caller, jobs);
    else counts.delete(caller);
  };

  async function startNext(): Promise<void> {
    const [next] = lines;
    if (!next) return;
    const [caller, line] = next;
    const job = line.shift();
    // Behind all others who wait.
    lines.delete(caller);
    if (line.length > 0) lines.set(caller, line);
    await job?.start();
  }

  /** Takes a place at the limit, or that of the last job of the longest line. */
  function takePlace(caller: string): void {
    if (limit.activeCount + limit.pendingCount < atOnce + waiting) {
      void limit(startNext);
      return;
    }
    const [longest = []] = [...lines.values()].toSorted((one, other) => other.length - one.length);
    if (longest.length <= (lines.get(caller)?.length ?? 0) + 1) throw tooBusy();
    longest.pop()?.refuse(tooBusy());
  }

  return async <T>(work: () => Promise<T>, caller = actingCaller()): Promise<T> => {
    if ((counts.get(caller) ?? 0) >= perCaller) throw tooBusy();
    takePlace(caller);
    count(caller, 1);
    try {
      return await new Promise<T>((resolve, refuse) => {
        const start = async () => work().then(resolve, refuse);
        lines.set(caller, [...(lines.get(caller) ?? []), { start, refuse }]);
      });
    } finally {
      count(caller, -1);
    }
  };
}
