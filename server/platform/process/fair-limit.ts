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
  caller: string;
  /** Its place in the order: jobs of one caller are a turn apart. */
  turn: number;
  start: () => Promise<void>;
  refuse: (error: Error) => void;
}

/**
 * Runs a limited number of jobs at once. Callers take turns, whether they have one job or many: a
 * job waits for those under way, and for one of each other caller who came before. Once too many
 * wait, the last job of the caller with most of them makes room.
 */
export function fairLimit({ atOnce, waiting, perCaller, tooBusy }: Limits) {
  const limit = pLimit(atOnce);
  const queue: Job[] = [];
  /** Callers with jobs under way or waiting. */
  const callers = new Map<string, { jobs: number; lastTurn: number }>();
  /** The turn of the job that started last, at which newcomers join. */
  let currentTurn = 0;

  async function startNext(): Promise<void> {
    const job = queue.shift();
    currentTurn = job?.turn ?? currentTurn;
    await job?.start();
  }

  /** Takes a place at the limit, or that of another caller's last job. */
  function takePlace(caller: string): void {
    if (limit.activeCount + limit.pendingCount < atOnce + waiting) {
      void limit(startNext);
      return;
    }
    const lines = [...Map.groupBy(queue, (job) => job.caller).values()];
    const [longest = []] = lines.toSorted((one, other) => other.length - one.length);
    const own = queue.filter((job) => job.caller === caller);
    const last = longest.at(-1);
    if (!last || longest.length <= own.length + 1) throw tooBusy();
    queue.splice(queue.indexOf(last), 1);
    last.refuse(tooBusy());
  }

  return async <T>(work: () => Promise<T>, caller = actingCaller()): Promise<T> => {
    const state = callers.get(caller) ?? { jobs: 0, lastTurn: currentTurn - 1 };
    if (state.jobs >= perCaller) throw tooBusy();
    takePlace(caller);
    const turn = Math.max(currentTurn, state.lastTurn + 1);
    callers.set(caller, state);
    state.lastTurn = turn;
    state.jobs += 1;
    try {
      return await new Promise<T>((resolve, refuse) => {
        const start = async () => work().then(resolve, refuse);
        const behind = queue.findLastIndex((job) => job.turn <= turn);
        queue.splice(behind + 1, 0, { caller, turn, start, refuse });
      });
    } finally {
      state.jobs -= 1;
      if (state.jobs === 0) callers.delete(caller);
    }
  };
}
