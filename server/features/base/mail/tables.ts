import { boolean, pgTable } from 'drizzle-orm/pg-core';
import { identifier } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/**
 * A member's choices: topics turned off, and fundraising turned on. Without a row all topics but
 * fundraising are on.
 */
export const mailPreferences = pgTable('mail_preferences', {
  userId: identifier()
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
