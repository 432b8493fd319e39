import type { Database } from '../db/database.ts';
import { openMail, type Surroundings } from '../mail/start.ts';
import { startWorker } from '../mail/worker.ts';
import { jobs } from './all.ts';
import { startJobs } from './runner.ts';

export interface Background {
  /** What is under way is finished, mails within the time given. */
  stop: (graceMs: number) => Promise<void>;
}

/** Everything that a process does unasked: it works the outbox off, and what falls due by the clock. */
export async function startBackground({
  patient,
  ...surroundings
}: Surroundings & { patient: Database }): Promise<Background> {
  const worker = startWorker(await openMail(surroundings));
  const clockwork = startJobs(jobs, { ...surroundings, db: patient });
  return {
    stop: async (graceMs) => {
      await Promise.all([clockwork.stop(), worker.stop(graceMs)]);
    },
  };
}
