import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { audiences, nameReaders, openTos } from '#contract/community/audience.ts';
import { groupTypes, type GroupChanges } from '#contract/community/groups.ts';
import { users } from '#features/base/accounts/tables.ts';
import {
  choice,
  foldedText,
  freeText,
  identifier,
  instant,
  json,
  moment,
  revisionColumns,
  withoutFastUpdate,
} from '#platform/db/columns.ts';

export const categories = pgTable('categories', {
  id: integer().primaryKey(),
  name: identifier().notNull().unique(),
});

/** 62 random bits, in hexadecimal. */
export const newInvitationToken = sql<string>`right(replace(gen_random_uuid()::text, '-', ''), 16)`;

export const groups = pgTable(
  'groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: freeText().notNull(),
    description: freeText().notNull(),
    categoryId: integer()
      .notNull()
      .references(() => categories.id),
    groupType: choice(groupTypes).notNull(),
    chargeForEvents: choice(['free', 'paid']).notNull(),
    imageUrl: freeText(),
    /** With `hidden`, an admin has hidden it from everybody but its owner. */
    status: choice(['pending_approval', 'approved', 'rejected', 'hidden']).notNull(),
    /** The status before it was hidden; it returns when the group is shown again. */
    hiddenFrom: choice(['pending_approval', 'approved', 'rejected']),
    /** Why an admin rejected the group, or the last edit of an approved group. */
    statusReason: freeText(),
    /** The changed fields of an approved group, while its edit awaits approval. */
    edit: json<GroupChanges>(),
    joinPolicy: choice(['open', 'approval']).notNull().default('open'),
    /** The question for people who ask to join. */
    joinQuestion: freeText(),
    audience: choice(audiences).notNull().default('all'),
    /** The default for its events: who sees the names of attendees. */
    attendeeNames: choice(nameReaders).notNull().default('signed_in'),
    /** The default for its new events: who may come. */
    defaultOpenTo: choice(openTos).notNull().default('members'),
    /** The default for its new events: whether everybody sees the venue. */
    defaultPlacePublic: boolean().notNull().default(false),
    /** Its events ask every member to say whether they come. */
    asksEverybody: boolean().notNull().default(false),
    /** Whether organisers record who comes to its events. */
    recordsAttendance: boolean().notNull().default(true),
    /** Its organisers can edit its text, and not only the owner. */
    organisersEdit: boolean().notNull().default(false),
    /** The person responsible for children's safety, and their contact details. */
    safeguardingLead: freeText(),
    safeguardingContact: freeText(),
    createdById: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** Whether people can write to its organisers. */
    contactEnabled: boolean().notNull().default(true),
    /** The public town, such as 'Keswick'; never an address. */
    location: freeText(),
    /** The end of the group's invitation link; a new one ends the old link. */
    invitationToken: identifier().notNull().default(newInvitationToken),
    /** The number of approved memberships; changes in the same transaction as the rows. */
    memberCount: integer().notNull().default(0),
    createdAt: moment(),
    /**
     * When what everybody sees of it last changed; a trigger keeps it. Null if that was before it
     * was kept.
     */
    publicChangedAt: instant().defaultNow(),
    /** When it last joined the queue for approval. */
    submittedAt: moment(),
    ...revisionColumns(),
    /** Name and description, folded. */
    folded: foldedText(),
    foldedName: foldedText(),
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
    index('groups_folded')
      .using('gin', table.folded.op('gin_trgm_ops'), table.foldedName.op('gin_trgm_ops'))
      .with(withoutFastUpdate),
  ],
);

/** The group of a row that is deleted with it. */
export const deletedWithGroup = () =>
  integer()
    .notNull()
    .references(() => groups.id, { onDelete: 'cascade' });
