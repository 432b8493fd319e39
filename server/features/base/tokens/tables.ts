import { index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { tokenScopes } from '#contract/base/tokens.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** Tokens with which scripts call in a member's name. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the token, hexadecimal. */
    hash: identifier().notNull().unique(),
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: freeText().notNull(),
    scopes: choice(tokenScopes).array().notNull(),
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
    userId: identifier()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address, hexadecimal. */
    tokenHash: identifier().notNull(),
    createdAt: moment(),
    /** When a program last fetched it. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token').on(table.tokenHash)],
);
