import { bigint, index, pgTable } from 'drizzle-orm/pg-core';
import { identifier, instant } from '#platform/db/columns.ts';

/**
 * The primary's log position after each member's last change, so that their reads see it in every
 * process. Unlogged: after a database crash no replica serves reads before it has caught up.
 */
export const ownWrites = pgTable(
  'own_writes',
  {
    /** A hash of the account's id. */
    member: identifier().primaryKey(),
    position: bigint({ mode: 'bigint' }).notNull(),
    writtenAt: instant().notNull(),
  },
  (table) => [index('own_writes_written').on(table.writtenAt)],
);
