import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, jsonb } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { instant, moment } from '#platform/db/columns.ts';

/** Codes that allow people to register where registration needs an invitation. */
export const invitations = pgTable(
  'invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Kept as it is: an admin has to be able to send it again. */
    code: text().notNull().unique(),
    note: text(),
    /** Null: as often as people like. */
    maxUses: integer(),
    /** Moves in the transaction that makes the account. */
    uses: integer().notNull().default(0),
    expiresAt: instant(),
    revokedAt: instant(),
    createdById: text().references(() => users.id, { onDelete: 'set null' }),
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
  name: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment(),
  /** The settings' revision at which it last changed. */
  revision: integer().notNull().default(0),
});
