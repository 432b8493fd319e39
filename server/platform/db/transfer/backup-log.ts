import { eq } from 'drizzle-orm';
import type { ClientBase, Pool } from 'pg';
import { jobs } from '#platform/jobs/tables.ts';
import type { Reader } from '../database.ts';

/** The row of the jobs table with the time of the last backup, for monitoring. */
export const backupJob = 'backup';

/** Records a finished backup. */
export async function recordBackup(db: ClientBase | Pool, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO jobs (name, slot, started_at, ended_at) VALUES ($1, $2, $2, $2)
     ON CONFLICT (name) DO UPDATE SET slot = $2, started_at = $2, ended_at = $2`,
    [backupJob, now],
  );
}

/** Returns the time of the last backup; null if there is none. */
export async function lastBackupAt(db: Reader): Promise<Date | null> {
  const [noted] = await db
    .select({ taken: jobs.endedAt })
    .from(jobs)
    .where(eq(jobs.name, backupJob));
  return noted?.taken ?? null;
}
