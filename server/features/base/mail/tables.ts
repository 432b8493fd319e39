import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';

/** What a member has turned off, and of what asks for money turned on; without a row all else is on. */
export const mailPreferences = pgTable('mail_preferences', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  confirmations: boolean().notNull().default(true),
  reminders: boolean().notNull().default(true),
  groupRequests: boolean().notNull().default(true),
  groupNews: boolean().notNull().default(true),
  fundraising: boolean().notNull().default(false),
  reviews: boolean().notNull().default(true),
});
