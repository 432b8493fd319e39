import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { maxAddedPeople } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';
import { deletedWithEvent } from '#features/events/events/tables.ts';
import { children } from '#features/events/household/tables.ts';

/** A member answers for a party, a guest without an account, or an organiser who added it. */
export const rsvpKinds = ['member', 'guest', 'added'] as const;
export type RsvpKind = (typeof rsvpKinds)[number];

export const rsvpStatuses = [
  /** A guest who has yet to press the button of an email. */
  'unconfirmed',
  /** A member who has said that they can’t come. */
  'cant',
  'waiting',
  /** Waiting, with places kept for them, which count as taken. */
  'offered',
  'going',
  /** Was let in at the door from the waiting list, and takes no place that counts. */
  'came',
  /** A guest whose name and address are erased; the row limits emails to their address. */
  'cancelled',
] as const;
export type RsvpStatus = (typeof rsvpStatuses)[number];

/** Numbers the places on waiting lists, in the order of arrival. */
export const waitlistSequence = pgSequence('rsvps_turn');

/** A row is one party at one event: who answers for it, who is in it, and its status. */
export const rsvps = pgTable(
  'rsvps',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: deletedWithEvent(),
    kind: choice(rsvpKinds).notNull().default('member'),
    status: choice(rsvpStatuses).notNull().default('going'),

    /** Whether the person who answers comes; if not, their children do. */
    self: boolean().notNull().default(true),
    /** How many children of the member come. */
    children: integer().notNull().default(0),
    /** A telephone number of the adult, for the organisers on the day; null without children. */
    phone: freeText(),
    /** How many others come along. */
    companions: integer().notNull().default(0),

    /** Order on the waiting list, assigned under the event's lock; null off the list. */
    turn: bigint({ mode: 'number' }),
    /** End of the offer. */
    offerExpiresAt: instant(),
    /** The end of an offer that the event's cancellation interrupted. */
    interruptedOffer: instant(),
    /** The closing time for which they got the email about last places. */
    lastPlacesOf: instant(),
    /** The event's revision that their calendar was last sent; null if it has none. */
    calendarRevision: integer(),
    /** Since when the party comes or waits; of a guest who has yet to confirm, when they asked. */
    createdAt: moment(),

    userId: identifier().references(() => users.id, { onDelete: 'cascade' }),
    /** It began without an account, so it needs no membership of the group. */
    asGuest: boolean().notNull().default(false),
    /** A member's note to the organisers, or an organiser's about somebody added by hand. */
    note: freeText(),
    /** When the member said that they can’t come, or wrote the note. */
    answeredAt: instant(),

    /** The first name of a guest, or what an organiser wrote; null once erased, on cancelling or 30 days after the event. */
    name: freeText(),
    email: freeText(),
    /**
     * A keyed hash of the address: it limits emails to one an hour, and outlives the address by a
     * day at most.
     */
    emailHash: identifier(),
    /** Whether the guest gets the organisers' messages about the event. */
    messages: boolean().notNull().default(true),
    /** When the guest last asked for the email with the link. */
    requestedAt: instant(),
    /** When the guest first pressed the button of that email. */
    confirmedAt: instant(),
    /** When an unconfirmed row is deleted. */
    expiresAt: instant(),

    /** The organiser who added the party by hand. */
    addedById: identifier().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('rsvps_member', sql`(${table.kind} = 'member') = (${table.userId} is not null)`),
    check('rsvps_guest', sql`(${table.kind} = 'guest') = (${table.requestedAt} is not null)`),
    check(
      'rsvps_status',
      sql`${table.status} in ('going', 'waiting', 'offered', 'came') or ${table.status} = 'cant' and ${table.kind} = 'member' or ${table.status} in ('unconfirmed', 'cancelled') and ${table.kind} = 'guest'`,
    ),
    check('rsvps_people', sql`${table.self} or ${table.children} > 0`),
    check(
      'rsvps_companions',
      sql`${table.companions} between 0 and case ${table.kind} when 'added' then ${sql.raw(String(maxAddedPeople - 1))} else 5 end`,
    ),
    check(
      'rsvps_list',
      sql`(${table.status} in ('waiting', 'offered')) = (${table.turn} is not null) and (${table.status} = 'offered') = (${table.offerExpiresAt} is not null)`,
    ),
    check(
      'rsvps_erased',
      sql`${table.status} <> 'cancelled' or num_nulls(${table.name}, ${table.email}) = 2`,
    ),
    uniqueIndex('rsvps_of_member').on(table.eventId, table.userId),
    uniqueIndex('rsvps_of_address')
      .on(table.eventId, table.emailHash)
      .where(sql`email_hash is not null and status <> 'cancelled'`),
    index('rsvps_user').on(table.userId, table.eventId),
    // Nearly in the order of time, so a block range index is enough.
    index('rsvps_created').using('brin', table.createdAt).with({ autosummarize: true }),
    index('rsvps_going')
      .on(table.eventId, table.createdAt, table.userId)
      .where(sql`status = 'going'`),
    index('rsvps_waiting')
      .on(table.eventId, table.turn)
      .where(sql`turn is not null`),
    index('rsvps_offers')
      .on(table.offerExpiresAt)
      .where(sql`offer_expires_at is not null`),
    index('rsvps_hash')
      .on(table.emailHash, table.eventId, table.requestedAt)
      .where(sql`email_hash is not null`),
    index('rsvps_email')
      .on(table.email, table.eventId)
      .where(sql`email is not null`),
    index('rsvps_expiry')
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
    index('rsvps_cancelled')
      .on(table.requestedAt)
      .where(sql`status = 'cancelled' and email_hash is not null`),
    index('rsvps_personal')
      .on(table.eventId)
      .where(sql`name is not null or email_hash is not null or answered_at is not null`),
    // The figures of an event tell children from adults.
    index('rsvps_with_children')
      .on(table.eventId)
      .where(sql`status = 'going' and children > 0`),
    index('rsvps_phone')
      .on(table.eventId)
      .where(sql`phone is not null`),
    index('rsvps_added_by')
      .on(table.addedById)
      .where(sql`added_by_id is not null`),
  ],
);

/** The RSVP that a row belongs to, and goes with. */
export const deletedWithRsvp = () => integer().references(() => rsvps.id, { onDelete: 'cascade' });

/** A row is a child who comes or waits with the RSVP of an adult. */
export const childPlaces = pgTable(
  'child_places',
  {
    eventId: deletedWithEvent(),
    childId: integer()
      .notNull()
      .references(() => children.id, { onDelete: 'cascade' }),
    /** The RSVP of the adult who answered last. */
    rsvpId: deletedWithRsvp().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.childId] }),
    index('child_places_child').on(table.childId),
    index('child_places_rsvp').on(table.rsvpId),
  ],
);
