import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';

/**
 * A member's choices: topics turned off, and fundraising turned on. Without a row all topics but
 * fundraising are on.
 */
export const mailPreferences = pgTable('mail_preferences', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  confirmations: boolean().notNull().default(true),
  reminders: boolean().notNull().default(true),
  asking: boolean().notNull().default(true),
  groupRequests: boolean().notNull().default(true),
  groupNews: boolean().notNull().default(true),
  fundraising: boolean().notNull().default(false),
  reviews: boolean().notNull().default(true),
});
