import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

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
