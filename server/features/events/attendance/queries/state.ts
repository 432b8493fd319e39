import { and, eq, lte, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { RsvpEntry } from '../policy/places.ts';
import { rsvps, waitlist } from '../tables.ts';

const ofEvent = sql`from ${waitlist} where ${waitlist.eventId} = ${sql.placeholder('event')}`;

/** True if a user other than placeholder `viewer` is on the list of `event` without an offer. */
export const othersWait = sql<boolean>`exists (
  select 1 ${ofEvent} and ${waitlist.userId} <> ${sql.placeholder('viewer')} and ${waitlist.offerExpiresAt} is null)`;

/** True if an offer has expired by `now` and still counts as places taken. */
export const hasExpiredOffers = sql<boolean>`exists (
  select 1 ${ofEvent} and ${waitlist.offerExpiresAt} <= ${sql.placeholder('now')})`;

/** The viewer's position; 0 for a user who isn't on the list. */
const position = sql<number>`(select count(*)::int ${ofEvent} and ${waitlist.turn} <= (
  select ${waitlist.turn} ${ofEvent} and ${waitlist.userId} = ${sql.placeholder('viewer')}))`;

/** Counts offered places, expired offers included while they count as taken. */
const placesOnOffer = sql<number>`(select coalesce(sum(1 + ${waitlist.guests}), 0)::int ${ofEvent}
  and ${waitlist.offerExpiresAt} is not null)`;

/** Reads the state of an event's waiting list for a user, '' for nobody. */
export async function waitlistStateOf(db: Reader, eventId: number, userId: string, now: Date) {
  const waitlistState = statement(db, 'waitlist_state', (sqlDb) =>
    sqlDb
      .select({ othersWait, hasExpiredOffers, position, placesOnOffer })
      .from(events)
      .where(eq(events.id, sql.placeholder('event'))),
  );
  const [found] = await waitlistState.execute({ event: eventId, viewer: userId, now });
  return found ?? { othersWait: false, hasExpiredOffers: false, position: 0, placesOnOffer: 0 };
}

/** Counts places taken by RSVPs and by offers. */
export const placesCounted = (eventId: SQL | number | PgColumn) => sql<number>`(
  select coalesce(sum(1 + ${rsvps.guests}), 0) from ${rsvps} where ${rsvps.eventId} = ${eventId})::int + (
  select coalesce(sum(1 + ${waitlist.guests}), 0) from ${waitlist}
  where ${waitlist.eventId} = ${eventId} and ${waitlist.offerExpiresAt} is not null)::int`;

/**
 * Locks a user's account against a ban and returns their state at a locked event; undefined if
 * there is no such account.
 */
export async function lockAttendanceState(
  tx: Transaction,
  eventId: number,
  userId: string,
  now: Date,
) {
  const lockState = statement(tx, 'attendance_state_lock', (sqlTx) =>
    sqlTx
      .select({
        isActive: users.isActive,
        going: { guests: rsvps.guests },
        turn: { guests: waitlist.guests, offerExpiresAt: waitlist.offerExpiresAt },
        othersWait,
        hasExpiredOffers,
      })
      .from(users)
      .leftJoin(rsvps, and(eq(rsvps.eventId, sql.placeholder('event')), eq(rsvps.userId, users.id)))
      .leftJoin(
        waitlist,
        and(eq(waitlist.eventId, sql.placeholder('event')), eq(waitlist.userId, users.id)),
      )
      .where(eq(users.id, sql.placeholder('viewer')))
      .for('share', { of: users }),
  );
  const [found] = await lockState.execute({ event: eventId, viewer: userId, now });
  if (!found) return undefined;
  const { going, turn, ...rest } = found;
  return { ...rest, own: entryOf(going, turn) };
}

function entryOf(
  going: { guests: number } | null,
  turn: { guests: number; offerExpiresAt: Date | null } | null,
): RsvpEntry | null {
  if (going) return { status: 'going', guests: going.guests };
  return turn && { status: turn.offerExpiresAt ? 'offered' : 'waiting', guests: turn.guests };
}

const ahead = alias(waitlist, 'ahead');

/** Reads a user's waiting list entry with its position; undefined if there is none. */
export async function waitlistEntryOf(db: Reader, eventId: number, userId: string) {
  const [found] = await db
    .select({
      turn: waitlist.turn,
      guests: waitlist.guests,
      offerExpiresAt: waitlist.offerExpiresAt,
      position: sql<number>`(${db
        .select({ count: sql`count(*)::int` })
        .from(ahead)
        .where(and(eq(ahead.eventId, waitlist.eventId), lte(ahead.turn, waitlist.turn)))})`,
    })
    .from(waitlist)
    .where(and(eq(waitlist.eventId, eventId), eq(waitlist.userId, userId)));
  return found;
}
