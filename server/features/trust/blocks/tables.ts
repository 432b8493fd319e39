import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { identifier, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** Blocks between members. Each works in both directions. */
export const blocks = pgTable(
  'blocks',
  {
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.blockedId] }),
    check('blocks_another', sql`${table.userId} <> ${table.blockedId}`),
    index('blocks_by').on(table.blockedId, table.userId),
    index('blocks_list').on(table.userId, table.createdAt, table.blockedId),
  ],
);
