import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { moment } from '../../platform/db/columns.ts';
import { events } from '../events/tables.ts';

/** A row is one person going; cancelling removes it. */
export const rsvps = pgTable(
  'rsvps',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Whom they bring; places are one more. */
    guests: integer().notNull().default(0),
    /** The event's revision that their calendar was last sent; null where it holds none of ours. */
    calendarRevision: integer(),
    createdAt: moment(),
  },
  (table) => [
    check('rsvps_guests', sql`${table.guests} between 0 and 5`),
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('rsvps_user').on(table.userId, table.eventId),
    // Rows stay about where they are and come in the order of time: a summary of each stretch of the table is enough.
    index('rsvps_created').using('brin', table.createdAt).with({ autosummarize: true }),
    index('rsvps_list').on(table.eventId, table.createdAt, table.userId),
  ],
);
