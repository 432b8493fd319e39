import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { choice, foldedText, freeText, identifier, instant, moment } from '#platform/db/columns.ts';
import { groups } from '#features/community/groups/tables.ts';

export const memberships = pgTable(
  'memberships',
  {
    groupId: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: choice(['pending', 'approved']).notNull(),
    isOrganizer: boolean().notNull().default(false),
    /** They get no messages to the group's members. */
    muted: boolean().notNull().default(false),
    /** They followed the group's invitation link. */
    invitedByLink: boolean().notNull().default(false),
    /** The answer to the group's question, with their request to join. */
    answer: freeText(),
    /** When an organiser approved the request; a declined one leaves no row. */
    approvedAt: instant(),
    createdAt: moment(),
    /** The member's first name, to sort and search by. */
    foldedName: foldedText(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    check(
      'memberships_organizer_approved',
      sql`not ${table.isOrganizer} or ${table.status} = 'approved'`,
    ),
    index('memberships_user').on(table.userId, table.groupId),
    index('memberships_organisers')
      .on(table.groupId, table.userId)
      .where(sql`is_organizer`),
    index('memberships_invited')
      .on(table.groupId)
      .where(sql`invited_by_link and status = 'approved'`),
    index('memberships_answers')
      .on(table.approvedAt)
      .where(sql`answer is not null`),
    index('memberships_names').on(table.groupId, table.status, table.foldedName, table.userId),
    index('memberships_joined').on(table.groupId, table.status, table.createdAt, table.userId),
    index('memberships_list').on(
      table.groupId,
      table.status,
      sql`(not is_organizer)`,
      table.createdAt,
      table.userId,
    ),
  ],
);
