import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

/**
 * The last slot of each recurring job: the process that moves it on does the work. Backups have a
 * row too, which another program writes (`server/platform/db/transfer/backup-log.ts`).
 */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  slot: instant().notNull(),
  startedAt: instant().notNull(),
  /** The time of the last complete run, in any slot. */
  endedAt: instant(),
});
