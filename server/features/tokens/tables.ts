import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { tokenScopes } from '../../../contract/tokens.ts';
import { instant, moment } from '../../platform/db/columns.ts';
import { users } from '../accounts/tables.ts';

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
