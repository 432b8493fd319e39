import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { moment } from '../../platform/db/columns.ts';

/** The second step at sign-in, of those who have switched it on. */
export const twoSteps = pgTable('two_steps', {
  userId: text()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The key that the member's app has, too: sealed, so that it is of no use without the signing secret. */
  sealedKey: text().notNull(),
  /** The time step of the last code that counted: neither that code counts again nor one before it (RFC 6238 §5.2). */
  lastStep: integer().notNull(),
  createdAt: moment(),
});

/** What stands in for a code where the app is lost, once each. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, hexadecimal. */
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => twoSteps.userId, { onDelete: 'cascade' }),
    createdAt: moment(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
);
