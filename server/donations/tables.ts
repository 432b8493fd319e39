import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant, moment } from '../db/columns.ts';

export const donations = pgTable(
  'donations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentIntentId: text().notNull().unique(),
    userId: text().references(() => users.id, { onDelete: 'set null' }),
    /** In pence. */
    amount: integer().notNull(),
    currency: text().notNull().default('gbp'),
    status: text({
      enum: ['created', 'processing', 'succeeded', 'failed', 'cancelled', 'refunded', 'disputed'],
    }).notNull(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  (table) => [
    check('donations_amount', sql`${table.amount} > 0`),
    index('donations_created').on(table.createdAt, table.id),
    index('donations_user').on(table.userId),
  ],
);

/** The provider's messages already handled: each counts once, however often it is delivered. */
export const paymentMessages = pgTable('payment_messages', {
  id: text().primaryKey(),
  type: text().notNull(),
  sentAt: instant().notNull(),
  handledAt: moment(),
});
