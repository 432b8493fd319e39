import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { instant, moment } from '#platform/db/columns.ts';
import { events } from '#features/events/events/tables.ts';

/** A row is one RSVP; cancelling deletes it. */
export const rsvps = pgTable(
  'rsvps',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Guests besides the user. */
    guests: integer().notNull().default(0),
    /** The event's revision that the user's calendar was last sent; null if it has none. */
    calendarRevision: integer(),
    createdAt: moment(),
  },
  (table) => [
    check('rsvps_guests', sql`${table.guests} between 0 and 5`),
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('rsvps_user').on(table.userId, table.eventId),
    // Rows are inserted in order of time and never move, so a block range index is enough.
    index('rsvps_created').using('brin', table.createdAt).with({ autosummarize: true }),
    index('rsvps_list').on(table.eventId, table.createdAt, table.userId),
  ],
);

/** A row is one waiting list entry, with or without an offer. Accepting, declining and expiry delete it. */
export const waitlist = pgTable(
  'waitlist',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Order on the list. Rows are inserted under the event's lock, so it is the order of arrival. */
    turn: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    guests: integer().notNull().default(0),
    /** End of the offer; null without one. The places count as taken while it is set. */
    offerExpiresAt: instant(),
    /** The closing time for which the user got the email about last places. */
    lastPlacesOf: instant(),
    createdAt: moment(),
  },
  (table) => [
    check('waitlist_guests', sql`${table.guests} between 0 and 5`),
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('waitlist_turn').on(table.eventId, table.turn),
    index('waitlist_user').on(table.userId, table.eventId),
    index('waitlist_offers')
      .on(table.offerExpiresAt)
      .where(sql`offer_expires_at is not null`),
  ],
);
