import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/**
 * Calls counted by rate and subject, for processes that share a server. Unlogged, so that a count costs no
 * write to the log: a crash of the database empties it, and everybody starts anew.
 */
export const rateCounts = pgTable(
  'rate_counts',
  {
    /** A hash: neither addresses nor e-mail addresses are kept. */
    subject: text().primaryKey(),
    calls: integer().notNull(),
    resetsAt: instant().notNull(),
  },
  (table) => [index('rate_counts_reset').on(table.resetsAt)],
);

/**
 * How far the log of a server with a replica was when a member last changed something, so that they read of it
 * wherever they ask. Unlogged: after a crash of the database a replica is not read before it has caught up.
 */
export const ownWrites = pgTable(
  'own_writes',
  {
    /** A hash of the account's id. */
    member: text().primaryKey(),
    position: bigint({ mode: 'bigint' }).notNull(),
    writtenAt: instant().notNull(),
  },
  (table) => [index('own_writes_written').on(table.writtenAt)],
);
