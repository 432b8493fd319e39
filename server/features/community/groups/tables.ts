import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { audiences, nameReaders, openTos } from '#contract/community/audience.ts';
import { groupTypes, type GroupChanges } from '#contract/community/groups.ts';
import { users } from '#features/base/accounts/tables.ts';
import { moment, revisions, writtenAtOnce } from '#platform/db/columns.ts';

export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  name: text().notNull().unique(),
});

/** 62 random bits, in hexadecimal. */
export const newInvitationToken = sql<string>`right(replace(gen_random_uuid()::text, '-', ''), 16)`;

export const groups = pgTable(
  'groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    groupType: text({ enum: groupTypes }).notNull(),
    chargeForEvents: text({ enum: ['free', 'paid'] }).notNull(),
    imageUrl: text(),
    /** With `hidden`, an admin has hidden it from everybody but its owner. */
    status: text({ enum: ['pending_approval', 'approved', 'rejected', 'hidden'] }).notNull(),
    /** The status before it was hidden; it returns when the group is shown again. */
    hiddenFrom: text({ enum: ['pending_approval', 'approved', 'rejected'] }),
    /** Why an admin rejected the group, or the last edit of an approved group. */
    statusReason: text(),
    /** The changed fields of an approved group, while its edit awaits approval. */
    edit: jsonb().$type<GroupChanges>(),
    joinPolicy: text({ enum: ['open', 'approval'] })
      .notNull()
      .default('open'),
    audience: text({ enum: audiences }).notNull().default('all'),
    /** The default for its events: who sees the names of attendees. */
    attendeeNames: text({ enum: nameReaders }).notNull().default('signed_in'),
    /** The default for its new events: who may come. */
    defaultOpenTo: text({ enum: openTos }).notNull().default('members'),
    /** The default for its new events: whether everybody sees the venue. */
    defaultPlacePublic: boolean().notNull().default(false),
    /** Its events ask every member to say whether they come. */
    asksEverybody: boolean().notNull().default(false),
    /** The person responsible for children's safety, and their contact details. */
    safeguardingLead: text(),
    safeguardingContact: text(),
    createdById: text().references(() => users.id, { onDelete: 'set null' }),
    /** Whether people can write to its organisers. */
    contactEnabled: boolean().notNull().default(true),
    /** The public town, such as 'Keswick'; never an address. */
    location: text(),
    /** The end of the group's invitation link; a new one ends the old link. */
    invitationToken: text().notNull().default(newInvitationToken),
    /** The number of approved memberships; changes in the same transaction as the rows. */
    memberCount: integer().notNull().default(0),
    createdAt: moment(),
    /** When it last joined the queue for approval. */
    submittedAt: moment(),
    ...revisions(),
  },
  (table) => [
    check('groups_member_count', sql`${table.memberCount} >= 0`),
    uniqueIndex('groups_invitation').on(table.invitationToken),
    index('groups_popular')
      .on(table.memberCount, table.id)
      .where(sql`status = 'approved'`),
    index('groups_popular_category')
      .on(table.categoryId, table.memberCount, table.id)
      .where(sql`status = 'approved'`),
    index('groups_popular_type')
      .on(table.groupType, table.memberCount, table.id)
      .where(sql`status = 'approved'`),
    index('groups_town')
      .on(sql`lower(split_part(location, ',', 1))`, table.memberCount, table.id)
      .where(sql`status = 'approved'`),
    index('groups_new')
      .on(table.createdAt, table.id)
      .where(sql`status = 'approved'`),
    index('groups_created').on(table.createdAt, table.id),
    index('groups_queue')
      .on(table.submittedAt, table.id)
      .where(sql`status = 'pending_approval'`),
    index('groups_edits')
      .on(table.submittedAt, table.id)
      .where(sql`edit is not null`),
    index('groups_creator').on(table.createdById, table.status),
    index('groups_picture')
      .on(table.imageUrl)
      .where(sql`image_url is not null`),
    index('groups_edit_picture')
      .on(sql`(edit ->> 'imageUrl')`)
      .where(sql`edit is not null`),
    index('groups_word_keys')
      .using('gin', sql`word_keys(indexed_text(name || E'\n' || description))`)
      .with(writtenAtOnce),
  ],
);
