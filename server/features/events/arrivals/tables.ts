import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { maxWalkInPeople } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { deletedWithRsvp } from '#features/events/attendance/tables.ts';
import { deletedWithEvent } from '#features/events/events/tables.ts';
import { freeText, identifier, instant, moment } from '#platform/db/columns.ts';

/** A row is the latest arrival of one party at one event: how many of it are here. */
export const arrivals = pgTable(
  'arrivals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: deletedWithEvent(),
    /** Null for a party that walked in. */
    rsvpId: deletedWithRsvp(),
    /** The id that a phone made for a party that walked in. */
    walkInId: identifier(),
    name: freeText(),
    /** How many walked in. */
    people: integer(),

    here: integer().notNull(),
    /** When it was said, by the clock of the phone. */
    at: instant().notNull(),
    device: identifier().notNull(),
    byId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** The helper who said so. */
    helper: freeText(),
  },
  (table) => [
    check('arrivals_here', sql`${table.here} >= 0`),
    check('arrivals_party', sql`num_nonnulls(${table.rsvpId}, ${table.walkInId}) = 1`),
    check(
      'arrivals_walk_in',
      sql`(${table.walkInId} is null) = (${table.people} is null)
        and (${table.people} is null or ${table.people} between 1 and ${sql.raw(String(maxWalkInPeople))})`,
    ),
    uniqueIndex('arrivals_of_rsvp')
      .on(table.rsvpId)
      .where(sql`rsvp_id is not null`),
    uniqueIndex('arrivals_of_walk_in')
      .on(table.eventId, table.walkInId)
      .where(sql`rsvp_id is null`),
    index('arrivals_event').on(table.eventId),
    index('arrivals_by')
      .on(table.byId)
      .where(sql`by_id is not null`),
  ],
);

/** The numbers of an event whose arrivals were deleted by the clock. */
export const attendanceTotals = pgTable('attendance_totals', {
  eventId: deletedWithEvent().primaryKey(),
  expected: integer().notNull(),
  parties: integer().notNull(),
  people: integer().notNull(),
  firstTime: integer().notNull(),
});

/** A row is a helper's link to the door of one event. */
export const doorLinks = pgTable(
  'door_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: deletedWithEvent(),
    /** SHA-256 of the token in the address, hexadecimal. */
    tokenHash: identifier().notNull(),
    name: freeText().notNull(),
    /** Whether the helper reads notes such as allergies. */
    notes: boolean().notNull(),
    createdById: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment(),
    /** To the minute. */
    lastUsedAt: instant(),
  },
  (table) => [
    uniqueIndex('door_links_token').on(table.tokenHash),
    index('door_links_event').on(table.eventId, table.id),
    index('door_links_created_by').on(table.createdById),
  ],
);
