import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant, moment } from '../../platform/db/columns.ts';
import { events } from '../events/tables.ts';

/** What was written lately, as no more than a hash: to know a text again that is posted everywhere. */
export const textPrints = pgTable(
  'text_prints',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    print: text().notNull(),
    /** Hashes that a text nearly the same shares some of; none in rows of older versions. */
    bands: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    kind: text({ enum: ['comment', 'group', 'event', 'message'] }).notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hasLink: boolean().notNull(),
    createdAt: moment(),
  },
  (table) => [
    index('text_prints_print').on(table.print, table.createdAt),
    index('text_prints_bands').using('gin', table.bands).with({ fastupdate: false }),
    index('text_prints_user').on(table.userId, table.createdAt),
    index('text_prints_age').on(table.createdAt),
  ],
);

/**
 * Comments that wait for an admin, and those that an admin has hidden. They lie apart from those that are shown, so that nothing that reads, counts or
 * searches comments can come upon one; an id is of the comments' own sequence, and stays when it is released.
 */
export const heldComments = pgTable(
  'held_comments',
  {
    id: integer().primaryKey(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    print: text().notNull(),
    /** When an admin took it out of everybody's sight but its author's; null for one that waits to be looked at. */
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
