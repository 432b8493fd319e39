import type { JobDeps } from '#platform/jobs/runner.ts';
import { nudge } from './mutations.ts';

/** Runs daily; each admin gets an email once a year. */
export const nudgeAdmins = async ({ db, config, clock }: JobDeps) => ({
  admins: await nudge(db, config, clock()),
});
