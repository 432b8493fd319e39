import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { choice, freeText, identifier, json, moment } from '#platform/db/columns.ts';

/** The members whose contributions were purged, and when last. */
export const purges = pgTable('cleanups', {
  userId: identifier()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Whether the purge banned them: undoing it lifts no other ban. */
  wasActive: boolean().notNull(),
  createdAt: moment(),
});

/**
 * Rows that a purge removed, for as long as it can be undone. They are in a separate table, so no
 * query on live rows can find them.
 */
export const removedRows = pgTable(
  'removed_rows',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The member whose purge took the row. */
    purgeId: identifier('cleanup_id')
      .notNull()
      .references(() => purges.userId, { onDelete: 'cascade' }),
    kind: choice([
      'group',
      'membership',
      'series',
      'event',
      'rsvp',
      'child_place',
      'guest_link',
      'comment',
      'held_comment',
      'message',
      'heir',
    ]).notNull(),
    /**
     * The member of a membership, RSVP or comment, whose account deletion also deletes the row; or
     * the new owner of a group.
     */
    memberId: identifier().references(() => users.id, { onDelete: 'cascade' }),
    /**
     * The creator of a group, series or event, the author of a message, or who added an RSVP by hand,
     * who is cleared on account deletion.
     */
    creatorId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** Stored as long as the row is. */
    imageUrl: freeText(),
    /** The row without its member or creator. */
    content: json<unknown>().notNull(),
    removedAt: moment(),
  },
  (table) => [
    index('removed_rows_cleanup').on(table.purgeId, table.kind),
    index('removed_rows_member').on(table.memberId),
    index('removed_rows_creator').on(table.creatorId),
    index('removed_rows_age').on(table.removedAt),
    index('removed_rows_picture')
      .on(table.imageUrl)
      .where(sql`image_url is not null`),
  ],
);
