import type { Database } from './platform/db/database.ts';
import { openMail } from './mail.ts';
import type { Surroundings } from './platform/mail/start.ts';
import { startWorker } from './platform/mail/worker.ts';
import { jobs } from './jobs.ts';
import { startJobs } from './platform/jobs/runner.ts';

export interface Background {
  /** Finishes the jobs under way; email deliveries only within the given time. */
  stop: (graceMs: number) => Promise<void>;
}

/** Starts a process's background work: delivery of the outbox, and the scheduled jobs. */
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
