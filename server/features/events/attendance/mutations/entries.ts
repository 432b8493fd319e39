import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { statement } from '#platform/db/fast/statements.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { outbox } from '#platform/mail/tables.ts';
import type { EventFacts } from '#features/events/events/policy/event.ts';
import { events } from '#features/events/events/tables.ts';
import { childAdults } from '#features/events/household/tables.ts';
import { placesOf, placesTakenBy, type Party, type RsvpEntry } from '../policy/places.ts';
import { hasWaitlist, placesIn } from '../queries/state.ts';
import { answers, childPlaces, rsvps, waitlist } from '../tables.ts';

/**
 * Writes the RSVP with these people and removes the waiting list entry. Rows of children are the
 * caller's.
 * @returns whether places have become free
 */
export async function upsertRsvp(
  tx: Transaction,
  event: EventFacts,
  userId: string,
  { own, party }: { own: RsvpEntry | null; party: Party },
  now: Date,
): Promise<boolean> {
  const people = partyColumns(party);
  if (own?.status === 'going' && isDeepStrictEqual(partyColumns(own), people)) return false;
  const more = placesOf(party) - placesTakenBy(own);
  await rsvpUpsert(tx).execute({
    event: event.id,
    attendee: userId,
    ...people,
    added: own?.status === 'going' ? 0 : 1,
    more,
    now,
  });
  return more < 0;
}

/**
 * The event's revision in the user's calendar, while the email that removes it is still pending.
 */
const pendingRemovalRevision = sql<number | null>`(
  select (payload #>> '{entries,0,calendarRevision}')::int from ${outbox}
  where coalesce(recipient_id, recipient_email) = ${sql.placeholder('attendee')}::text
    and kind = 'rsvp_withdrawn' and channel = 'mail' and open and attempts = 0
    and cause = 'event:' || ${sql.placeholder('event')}::int)`;

/**
 * Writes the row and the event's counts. The revision rises, so that calendars know the later
 * state.
 */
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
          self: sql.placeholder('self'),
          children: sql.placeholder('children'),
          guests: sql.placeholder('guests'),
          calendarRevision: pendingRemovalRevision,
          createdAt: sql.placeholder('now'),
        })
        .onConflictDoUpdate({
          target: [rsvps.eventId, rsvps.userId],
          set: {
            self: sql`excluded.self`,
            children: sql`excluded.children`,
            guests: sql`excluded.guests`,
          },
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
        attendeeCount: sql`${events.attendeeCount} + ${sql.placeholder('added')}::int`,
        placesTaken: sql`greatest(${events.placesTaken} + ${sql.placeholder('more')}::int, 0)`,
        revision: sql`${events.revision} + ${sql.placeholder('added')}::int`,
      })
      .where(eq(events.id, event));
  });

/** The party of an entry, as its columns. */
export const partyColumns = ({ self = true, children = 0, guests }: Party) => ({
  self,
  children,
  guests,
});

export type DeletedRsvp = Awaited<ReturnType<typeof deleteRsvps>>[number];

/** Deletes a user's RSVPs to locked events, with their children, and returns those events. */
export async function deleteRsvps(tx: Transaction, userId: string, eventIds: number[], now: Date) {
  const left = await rsvpsRemoval(tx).execute({ attendee: userId, events: eventIds });
  const withChildren = left.filter(({ children }) => children > 0).map(({ id }) => id);
  await removeChildren(tx, userId, withChildren, now);
  return left;
}

const rsvpsRemoval = (tx: Transaction) =>
  statement(tx, 'rsvps_delete', (sqlTx) => {
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
          children: rsvps.children,
          places: placesIn(rsvps).as('places'),
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
        placesTaken: sql`greatest(${events.placesTaken} - ${removed.places}, 0)`,
        revision: sql`${events.revision} + 1`,
      })
      .from(removed)
      .where(eq(events.id, removed.eventId))
      .returning({
        id: events.id,
        calendarRevision: removed.calendarRevision,
        children: removed.children,
        hasList: hasWaitlist,
      });
  });

/** Deletes the rows of children who came with a user's entries, and tells their other adults. */
export async function removeChildren(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  const removed = await tx
    .delete(childPlaces)
    .where(and(eq(childPlaces.userId, userId), inArray(childPlaces.eventId, eventIds)))
    .returning({ eventId: childPlaces.eventId, childId: childPlaces.childId });
  for (const eventId of new Set(removed.map((row) => row.eventId))) {
    const ids = removed.filter((row) => row.eventId === eventId).map(({ childId }) => childId);
    await notifyOtherAdults(tx, { eventId, userId, childIds: ids }, now);
  }
}

interface ChildrenAnswered {
  eventId: number;
  userId: string;
  childIds: number[];
  /** How many other dates of the series were answered along with this one. */
  otherDates?: number;
}

/** Emails the other adults of children that one adult has answered for. */
export async function notifyOtherAdults(
  tx: Transaction,
  { eventId, userId, childIds, otherDates }: ChildrenAnswered,
  now: Date,
): Promise<void> {
  if (childIds.length === 0) return;
  const others = await tx
    .select({
      userId: childAdults.userId,
      childIds: sql<number[]>`array_agg(${childAdults.childId} order by ${childAdults.childId})`,
    })
    .from(childAdults)
    .where(and(inArray(childAdults.childId, childIds), ne(childAdults.userId, userId)))
    .groupBy(childAdults.userId)
    .orderBy(childAdults.userId);
  for (const other of others) {
    const payload = { eventId, childIds: other.childIds, ...(otherDates && { otherDates }) };
    await enqueue(tx, 'child_answered', other.userId, payload, now);
  }
}
