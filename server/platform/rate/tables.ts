import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

/**
 * Calls counted by rate and subject, for processes that share a server. Unlogged, so that a count costs no
 * write to the log: a crash of the database empties it, and everybody starts anew.
 */
export const rateCounts = pgTable(
  'rate_counts',
  {
    /** A hash by the key of `SESSION_SECRET`: neither IP addresses nor email addresses can be tried out on it. */
    subject: text().primaryKey(),
    calls: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (table) => [index('rate_counts_reset').on(table.resetsAt)],
);
