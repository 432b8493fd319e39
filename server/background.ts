import type { Database } from './platform/db/database.ts';
import { openMail, type MailSettings } from './mail.ts';
import { startWorker } from './platform/mail/worker.ts';
import { jobs } from './jobs.ts';
import { startJobs, type JobCounters } from './platform/jobs/runner.ts';

export interface Background {
  /** Finishes jobs and email deliveries within the given time, and leaves the others. */
  stop: (graceMs: number) => Promise<void>;
}

/** Starts a process's background work: delivery of the outbox, and the scheduled jobs. */
export async function startBackground({
  jobsDb,
  counters,
  ...settings
}: MailSettings & { jobsDb: Database; counters?: JobCounters | undefined }): Promise<Background> {
  const worker = startWorker(await openMail(settings));
  const clockwork = startJobs(jobs, { ...settings, db: jobsDb, counters });
  return {
    stop: async (graceMs) => {
      await Promise.all([clockwork.stop(graceMs), worker.stop(graceMs)]);
    },
  };
}
