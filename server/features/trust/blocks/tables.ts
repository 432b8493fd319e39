import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** Blocks between members. Each works in both directions. */
export const blocks = pgTable(
  'blocks',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: text()
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
