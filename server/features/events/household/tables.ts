import { boolean, index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { deletedWithUser } from '#features/base/accounts/tables.ts';
import { freeText, identifier, instant, moment } from '#platform/db/columns.ts';

/** A child, by first name alone, whom one or two adults answer for. */
export const children = pgTable('children', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  firstName: freeText().notNull(),
  /** For the organisers of events that the child comes to, such as allergies. */
  note: freeText(),
  createdAt: moment(),
});

/** A row is an adult who answers for a child. */
export const childAdults = pgTable(
  'child_adults',
  {
    childId: integer()
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    userId: deletedWithUser(),
    /** Whether the other adult invited them, who can remove them. */
    invited: boolean().notNull().default(false),
    createdAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.childId, table.userId] }),
    index('child_adults_user').on(table.userId, table.createdAt, table.childId),
  ],
);

/** The links that invite a second adult. */
export const childInvitations = pgTable(
  'child_invitations',
  {
    /** SHA-256 of the token in the link, hexadecimal. */
    id: identifier().primaryKey(),
    childId: integer()
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    invitedById: deletedWithUser(),
    expiresAt: instant().notNull(),
    /** Null until somebody has accepted it. */
    acceptedAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('child_invitations_child').on(table.childId),
    index('child_invitations_by').on(table.invitedById),
    index('child_invitations_expiry').on(table.expiresAt),
  ],
);
