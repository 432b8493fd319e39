import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { identifier, instant } from '#platform/db/columns.ts';

/**
 * Calls by rate and subject, for processes that share a server. Unlogged, so that a count writes
 * nothing to the log; a crash of the database resets everybody.
 */
export const rateCounts = pgTable(
  'rate_counts',
  {
    /**
     * A hash keyed by `SESSION_SECRET`, so that nobody can test IP or email addresses against it.
     */
    subject: identifier().primaryKey(),
    calls: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (table) => [index('rate_counts_reset').on(table.resetsAt)],
);
