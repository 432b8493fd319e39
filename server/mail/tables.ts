import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant, moment } from '../db/columns.ts';

/** Effects written in the transaction that causes them and worked off afterwards, at least once. */
export const outbox = pgTable(
  'outbox',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** One effect of this name is kept; a second insert of it is passed over. */
    uniqueKey: text().unique(),
    recipientId: text().references(() => users.id, { onDelete: 'cascade' }),
    payload: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    dueAt: moment(),
    doneAt: instant(),
    deadAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('outbox_due')
      .on(table.dueAt, table.id)
      .where(sql`done_at is null and dead_at is null`),
    index('outbox_recipient').on(table.recipientId),
  ],
);
