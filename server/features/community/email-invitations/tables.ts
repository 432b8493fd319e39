import { sql } from 'drizzle-orm';
import { index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';

/**
 * People whom organisers invite by email, once each. The hash stays, so that nobody is invited
 * twice; the address goes after 30 days, or as soon as it is known what has become of it.
 */
export const emailInvitations = pgTable(
  'email_invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer()
      .notNull()
      .references(() => groups.id, { onDelete: 'cascade' }),
    /** The person who said that these people asked for it. */
    invitedById: identifier().references(() => users.id, { onDelete: 'set null' }),
    email: freeText(),
    /** A keyed hash of the address. */
    emailHash: identifier().notNull(),
    /**
     * `skipped`: never written to, because the person refuses invitations, is a member already, has
     * been invited by three groups, or can't be reached.
     */
    state: choice(['waiting', 'sent', 'joined', 'refused', 'undeliverable', 'skipped']).notNull(),
    sentAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    uniqueIndex('email_invitations_once').on(table.groupId, table.emailHash),
    index('email_invitations_hash').on(table.emailHash),
    index('email_invitations_inviter').on(table.invitedById),
    index('email_invitations_waiting')
      .on(table.groupId, table.id)
      .where(sql`state = 'waiting'`),
    index('email_invitations_address')
      .on(table.createdAt)
      .where(sql`email is not null`),
  ],
);

/** The invitations of a group, as a list that can be stopped. */
export const invitationLists = pgTable('invitation_lists', {
  groupId: integer()
    .primaryKey()
    .references(() => groups.id, { onDelete: 'cascade' }),
  /** When too many could not be delivered; null while it goes on. */
  stoppedAt: instant(),
  /** When an admin let it go on; what went out before doesn't count. */
  resumedAt: instant(),
});

/**
 * People who want no invitations from any group, and people who want no links to come as a guest: a
 * hash of each purpose, so neither stands for the other.
 */
export const invitationRefusals = pgTable('invitation_refusals', {
  emailHash: identifier().primaryKey(),
  createdAt: moment(),
});
