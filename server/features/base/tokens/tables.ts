import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { tokenScopes } from '#contract/base/tokens.ts';
import { instant, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** By which scripts call in a member's name. */
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
    /** To the hour; null where it never was. */
    lastUsedAt: instant(),
  },
  (table) => [
    index('access_tokens_user').on(table.userId, table.expiresAt, table.id),
    index('access_tokens_expiry').on(table.expiresAt),
  ],
);

/** The address under which a member's own calendar can be read, of those who have made one. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address, hexadecimal. */
    tokenHash: text().notNull(),
    createdAt: moment(),
    /** When a program last came for it. */
    lastReadAt: instant(),
  },
  (table) => [uniqueIndex('calendar_feeds_token').on(table.tokenHash)],
);
