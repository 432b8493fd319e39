import { pgTable } from 'drizzle-orm/pg-core';
import { identifier, instant } from '#platform/db/columns.ts';

/**
 * The last slot of each recurring job: the process that moves it on does the work. Backups have a
 * row too, which another program writes (`server/platform/db/transfer/backup-log.ts`).
 */
export const jobs = pgTable('jobs', {
  name: identifier().primaryKey(),
  slot: instant().notNull(),
  startedAt: instant().notNull(),
  /** The time of the last complete run, in any slot. */
  endedAt: instant(),
  /** The time of the last run that failed or was given up. */
  failedAt: instant(),
});
