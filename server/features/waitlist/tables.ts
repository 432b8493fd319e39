import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '../accounts/tables.ts';
import { instant, moment } from '../../platform/db/columns.ts';
import { events } from '../events/tables.ts';

/** A row is one who waits for a place, or is offered one; taking it, passing it on or letting it lapse removes it. */
export const waitlist = pgTable(
  'waitlist',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Given out under the event's lock, so that the order is that in which they came. */
    turn: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    guests: integer().notNull().default(0),
    /** Until when a place is theirs; null for one who waits. Their places count as taken as long as it is set. */
    offerExpiresAt: instant(),
    /** The closing of which they have been told that no more places are kept until then. */
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
