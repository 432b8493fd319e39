import { and, eq, sql } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { seeEventRefusal, type EventFacts } from '#features/events/events/policy/event.ts';
import {
  attendRefusal,
  placesTakenBy,
  placesOf,
  type RsvpEntry,
  type AttendanceState,
} from '../policy/places.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { events } from '#features/events/events/tables.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { requireAttendance, withAttendanceLock } from './lock.ts';
import { offerPlaces } from './offers.ts';
import { hasWaitlist } from '../queries/state.ts';
import { answers, rsvps, waitlist } from '../tables.ts';
import { outbox } from '#platform/mail/tables.ts';
import { enqueueConfirmation, enqueueCalendarRemoval } from './notifications.ts';

/**
 * Creates the viewer's RSVP or changes its guests, and accepts an offered place. Without a number
 * the guests stay.
 * @returns whether this call created the RSVP
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests,
 * `full`, `conflict` for an event that is over or cancelled, or whose RSVPs have closed
 */
export async function attend(
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<boolean> {
  return withAttendanceLock(
    db,
    viewer,
    eventId,
    viewer.id,
    (tx, event, locked) =>
      attendInTransaction(tx, viewer, event, locked, { ...wanted, confirm: true }, now),
    now,
  );
}

/**
 * Attends inside a transaction that holds the attendance lock. The viewer gets an email only with
 * `confirm`.
 */
export async function attendInTransaction(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  locked: AttendanceState | undefined,
  wanted: { guests?: number | undefined; confirm: boolean },
  now: Date,
): Promise<boolean> {
  const { state, guests } = requireAttendance(viewer, event, locked, wanted, now);
  demand(attendRefusal(event, state, guests, now));
  const added = state.own?.status !== 'going';
  const freed = await upsertRsvp(tx, event, viewer.id, { own: state.own, guests }, now);
  if (added && wanted.confirm) await enqueueConfirmation(tx, viewer.id, [event.id], now);
  if (freed) await offerPlaces(tx, event.id, now);
  return added;
}

/**
 * Writes the RSVP with this number of guests and removes the waiting list entry.
 * @returns whether places have become free
 */
export async function upsertRsvp(
  tx: Transaction,
  event: EventFacts,
  userId: string,
  { own, guests }: { own: RsvpEntry | null; guests: number },
  now: Date,
): Promise<boolean> {
  if (own?.status === 'going' && own.guests === guests) return false;
  const more = placesOf(guests) - placesTakenBy(own);
  await rsvpUpsert(tx).execute({
    event: event.id,
    attendee: userId,
    guests,
    people: own?.status === 'going' ? 0 : 1,
    more,
    now,
  });
  return more < 0;
}

/** The event's revision in the user's calendar, while the email that removes it is still pending. */
const pendingRemovalRevision = sql<number | null>`(
  select (payload #>> '{entries,0,calendarRevision}')::int from ${outbox}
  where coalesce(recipient_id, recipient_email) = ${sql.placeholder('attendee')}::text
    and kind = 'rsvp_withdrawn' and channel = 'mail' and open and attempts = 0
    and cause = 'event:' || ${sql.placeholder('event')}::int)`;

/** Writes the row and the event's counts. The revision rises, so that calendars know the later state. */
const rsvpUpsert = (tx: Transaction) =>
  statement(tx, 'rsvp_upsert', (sqlTx) => {
    const event = sql.placeholder('event');
    const attendee = sql.placeholder('attendee');
    const offList = sqlTx.$with('off_list').as(
      sqlTx
        .delete(waitlist)
        .where(and(eq(waitlist.eventId, event), eq(waitlist.userId, attendee)))
        .returning({ eventId: waitlist.eventId }),
    );
    const going = sqlTx.$with('going').as(
      sqlTx
        .insert(rsvps)
        .values({
          eventId: event,
          userId: attendee,
          guests: sql.placeholder('guests'),
          calendarRevision: pendingRemovalRevision,
          createdAt: sql.placeholder('now'),
        })
        .onConflictDoUpdate({
          target: [rsvps.eventId, rsvps.userId],
          set: { guests: sql`excluded.guests` },
        })
        .returning({ eventId: rsvps.eventId }),
    );
    const saidNo = sqlTx.$with('said_no').as(
      sqlTx
        .delete(answers)
        .where(and(eq(answers.eventId, event), eq(answers.userId, attendee), answers.cant))
        .returning({ eventId: answers.eventId }),
    );
    return sqlTx
      .with(offList, saidNo, going)
      .update(events)
      .set({
        attendeeCount: sql`${events.attendeeCount} + ${sql.placeholder('people')}::int`,
        placesTaken: sql`greatest(${events.placesTaken} + ${sql.placeholder('more')}::int, 0)`,
        revision: sql`${events.revision} + ${sql.placeholder('people')}::int`,
      })
      .where(eq(events.id, event));
  });

/**
 * Deletes the viewer's RSVP, if any, and offers its places to the waiting list.
 * @throws Refusal `not_found`
 */
export async function cancelRsvp(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockEventFacts(tx, viewer, eventId);
    if (!event) throw notFound('Event');
    const [left] = await deleteRsvps(tx, viewer.id, [eventId]);
    if (!left) demand(seeEventRefusal(viewer, event));
    else {
      if (left.hasList) await offerPlaces(tx, eventId, now);
      await enqueueCalendarRemoval(tx, viewer.id, [left], now);
    }
  });
}

export type Left = Awaited<ReturnType<typeof deleteRsvps>>[number];

/** Deletes a user's RSVPs to locked events and returns those events. */
export function deleteRsvps(tx: Transaction, userId: string, eventIds: number[]) {
  const removal = statement(tx, 'rsvps_delete', (sqlTx) => {
    const removed = sqlTx.$with('removed').as(
      sqlTx
        .delete(rsvps)
        .where(
          and(
            eq(rsvps.userId, sql.placeholder('attendee')),
            sql`${rsvps.eventId} = any(${sql.placeholder('events')}::integer[])`,
          ),
        )
        .returning({
          eventId: rsvps.eventId,
          guests: rsvps.guests,
          calendarRevision: rsvps.calendarRevision,
        }),
    );
    const notes = sqlTx.$with('notes').as(
      sqlTx
        .delete(answers)
        .where(
          and(
            eq(answers.userId, sql.placeholder('attendee')),
            sql`${answers.eventId} = any(${sql.placeholder('events')}::integer[])`,
            sql`not ${answers.cant}`,
          ),
        )
        .returning({ eventId: answers.eventId }),
    );
    return sqlTx
      .with(removed, notes)
      .update(events)
      .set({
        attendeeCount: sql`${events.attendeeCount} - 1`,
        placesTaken: sql`greatest(${events.placesTaken} - 1 - ${removed.guests}, 0)`,
        revision: sql`${events.revision} + 1`,
      })
      .from(removed)
      .where(eq(events.id, removed.eventId))
      .returning({
        id: events.id,
        calendarRevision: removed.calendarRevision,
        hasList: hasWaitlist,
      });
  });
  return removal.execute({ attendee: userId, events: eventIds });
}
