import { sql } from 'drizzle-orm';
import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { freeText, instant, moment } from '#platform/db/columns.ts';
import { deletedWithUser } from '#features/base/accounts/tables.ts';
import { deletedWithGroup } from '#features/community/groups/tables.ts';

/** Messages to the organisers of groups, stored as long as emails are. */
export const contacts = pgTable(
  'contacts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: deletedWithGroup(),
    userId: deletedWithUser(),
    subject: freeText().notNull(),
    text: freeText().notNull(),
    /** Since when it awaits review; null for one that was sent. */
    heldAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('contacts_user').on(table.userId, table.createdAt),
    index('contacts_group').on(table.groupId),
    index('contacts_age').on(table.createdAt),
    index('contacts_held')
      .on(table.createdAt, table.id)
      .where(sql`held_at is not null`),
  ],
);
