import { boolean, pgTable } from 'drizzle-orm/pg-core';
import { identifier } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/**
 * A member's choices for each topic: by email, and by push on their devices. Without a row the
 * defaults of the columns hold.
 */
export const mailPreferences = pgTable('mail_preferences', {
  userId: identifier()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  confirmations: boolean().notNull().default(true),
  reminders: boolean().notNull().default(true),
  asking: boolean().notNull().default(true),
  groupRequests: boolean().notNull().default(true),
  fullEvents: boolean().notNull().default(false),
  groupNews: boolean().notNull().default(true),
  fundraising: boolean().notNull().default(false),
  reviews: boolean().notNull().default(true),
  messages: boolean().notNull().default(true),
  pushConfirmations: boolean().notNull().default(false),
  pushReminders: boolean().notNull().default(true),
  pushAsking: boolean().notNull().default(false),
  pushGroupRequests: boolean().notNull().default(false),
  pushFullEvents: boolean().notNull().default(false),
  pushGroupNews: boolean().notNull().default(false),
  pushFundraising: boolean().notNull().default(false),
  pushReviews: boolean().notNull().default(false),
  pushMessages: boolean().notNull().default(false),
  pushUrgent: boolean().notNull().default(true),
});
