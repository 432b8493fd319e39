import type { Database } from './platform/db/database.ts';
import { openMail, type MailSettings } from './mail.ts';
import { startWorker } from './platform/mail/worker.ts';
import { jobs } from './jobs.ts';
import { startJobs } from './platform/jobs/runner.ts';

export interface Background {
  /** Finishes the jobs under way; email deliveries only within the given time. */
  stop: (graceMs: number) => Promise<void>;
}

/** Starts a process's background work: delivery of the outbox, and the scheduled jobs. */
export async function startBackground({
  jobsDb,
  ...settings
}: MailSettings & { jobsDb: Database }): Promise<Background> {
  const worker = startWorker(await openMail(settings));
  const clockwork = startJobs(jobs, { ...settings, db: jobsDb });
  return {
    stop: async (graceMs) => {
      await Promise.all([clockwork.stop(), worker.stop(graceMs)]);
    },
  };
}
