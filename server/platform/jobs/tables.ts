import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

/**
 * The last slot that each recurring job was taken up for: whichever process moves it on does the work. A row tells of
 * backups, too, which somebody else takes (`server/platform/db/transfer/backup-log.ts`).
 */
export const jobs = pgTable('jobs', {
  name: text().primaryKey(),
  slot: instant().notNull(),
  startedAt: instant().notNull(),
  /** The time of the last complete run, in any slot. */
  endedAt: instant(),
});
