import type { JobDeps } from '#platform/jobs/runner.ts';
import { nudge } from './mutations.ts';

/** Once a day; whoever it tells is told once a year. */
export const nudgeAdmins = async ({ db, config, clock }: JobDeps) => ({
  admins: await nudge(db, config, clock()),
});
