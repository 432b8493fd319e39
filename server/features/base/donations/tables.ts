import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { cleanText } from '#contract/platform/clean-text.ts';
import { users } from '#features/base/accounts/tables.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';

export const donations = pgTable(
  'donations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paymentIntentId: freeText().notNull().unique(),
    userId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** In pence. */
    amount: integer().notNull(),
    currency: freeText().notNull().default(cleanText('gbp')),
    status: choice([
      'created',
      'processing',
      'succeeded',
      'failed',
      'cancelled',
      'refunded',
      'disputed',
    ]).notNull(),
    /** In pence: the sum of all refunds that did not fail. */
    refundedAmount: integer().notNull().default(0),
    /** When the provider sent the latest `processing` or `failed`. */
    attemptedAt: instant(),
    createdAt: moment(),
    updatedAt: moment(),
  },
  (table) => [
    check('donations_amount', sql`${table.amount} > 0`),
    index('donations_created').on(table.createdAt, table.id),
    index('donations_abandoned')
      .on(table.createdAt)
      .where(sql`status = 'created'`),
    index('donations_user').on(table.userId),
    index('donations_begun')
      .on(table.createdAt, table.id)
      .where(sql`status <> 'created'`),
    index('donations_donor')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`status <> 'created'`),
  ],
);

/** Refunds and disputes; one may arrive before its payment. */
export const donationReversals = pgTable(
  'donation_reversals',
  {
    id: freeText().primaryKey(),
    paymentIntentId: freeText().notNull(),
    kind: choice(['refund', 'dispute']).notNull(),
    /** In pence. */
    amount: integer().notNull(),
    state: choice(['open', 'done', 'undone']).notNull(),
  },
  (table) => [index('donation_reversals_payment').on(table.paymentIntentId)],
);

/**
 * The provider's webhook events already handled: each counts once, however often it is delivered.
 */
export const webhookEvents = pgTable('payment_messages', {
  id: freeText().primaryKey(),
  type: freeText().notNull(),
  sentAt: instant().notNull(),
  handledAt: moment(),
});
