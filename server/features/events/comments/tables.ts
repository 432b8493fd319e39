import { sql } from 'drizzle-orm';
import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { deletedWithUser, users } from '#features/base/accounts/tables.ts';
import { freeText, identifier, instant, moment, withoutFastUpdate } from '#platform/db/columns.ts';
import { deletedWithEvent } from '#features/events/events/tables.ts';

export const comments = pgTable(
  'comments',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: deletedWithEvent(),
    userId: identifier().references(() => users.id, { onDelete: 'cascade' }),
    content: freeText().notNull(),
    createdAt: moment(),
  },
  (table) => [
    index('comments_event').on(table.eventId, table.createdAt, table.id),
    index('comments_user').on(table.userId, table.createdAt),
    index('comments_new').on(table.createdAt, table.id),
    index('comments_text').using('gin', table.content.op('gin_trgm_ops')).with(withoutFastUpdate),
  ],
);

/**
 * Comments that await review, and those that an admin has hidden. They are in a separate table, so
 * nothing that reads, counts or searches public comments can find them. Ids come from the comments'
 * own sequence and stay when a comment is released.
 */
export const heldComments = pgTable(
  'held_comments',
  {
    id: integer().primaryKey(),
    eventId: deletedWithEvent(),
    userId: deletedWithUser(),
    content: freeText().notNull(),
    print: identifier().notNull(),
    /** When an admin hid it from everybody but its author; null while it awaits review. */
    hiddenAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    index('held_comments_waiting')
      .on(table.createdAt, table.id)
      .where(sql`hidden_at is null`),
    index('held_comments_event').on(table.eventId, table.userId),
    index('held_comments_user').on(table.userId, table.createdAt),
  ],
);
