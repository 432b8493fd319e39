import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { CleanText } from '#contract/platform/clean-text.ts';
import type { Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { outbox } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import type { Party } from '../policy/places.ts';
import { comingOrWaiting, hasStatus, placesIn } from '../queries/rsvps.ts';
import type { LockedRsvp, RsvpRow } from '../queries/state.ts';
import { childPlaces, rsvps, type RsvpStatus } from '../tables.ts';
import { notifyOfFullEvent, notifyOtherAdults } from './notifications.ts';

/** A member's note to the organisers, and when they answered; both null without a note. */
export interface AnswerNote {
  note: CleanText | null;
  answeredAt: Date | null;
}

/** An RSVP of a locked event, or the member who has none yet. */
export interface Target extends Pick<LockedRsvp, 'row' | 'own'> {
  eventId: number;
  /** Null for a guest without an account. */
  userId: string | null;
}

export interface Entry {
  /** Without it the status stays. */
  status?: 'going' | 'waiting' | undefined;
  party: Party;
  answerNote?: AnswerNote | undefined;
  /** Without it a number stays. */
  phone?: CleanText | null | undefined;
}

/** An RSVP that was written, and whether its event has a waiting list. */
interface WrittenRsvp {
  id: number;
  hasList: boolean;
}

/** Writes a party’s status at a locked event and who is in it, and counts the event anew. */
export async function writeRsvp(
  tx: Transaction,
  { eventId, row, userId }: Target,
  { status, party, answerNote, phone = row?.phone }: Entry,
  now: Date,
): Promise<WrittenRsvp> {
  const people = partyColumns({ ...party, phone });
  if (!row) {
    const values = {
      event: eventId,
      attendee: userId,
      status,
      ...people,
      now,
      ...(answerNote ?? silent),
    };
    const [inserted] = await rsvpInsert(tx).execute(values);
    if (!inserted) throw new Error('an insert returned no row');
    if (inserted.isNowFull) await notifyOfFullEvent(tx, inserted.groupId, eventId, now);
    return inserted;
  }
  const enters = status !== undefined && status !== row.status;
  if (enters || answerNote || !isDeepStrictEqual(partyColumns(row), people)) {
    const columns = { ...people, ...(enters && entering(row, status, now)), ...answerNote };
    await setColumns(tx, row.id, columns);
  }
  const lists = await recount(tx, [eventId], now);
  return { id: row.id, hasList: lists.length > 0 };
}

const silent: AnswerNote = { note: null, answeredAt: null };

/** The party of an RSVP, as its columns. */
const partyColumns = ({
  self = true,
  children = 0,
  companions,
  phone = null,
}: Party & Pick<Entry, 'phone'>) => ({
  self,
  children,
  companions,
  phone: children > 0 ? phone : null,
});

/** The columns of an RSVP that begins to go or wait. */
const entering = (row: RsvpRow, status: 'going' | 'waiting', now: Date) => ({
  status,
  turn: status === 'waiting' ? sql`nextval('rsvps_turn')` : null,
  offerExpiresAt: null,
  lastPlacesOf: null,
  expiresAt: null,
  createdAt: row.confirmedAt ?? now,
  ...(status === 'going' &&
    row.userId !== null && { calendarRevision: pendingRemovalRevision(row.userId, row.eventId) }),
  ...(row.kind === 'guest' && { confirmedAt: row.confirmedAt ?? now }),
  ...(row.status === 'cant' && silent),
});

/**
 * The event's revision in the user's calendar, while the email that removes it is still pending.
 */
const pendingRemovalRevision = (userId: unknown, eventId: unknown) => sql<number | null>`(
  select (payload #>> '{entries,0,calendarRevision}')::int from ${outbox}
  where coalesce(recipient_id, recipient_email) = ${userId}::text
    and kind = 'rsvp_withdrawn' and channel = 'mail' and open and attempts = 0
    and cause = 'event:' || ${eventId}::int)`;

const rsvpInsert = (tx: Transaction) =>
  statement(tx, 'rsvp_insert', (sqlTx) => {
    const [attendee, status] = [sql.placeholder('attendee'), sql.placeholder('status')];
    const inserted = sqlTx.$with('inserted').as(
      sqlTx
        .insert(rsvps)
        .values({
          eventId: sql`${event}::int`,
          userId: sql`${attendee}::text`,
          status: sql`${status}::text`,
          self: sql.placeholder('self'),
          children: sql.placeholder('children'),
          companions: sql.placeholder('companions'),
          phone: sql.placeholder('phone'),
          turn: sql`case when ${status}::text = 'waiting' then nextval('rsvps_turn') end`,
          calendarRevision: sql`case when ${status}::text = 'going' then ${pendingRemovalRevision(attendee, event)} end`,
          note: sql.placeholder('note'),
          answeredAt: sql`${sql.placeholder('answeredAt')}::timestamptz`,
          createdAt: sql.placeholder('now'),
        })
        .returning(),
    );
    const rows = sql`${countedRows} union all select ${countedColumns} from ${inserted}`;
    const id = sql<number>`(select id from ${inserted})`;
    return recounting(sqlTx.with(inserted), rows).returning({ ...foundCounts, id });
  });

/** An RSVP that was deleted. */
export interface EndedRsvp {
  eventId: number;
  status: RsvpStatus;
  /** The event's revision that the member's calendar holds. */
  calendarRevision: number | null;
  childIds: number[];
  /** Whether the event has a waiting list. */
  hasList: boolean;
}

/**
 * Deletes a member's RSVPs of these statuses to locked events, counts those events anew, and tells
 * the other adults of their children.
 */
export async function removeRsvps(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  statuses: readonly RsvpStatus[],
  now: Date,
): Promise<EndedRsvp[]> {
  const ended: EndedRsvp[] = [];
  for (const id of inOrder(eventIds)) {
    const which = { attendee: userId, event: id, statuses };
    ended.push(...(await rsvpDelete(tx).execute(which)));
  }
  for (const { eventId, childIds } of ended)
    await notifyOtherAdults(tx, { eventId, userId, childIds }, now);
  return ended;
}

const inOrder = (ids: number[]) => ids.toSorted((one, other) => one - other);

const rsvpDelete = (tx: Transaction) =>
  statement(tx, 'rsvp_delete', (sqlTx) => {
    const deleted = sqlTx.$with('deleted').as(
      sqlTx
        .delete(rsvps)
        .where(
          and(
            eq(rsvps.userId, sql.placeholder('attendee')),
            eq(rsvps.eventId, event),
            sql`${rsvps.status} = any(${sql.placeholder('statuses')}::text[])`,
          ),
        )
        .returning({
          id: rsvps.id,
          status: rsvps.status,
          calendarRevision: rsvps.calendarRevision,
          // Their rows go after this statement.
          childIds: sql<number[]>`array(select child_places.child_id from ${childPlaces}
            where child_places.rsvp_id = rsvps.id order by 1)`.as('child_ids'),
        }),
    );
    const rows = sql`${countedRows} and id not in (select id from ${deleted})`;
    return recounting(sqlTx.with(deleted), rows, sql`, ${deleted}`).returning({
      eventId: events.id,
      hasList: foundCounts.hasList,
      status: sql<RsvpStatus>`deleted.status`,
      calendarRevision: sql<number | null>`deleted.calendar_revision`,
      childIds: sql<number[]>`deleted.child_ids`,
    });
  });

/**
 * Writes that a member can't come to a locked event, in place of their RSVP if they have one. The
 * event's counts are the caller's.
 */
export async function declineRsvp(
  tx: Transaction,
  { eventId, userId, row }: { eventId: number; userId: string; row: RsvpRow | null },
  note: CleanText | null,
  now: Date,
): Promise<void> {
  const columns = { status: 'cant', note, answeredAt: now, createdAt: now } as const;
  if (!row) {
    await insertRsvps(tx, [{ eventId, userId, ...columns }]);
    return;
  }
  const childIds = await deleteChildPlaces(tx, eq(childPlaces.rsvpId, row.id));
  await notifyOtherAdults(tx, { eventId, userId, childIds }, now);
  await setColumns(tx, row.id, { ...withdrawn, ...columns });
}

/** @returns ids of the children who had the places */
export async function deleteChildPlaces(
  tx: Transaction,
  which: SQL | undefined,
): Promise<number[]> {
  const gone = await tx
    .delete(childPlaces)
    .where(which)
    .returning({ childId: childPlaces.childId });
  return gone.map(({ childId }) => childId);
}

const withdrawn = {
  self: true,
  children: 0,
  companions: 0,
  phone: null,
  turn: null,
  offerExpiresAt: null,
  lastPlacesOf: null,
  calendarRevision: null,
  asGuest: false,
};

/** Writes that a member can't come to locked events that they have said nothing about. */
export async function declineRsvps(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<void> {
  const columns = { userId, status: 'cant', answeredAt: now, createdAt: now } as const;
  const rows = eventIds.map((eventId) => ({ eventId, ...columns }));
  await insertRsvps(tx, rows);
}

/**
 * Counts locked events anew from their rows, and tells organisers of an event that is full now.
 * @returns ids of those of the events that have a waiting list
 */
export async function recount(tx: Transaction, eventIds: number[], now: Date): Promise<number[]> {
  const lists: number[] = [];
  for (const id of inOrder(eventIds)) {
    const [found] = await eventRecount(tx).execute({ event: id });
    if (found?.hasList) lists.push(id);
    if (found?.isNowFull) await notifyOfFullEvent(tx, found.groupId, id, now);
  }
  return lists;
}

const eventRecount = (tx: Transaction) =>
  statement(tx, 'event_recount', (sqlTx) => recounting(sqlTx, countedRows).returning(foundCounts));

const event = sql.placeholder('event');
const countedColumns = sql.raw('id, status, self, children, companions, turn');
const countedRows = sql`select ${countedColumns} from ${rsvps}
  where event_id = ${event} and ${hasStatus(...comingOrWaiting)}`;

/**
 * Counts one event's attendees and taken places from `rows`, offers included: for several events,
 * PostgreSQL would plan the statement anew each time. A statement that changes rows as well doesn't
 * see what it has changed, so its `rows` add it or leave it out. The revision rises with each
 * attendee who comes or goes, so that calendars know the later state.
 */
const recounting = (sqlTx: Pick<Transaction, 'update'>, rows: SQL, others = sql``) =>
  sqlTx
    .update(events)
    .set({
      attendeeCount: sql`counted.going`,
      placesTaken: sql`counted.places`,
      revision: sql`${events.revision} + abs(counted.going - ${events.attendeeCount})`,
    })
    .from(
      sql`(
        select (count(*) filter (where ${hasStatus('going')}))::int as going,
          coalesce(sum(${placesIn}) filter (where ${hasStatus('going', 'offered')}), 0)::int as places,
          coalesce(bool_or(${rsvps.turn} is not null), false) as has_list,
          (select before.places_taken from ${events} before where before.id = ${event}) as before
        from (${rows}) as ${rsvps}) as counted${others}`,
    )
    .where(eq(events.id, event));

const foundCounts = {
  groupId: events.groupId,
  hasList: sql<boolean>`counted.has_list`,
  // The locked row has the count from before this statement.
  isNowFull: sql<boolean>`coalesce(counted.before < ${events.capacity} and counted.places >= ${events.capacity}, false)`,
};

/** Inserts RSVPs; their events' counts are the caller's. */
export const insertRsvps = (tx: Transaction, rows: PgInsertValue<typeof rsvps>[]) =>
  rows.length === 0
    ? Promise.resolve([])
    : tx.insert(rsvps).values(rows).returning({ id: rsvps.id, userId: rsvps.userId });

/** Changes columns of an RSVP, if it is still there; its event's counts are the caller's. */
export async function setColumns(
  tx: Transaction,
  id: number,
  columns: PgUpdateSetSource<typeof rsvps>,
): Promise<void> {
  await tx.update(rsvps).set(columns).where(eq(rsvps.id, id));
}

/** Deletes an RSVP with what hangs on it; its event's counts are the caller's. */
export const deleteRsvp = (tx: Transaction, id: number) => tx.delete(rsvps).where(eq(rsvps.id, id));
