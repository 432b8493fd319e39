import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { tokenScopes } from '#contract/base/tokens.ts';
import { instant, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** Tokens with which scripts call in a member's name. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the token, hexadecimal. */
    hash: text().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scopes: text({ enum: tokenScopes }).array().notNull(),
    createdAt: moment(),
    expiresAt: instant().notNull(),
    /** To the hour; null if it was never used. */
    lastUsedAt: instant(),
  },
  (table) => [
    index('access_tokens_user').on(table.userId, table.expiresAt, table.id),
    index('access_tokens_expiry').on(table.expiresAt),
  ],
);

/** The secret address of a member's own calendar, if they created one. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address, hexadecimal. */
    tokenHash: text().notNull(),
    createdAt: moment(),
    /** When a program last fetched it. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token').on(table.tokenHash)],
);
