import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { freeText, identifier, instant, json, moment } from '#platform/db/columns.ts';

/** Codes with which people register where registration needs an invitation. */
export const invitations = pgTable(
  'invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Stored in plain text: an admin must be able to send it again. */
    code: identifier().notNull().unique(),
    note: freeText(),
    /** Null for unlimited uses. */
    maxUses: integer(),
    /** Changes in the transaction that creates the account. */
    uses: integer().notNull().default(0),
    expiresAt: instant(),
    revokedAt: instant(),
    createdById: identifier().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment(),
  },
  (table) => [
    check('invitations_uses', sql`${table.uses} >= 0 and ${table.uses} <= ${table.maxUses}`),
    index('invitations_new').on(table.createdAt, table.id),
    index('invitations_creator').on(table.createdById),
  ],
);

/** Site-wide values in the database: the admins' settings and the generated signing secret. */
export const settings = pgTable('settings', {
  name: identifier().primaryKey(),
  value: json<unknown>().notNull(),
  updatedAt: moment(),
  /** The settings' revision at which it last changed. */
  revision: integer().notNull().default(0),
});
