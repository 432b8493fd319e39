import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { mostAddedPeople } from '#contract/platform/limits.ts';
import { deletedWithGroup } from '#features/community/groups/tables.ts';
import { deletedWithUser, users } from '#features/base/accounts/tables.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';
import { deletedWithEvent } from '#features/events/events/tables.ts';
import { children } from '#features/events/household/tables.ts';

/** The people of an RSVP, or of an entry of the waiting list. */
const peopleColumns = () => ({
  /** Whether the user comes; if not, their children do. */
  self: boolean().notNull().default(true),
  /** How many of the user's children come. */
  children: integer().notNull().default(0),
  /** Guests besides the user and their children. */
  guests: integer().notNull().default(0),
  /** It began without an account, so it needs no membership of the group. */
  asGuest: boolean().notNull().default(false),
});

/** A row is one RSVP; cancelling deletes it. */
export const rsvps = pgTable(
  'rsvps',
  {
    eventId: deletedWithEvent(),
    userId: deletedWithUser(),
    ...peopleColumns(),
    /** The event's revision that the user's calendar was last sent; null if it has none. */
    calendarRevision: integer(),
    createdAt: moment(),
  },
  (table) => [
    check('rsvps_guests', sql`${table.guests} between 0 and 5`),
    check('rsvps_people', sql`${table.self} or ${table.children} > 0`),
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('rsvps_user').on(table.userId, table.eventId),
    // Rows are inserted in order of time and never move, so a block range index is enough.
    index('rsvps_created').using('brin', table.createdAt).with({ autosummarize: true }),
    index('rsvps_list').on(table.eventId, table.createdAt, table.userId),
  ],
);

/**
 * A row is one waiting list entry, with or without an offer. Accepting, declining and expiry delete
 * it.
 */
export const waitlist = pgTable(
  'waitlist',
  {
    eventId: deletedWithEvent(),
    userId: deletedWithUser(),
    /**
     * Order on the list. Rows are inserted under the event's lock, so it is the order of arrival.
     */
    turn: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    ...peopleColumns(),
    /** End of the offer; null without one. The places count as taken while it is set. */
    offerExpiresAt: instant(),
    /** The closing time for which the user got the email about last places. */
    lastPlacesOf: instant(),
    createdAt: moment(),
  },
  (table) => [
    check('waitlist_guests', sql`${table.guests} between 0 and 5`),
    check('waitlist_people', sql`${table.self} or ${table.children} > 0`),
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('waitlist_turn').on(table.eventId, table.turn),
    index('waitlist_user').on(table.userId, table.eventId),
    index('waitlist_offers')
      .on(table.offerExpiresAt)
      .where(sql`offer_expires_at is not null`),
  ],
);

/** The columns that say who is in an RSVP, or in an entry of the waiting list. */
export const rsvpParty = { self: rsvps.self, children: rsvps.children, guests: rsvps.guests };
export const waitlistParty = {
  self: waitlist.self,
  children: waitlist.children,
  guests: waitlist.guests,
};

/** A row is a child who comes or waits with the RSVP or the waiting list entry of an adult. */
export const childPlaces = pgTable(
  'child_places',
  {
    eventId: deletedWithEvent(),
    childId: integer()
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    /** The adult who answered last. */
    userId: deletedWithUser(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.childId] }),
    index('child_places_entry').on(table.eventId, table.userId),
    index('child_places_child').on(table.childId),
    index('child_places_user').on(table.userId),
  ],
);

/** A row is a member's answer that they can't come, or a note to the organisers beside an RSVP. */
export const answers = pgTable(
  'answers',
  {
    eventId: deletedWithEvent(),
    userId: deletedWithUser(),
    /** The member can't come; they have no RSVP and no waiting list entry then. */
    cant: boolean().notNull(),
    note: freeText(),
    answeredAt: moment(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('answers_user').on(table.userId, table.eventId),
  ],
);

/**
 * A row is one guest without an account: a request, an RSVP, or an entry of the waiting list, with
 * or without an offer.
 */
export const guestRsvps = pgTable(
  'guest_rsvps',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: deletedWithEvent(),
    /** Null once erased: on cancelling, or 30 days after the event. */
    firstName: freeText(),
    email: freeText(),
    /**
     * A keyed hash of the address: it limits emails to one an hour, and outlives the address by a
     * day at most.
     */
    emailHash: identifier(),
    /** Guests besides the guest. */
    guests: integer().notNull().default(0),
    status: choice(['unconfirmed', 'going', 'waiting', 'cancelled'])
      .notNull()
      .default('unconfirmed'),
    /** Order on the waiting list, from the sequence of `waitlist`; null off the list. */
    turn: bigint({ mode: 'number' }),
    /** End of the offer; null without one. The places count as taken while it is set. */
    offerExpiresAt: instant(),
    /** The closing time for which the guest got the email about last places. */
    lastPlacesOf: instant(),
    /** The event's revision that the guest's calendar was last sent; null if it has none. */
    calendarRevision: integer(),
    /** Whether the guest gets the organisers' messages about the event. */
    messages: boolean().notNull().default(true),
    /** When the guest last asked for the email with the link. */
    requestedAt: moment(),
    /** When the guest first pressed the button of that email. */
    confirmedAt: instant(),
    /** When an unconfirmed row is deleted. */
    expiresAt: instant(),
    createdAt: moment(),
  },
  (table) => [
    check('guest_rsvps_guests', sql`${table.guests} between 0 and 5`),
    check(
      'guest_rsvps_list',
      sql`(${table.status} = 'waiting') = (${table.turn} is not null) and (${table.offerExpiresAt} is null or ${table.status} = 'waiting')`,
    ),
    check(
      'guest_rsvps_erased',
      sql`${table.status} <> 'cancelled' or num_nulls(${table.firstName}, ${table.email}) = 2`,
    ),
    uniqueIndex('guest_rsvps_address')
      .on(table.eventId, table.emailHash)
      .where(sql`status <> 'cancelled'`),
    index('guest_rsvps_hash').on(table.emailHash, table.eventId, table.requestedAt),
    index('guest_rsvps_email').on(table.email, table.eventId),
    index('guest_rsvps_list')
      .on(table.eventId, table.confirmedAt, table.id)
      .where(sql`status = 'going'`),
    index('guest_rsvps_turn')
      .on(table.eventId, table.turn)
      .where(sql`turn is not null`),
    index('guest_rsvps_offers')
      .on(table.offerExpiresAt)
      .where(sql`offer_expires_at is not null`),
    index('guest_rsvps_expiry')
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
    index('guest_rsvps_cancelled')
      .on(table.requestedAt)
      .where(sql`status = 'cancelled' and email_hash is not null`),
    index('guest_rsvps_named')
      .on(table.eventId)
      .where(sql`first_name is not null or email_hash is not null`),
  ],
);

/** The links that were emailed to guests. */
export const guestLinks = pgTable(
  'guest_links',
  {
    /** SHA-256 of the token in the link, hexadecimal. */
    id: identifier().primaryKey(),
    guestId: integer()
      .notNull()
      .references(() => guestRsvps.id, { onDelete: 'cascade' }),
    createdAt: moment(),
  },
  (table) => [index('guest_links_guest').on(table.guestId)],
);

/** Addresses that organisers keep away from the events of their group, as keyed hashes. */
export const guestBlocks = pgTable(
  'guest_blocks',
  {
    groupId: deletedWithGroup(),
    emailHash: identifier().notNull(),
    createdAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.groupId, table.emailHash] })],
);

/** A row is an RSVP that an organiser added by hand, for people without an account. */
export const addedAttendees = pgTable(
  'added_attendees',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: deletedWithEvent(),
    /** Null 30 days after the event, like the note. */
    name: freeText(),
    people: integer().notNull(),
    note: freeText(),
    addedById: identifier().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment(),
  },
  (table) => [
    check(
      'added_attendees_people',
      sql`${table.people} between 1 and ${sql.raw(String(mostAddedPeople))}`,
    ),
    index('added_attendees_list').on(table.eventId, table.createdAt, table.id),
    index('added_attendees_by').on(table.addedById),
    index('added_attendees_named')
      .on(table.eventId)
      .where(sql`name is not null`),
  ],
);
