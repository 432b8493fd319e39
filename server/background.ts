import type { Database } from './platform/db/database.ts';
import { openMail, type MailSettings } from './mail.ts';
import { startWorker } from './platform/mail/worker.ts';
import { jobs } from './jobs.ts';
import { startJobs } from './platform/jobs/runner.ts';

export interface Background {
  /** What is under way is finished, mails within the time given. */
  stop: (graceMs: number) => Promise<void>;
}

/** Everything that a process does unasked: it works the outbox off, and what falls due by the clock. */
export async function startBackground({
  patient,
  ...settings
}: MailSettings & { patient: Database }): Promise<Background> {
  const worker = startWorker(await openMail(settings));
  const clockwork = startJobs(jobs, { ...settings, db: patient });
  return {
    stop: async (graceMs) => {
      await Promise.all([clockwork.stop(), worker.stop(graceMs)]);
    },
  };
}
