import { eq } from 'drizzle-orm';
import type { ClientBase, Pool } from 'pg';
import { jobs } from '#platform/jobs/tables.ts';
import type { Reader } from '../database.ts';

/** The row of the table of jobs that says when a backup was last taken: whoever watches reads its age. */
export const backupJob = 'backup';

/** Writes down that a backup is where it belongs. */
export async function recordBackup(db: ClientBase | Pool, now: Date): Promise<void> {
  await db.query(
    `INSERT INTO jobs (name, slot, started_at, ended_at) VALUES ($1, $2, $2, $2)
     ON CONFLICT (name) DO UPDATE SET slot = $2, started_at = $2, ended_at = $2`,
    [backupJob, now],
  );
}

/** When the last one was; null where none ever was. */
export async function lastBackupAt(db: Reader): Promise<Date | null> {
  const [noted] = await db
    .select({ taken: jobs.endedAt })
    .from(jobs)
    .where(eq(jobs.name, backupJob));
  return noted?.taken ?? null;
}
