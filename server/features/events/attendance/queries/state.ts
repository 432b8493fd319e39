import { and, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { WaitlistEntry } from '#contract/events/waitlist.ts';
import { restoreTime } from '#contract/platform/durations.ts';
import { maxGuests } from '#contract/platform/limits.ts';
import { users } from '#features/base/accounts/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import type { Recipient } from '#platform/mail/email.ts';
import { cursorOf, cutPage, type Paging } from '#platform/http/cursor.ts';
import { lastStretch } from '../policy/offer-clock.ts';
import type { AttendanceState, RsvpEntry } from '../policy/places.ts';
import { rsvps, type RsvpStatus } from '../tables.ts';
import { isOfMember } from './rsvps.ts';

/** A member, or somebody without an account by the id of their RSVP. */
export type AttendeeKey = { userId: string } | { rsvpId: number };

export const attendeeKeyOf = ({ id, guestId }: Pick<Recipient, 'id' | 'guestId'>): AttendeeKey =>
  guestId === null ? { userId: id ?? '' } : { rsvpId: guestId };

/** Matches the RSVPs of a member, or the one of somebody without an account. */
export const isOf = (key: AttendeeKey): SQL =>
  'userId' in key ? eq(rsvps.userId, key.userId) : eq(rsvps.id, key.rsvpId);

/** The placeholders `viewer` and `rsvp` of the queries below; nobody is '' and 0. */
const keyParams = (key: AttendeeKey | null) => ({
  viewer: key && 'userId' in key ? key.userId : '',
  rsvp: key && 'rsvpId' in key ? key.rsvpId : 0,
});

const event = sql.placeholder('event');
const viewer = sql.placeholder('viewer');
const rsvp = sql.placeholder('rsvp');

const fromWaitlist = sql`from ${rsvps} waiter where waiter.event_id = ${event} and waiter.turn is not null`;

/** True if others than placeholders `viewer` and `rsvp` are on the list without an offer. */
const othersWait = sql<boolean>`exists (select ${fromWaitlist} and waiter.status = 'waiting'
  and waiter.user_id is distinct from ${viewer}::text and waiter.id <> ${rsvp}::int)`;

/** True if an offer has expired by `now` and still counts as places taken. */
const hasExpiredOffers = sql<boolean>`exists (
  select ${fromWaitlist} and waiter.offer_expires_at <= ${sql.placeholder('now')}::timestamptz)`;

/** Their position; 0 for somebody who isn't on the list. */
const ownPosition = sql<number>`(select count(*)::int ${fromWaitlist} and waiter.turn <= coalesce(
  (select waiter.turn ${fromWaitlist} and waiter.user_id = ${viewer}::text),
  (select waiter.turn ${fromWaitlist} and waiter.id = ${rsvp}::int)))`;

/** Counts offered places, expired offers included while they count as taken. */
const placesOnOffer = sql<number>`(select coalesce(sum(waiter.self::int + waiter.children + waiter.companions), 0)::int
  ${fromWaitlist} and waiter.status = 'offered')`;

/** Reads the state of an event's waiting list for an attendee. */
export async function waitlistStateOf(
  db: Reader,
  eventId: number,
  key: AttendeeKey | null,
  now: Date,
) {
  const waitlistState = statement(db, 'waitlist_state', (sqlDb) =>
    sqlDb
      .select({ othersWait, hasExpiredOffers, position: ownPosition, placesOnOffer })
      .from(events)
      .where(eq(events.id, event)),
  );
  const [found] = await waitlistState.execute({ event: eventId, ...keyParams(key), now });
  return found ?? { othersWait: false, hasExpiredOffers: false, position: 0, placesOnOffer: 0 };
}

const rowColumns = {
  id: rsvps.id,
  eventId: rsvps.eventId,
  kind: rsvps.kind,
  status: rsvps.status,
  self: rsvps.self,
  children: rsvps.children,
  companions: rsvps.companions,
  turn: rsvps.turn,
  offerExpiresAt: rsvps.offerExpiresAt,
  calendarRevision: rsvps.calendarRevision,
  userId: rsvps.userId,
  note: rsvps.note,
  phone: rsvps.phone,
  name: rsvps.name,
  email: rsvps.email,
  emailHash: rsvps.emailHash,
  confirmedAt: rsvps.confirmedAt,
  expiresAt: rsvps.expiresAt,
};

/** An RSVP as the mutations need it. */
export type RsvpRow = Pick<typeof rsvps.$inferSelect, keyof typeof rowColumns>;

/** The state that a change of an RSVP begins from. */
export interface LockedRsvp extends AttendanceState {
  /** The RSVP of any status; null for a member who has said nothing. */
  row: RsvpRow | null;
  /** False for an account that is deleted or suspended. */
  isActive: boolean;
  hasExpiredOffers: boolean;
}

/**
 * Reads an RSVP to a locked event and locks who answers: a member's account against a ban, a row
 * without an account against the job that deletes it. Undefined if there is no such account or row.
 */
export async function lockRsvp(
  tx: Transaction,
  eventId: number,
  key: AttendeeKey,
  now: Date,
): Promise<LockedRsvp | undefined> {
  const locked = 'userId' in key ? ofMember(tx) : withoutAccount(tx);
  const [found] = await locked.execute({ event: eventId, ...keyParams(key), now });
  return found && { ...found, own: entryOf(found.row) };
}

const ofMember = (tx: Transaction) =>
  statement(tx, 'rsvp_of_member_lock', (sqlTx) =>
    sqlTx
      .select({ isActive: users.isActive, row: rowColumns, othersWait, hasExpiredOffers })
      .from(users)
      .leftJoin(rsvps, and(eq(rsvps.eventId, event), eq(rsvps.userId, users.id)))
      .where(eq(users.id, viewer))
      .for('share', { of: users }),
  );

const withoutAccount = (tx: Transaction) =>
  statement(tx, 'rsvp_lock', (sqlTx) =>
    sqlTx
      .select({ isActive: sql<boolean>`true`, row: rowColumns, othersWait, hasExpiredOffers })
      .from(rsvps)
      .where(and(eq(rsvps.eventId, event), eq(rsvps.id, rsvp)))
      .for('update', { of: rsvps }),
  );

/** The entry of an RSVP that comes or waits. */
function entryOf(row: RsvpRow | null): RsvpEntry | null {
  if (row?.status !== 'going' && row?.status !== 'waiting' && row?.status !== 'offered')
    return null;
  const { status, self, children, companions } = row;
  return { status, self, children, companions };
}

/** Reads a place on the waiting list with its position; undefined if there is none. */
export async function waitlistEntryOf(db: Reader, eventId: number, key: AttendeeKey) {
  const [found] = await db
    .select({
      turn: rsvps.turn,
      companions: rsvps.companions,
      offerExpiresAt: rsvps.offerExpiresAt,
      position: sql<number>`(select count(*)::int from ${rsvps} waiter
        where waiter.event_id = ${eventId} and waiter.turn <= rsvps.turn)`,
    })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, eventId), isOf(key)));
  return found && found.turn !== null ? { ...found, turn: found.turn } : undefined;
}

/** The `turn` of the last entry shown, and its position. */
const turnCursor = cursorOf(z.tuple([z.int().min(0), z.int().min(0)]));

/** Lists members and guests on an event's waiting list, offers included, in order of position. */
export async function waitlistOf(db: Reader, eventId: number, paging: Paging) {
  const [lastTurn, before] = turnCursor.decode(paging.cursor) ?? [0, 0];
  const rows = await selectEntries(db)
    .where(and(eq(rsvps.eventId, eventId), gt(rsvps.turn, lastTurn)))
    .orderBy(rsvps.turn)
    .limit(paging.limit + 1);
  const entries = rows.map((row, at) => ({ ...row, position: before + at + 1 }));
  const { items, next } = cutPage(entries, paging.limit, ({ turn, position }) =>
    turnCursor.encode([Number(turn), position]),
  );
  return { items: items.map(toEntry), next };
}

const selectEntries = (db: Reader) =>
  db
    .select({
      id: rsvps.id,
      userId: rsvps.userId,
      name: sql<string | null>`coalesce(${users.firstName}, ${rsvps.name})`,
      profileImageUrl: users.profileImageUrl,
      companions: rsvps.companions,
      self: rsvps.self,
      children: rsvps.children,
      turn: rsvps.turn,
      offerExpiresAt: rsvps.offerExpiresAt,
      createdAt: rsvps.createdAt,
    })
    .from(rsvps)
    .leftJoin(users, eq(users.id, rsvps.userId));

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

/** Members who bring no children read nothing of households. */
export const peopleBrought = ({ self, children }: { self: boolean; children: number }) =>
  !self || children > 0 ? { self, children } : {};

const toEntry = (row: EntryRow & { position: number }): WaitlistEntry => ({
  kind: row.userId === null ? 'guest' : 'member',
  id: row.userId ?? row.id,
  userId: row.userId,
  firstName: row.name ?? '',
  profileImageUrl: row.profileImageUrl,
  guests: row.companions,
  ...peopleBrought(row),
  position: row.position,
  status: row.offerExpiresAt ? 'offered' : 'waiting',
  offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});

/** Locks those of the events that match, in order of id, and returns their ids. */
export async function lockEvents(
  tx: Transaction,
  among: { id: number }[],
  which: SQL | undefined,
): Promise<number[]> {
  // Selects by ids alone: with a join, PostgreSQL leaves out a row that another transaction changes
  // meanwhile.
  const ids = among.map(({ id }) => id);
  const locked = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(inArray(events.id, ids), which))
    .orderBy(events.id)
    .for('no key update');
  return locked.map(({ id }) => id);
}

/** Lists events that a member has an RSVP of these statuses to. */
export const eventsOfMember = (db: Reader, userId: string, ...statuses: RsvpStatus[]) =>
  db
    .select({ id: rsvps.eventId })
    .from(rsvps)
    .where(isOfMember(userId, ...statuses));

/**
 * Lists events whose offers or waiting list have ended, or whose free places somebody on the list
 * may get.
 */
export async function eventsToSettle(db: Reader, now: Date): Promise<number[]> {
  const closing = sql`least(${events.startTime}, ${events.rsvpClosesAt})`;
  const soon = new Date(now.getTime() + lastStretch);
  const lastRestored = new Date(now.getTime() - restoreTime);
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${rsvps.eventId} as id from ${rsvps} where ${rsvps.offerExpiresAt} <= ${now}
    union
    select ${events.id} from ${rsvps} join ${events} on ${events.id} = ${rsvps.eventId}
    where ${rsvps.turn} is not null and (${events.endTime} <= ${now}
      or ${events.status} = 'cancelled' and not coalesce(
        ${events.cancelledAt} > ${lastRestored} and ${events.startTime} > ${now}, false)
      or ${events.status} = 'scheduled' and (
        ${closing} > ${now} and ${closing} <= ${soon} and ${rsvps.lastPlacesOf} is distinct from ${closing}
        or ${closing} > ${soon} and ${rsvps.status} = 'waiting'
        and ${rsvps.companions} < coalesce(${events.capacity} - ${events.placesTaken}, ${maxGuests + 1})))
    order by id`);
  return rows.map(({ id }) => id);
}
