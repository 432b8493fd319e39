import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { record } from '../../audit/mutations.ts';
import { transaction, type Database, type Transaction } from '../../../platform/db/database.ts';
import { statement } from '../../../platform/db/fast/statements.ts';
import { seeEventRefusal, type EventFacts } from '../../events/policy/event.ts';
import { placesHeld, placesOf, type Party, type Turnout } from '../../events/policy/places.ts';
import { attendRefusal, rsvpRefusal } from '../../events/policy/rsvp.ts';
import { letInRefusal, manageWaitlistRefusal } from '../../events/policy/waitlist.ts';
import { lockedEventFacts } from '../../events/queries/event.ts';
import { events } from '../../events/tables.ts';
import { demand, notFound, Refusal } from '../../../platform/refusal.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { giveUpTurns, offerPlaces } from '../../waitlist/mutations/offers.ts';
import { requireParty, requireTurnout, withTurnout } from '../../waitlist/mutations/turns.ts';
import { turnOf } from '../../waitlist/queries/turn.ts';
import { waitlist } from '../../waitlist/tables.ts';
import { outbox } from '../../../platform/mail/tables.ts';
import { rsvps } from '../tables.ts';
import { enqueueConfirmation, tellTakenOut } from './telling.ts';
import { enqueue } from '../../../platform/mail/outbox.ts';

/**
 * Says that the viewer goes, or with how many, and takes a place that is offered to them; saying it twice changes
 * nothing. Without a number of guests a party stays as it is.
 * @returns whether this call made the RSVP
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `invalid` for too many guests, `full`, `conflict`
 *   for an event over or cancelled, or whose RSVPs have closed
 */
export async function attend(
  db: Database,
  viewer: Viewer,
  eventId: number,
  wanted: { guests?: number | undefined },
  now: Date,
): Promise<boolean> {
  return withTurnout(
    db,
    viewer,
    eventId,
    viewer.id,
    (tx, event, held) => attendHeld(tx, viewer, event, held, { ...wanted, confirm: true }, now),
    now,
  );
}

/** The same for an event that is held, with the viewer's membership and account; without `confirm` they are not told. */
export async function attendHeld(
  tx: Transaction,
  viewer: Viewer,
  event: EventFacts,
  held: Turnout | undefined,
  wanted: { guests?: number | undefined; confirm: boolean },
  now: Date,
): Promise<boolean> {
  const { turnout, guests } = requireParty(viewer, event, held, wanted, now);
  demand(attendRefusal(event, turnout, guests, now));
  const added = turnout.own?.status !== 'going';
  const freed = await putDown(tx, event, viewer.id, { own: turnout.own, guests }, now);
  if (added && wanted.confirm) await enqueueConfirmation(tx, viewer.id, [event.id], now);
  if (freed) await offerPlaces(tx, event.id, now);
  return added;
}

/**
 * Takes the place that is kept for a turn on the list; for one who goes already nothing changes.
 * @throws Refusal as `attend`, and `conflict` where no place is kept for that turn any more
 */
export async function takeOffer(
  db: Database,
  viewer: Viewer,
  eventId: number,
  turn: number,
  now: Date,
): Promise<void> {
  await withTurnout(
    db,
    viewer,
    eventId,
    viewer.id,
    async (tx, event, held) => {
      const { own } = requireTurnout(held);
      if (own?.status === 'going') return;
      demand(rsvpRefusal(viewer, event, now));
      const current = await turnOf(tx, eventId, viewer.id);
      if (own?.status !== 'offered' || current?.turn !== turn) throw offerOver();
      await putDown(tx, event, viewer.id, { own, guests: own.guests }, now);
      await enqueueConfirmation(tx, viewer.id, [eventId], now);
    },
    now,
  );
}

const offerOver = () =>
  new Refusal(
    'conflict',
    'This place is no longer kept for you. Please see on the event’s page how it stands.',
  );

/**
 * Lets somebody in who waits, before those whose turn it is.
 * @returns whether this call made the RSVP
 * @throws Refusal `not_found`, `forbidden`, `full`, `conflict` for an event over or cancelled
 */
export async function letIn(
  db: Database,
  viewer: Viewer,
  eventId: number,
  userId: string,
  now: Date,
): Promise<boolean> {
  return withTurnout(
    db,
    viewer,
    eventId,
    userId,
    async (tx, event, turnout) => {
      demand(manageWaitlistRefusal(viewer, event));
      if (!turnout?.own) throw notFound('Person');
      if (turnout.own.status === 'going') return false;
      const { guests } = turnout.own;
      demand(letInRefusal(event, turnout, guests, now));
      await putDown(tx, event, userId, { own: turnout.own, guests }, now);
      const change = { before: null, after: { userId, guests } };
      await record(tx, viewer, 'waitlist.let_in', eventId, change, now);
      await enqueue(tx, 'let_in', userId, { eventId }, now);
      return true;
    },
    now,
  );
}

/**
 * Puts a party down among those who go, with so many guests from now on, and takes it off the list.
 * @returns whether places have become free
 */
async function putDown(
  tx: Transaction,
  event: EventFacts,
  userId: string,
  { own, guests }: { own: Party | null; guests: number },
  now: Date,
): Promise<boolean> {
  if (own?.status === 'going' && own.guests === guests) return false;
  const more = placesOf(guests) - placesHeld(own);
  await partyPutDown(tx).execute({
    event: event.id,
    attendee: userId,
    guests,
    people: own?.status === 'going' ? 0 : 1,
    more,
    now,
  });
  return more < 0;
}

/**
 * What the calendar of somebody holds who has just taken their RSVP back, while nobody has begun to tell them that it
 * is taken out.
 */
const notTakenOut = sql<number | null>`(
  select (payload #>> '{entries,0,calendarRevision}')::int from ${outbox}
  where coalesce(recipient_id, recipient_email) = ${sql.placeholder('attendee')}::text
    and kind = 'rsvp_withdrawn' and channel = 'mail' and open and attempts = 0
    and cause = 'event:' || ${sql.placeholder('event')}::int)`;

/** The row, and the counts with it; the event's revision moves, so that a calendar knows what came after what. */
const partyPutDown = (tx: Transaction) =>
  statement(tx, 'party_put_down', (sqlTx) => {
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
          calendarRevision: notTakenOut,
          createdAt: sql.placeholder('now'),
        })
        .onConflictDoUpdate({
          target: [rsvps.eventId, rsvps.userId],
          set: { guests: sql`excluded.guests` },
        })
        .returning({ eventId: rsvps.eventId }),
    );
    return sqlTx
      .with(offList, going)
      .update(events)
      .set({
        attendeeCount: sql`${events.attendeeCount} + ${sql.placeholder('people')}::int`,
        placesTaken: sql`greatest(${events.placesTaken} + ${sql.placeholder('more')}::int, 0)`,
        revision: sql`${events.revision} + ${sql.placeholder('people')}::int`,
      })
      .where(eq(events.id, event));
  });

/**
 * Takes the viewer's RSVP back, if there is one, and offers their places to those who wait.
 * @throws Refusal `not_found`
 */
export async function cancel(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, viewer, eventId);
    if (!event) throw notFound('Event');
    const [left] = await takeBack(tx, viewer.id, [eventId]);
    if (!left) demand(seeEventRefusal(viewer, event));
    else {
      if (left.hasList) await offerPlaces(tx, eventId, now);
      await tellTakenOut(tx, viewer.id, [left], now);
    }
  });
}

/** Takes back a leaver's RSVPs to the group's events still to come, and their turns at them; their calendar follows. */
export async function withdrawFromGroup(
  tx: Transaction,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  const which = and(eq(events.groupId, groupId), gt(events.endTime, now));
  await tellTakenOut(tx, userId, await withdraw(tx, userId, which, now), now);
}

/** Takes back all that somebody who is suspended has said they would come to. */
export const withdrawFromComing = (tx: Transaction, userId: string, now: Date) =>
  withdraw(tx, userId, gt(events.endTime, now), now);

/** Takes back every RSVP of somebody who leaves the site, to events long over too. */
export const withdrawEverywhere = (tx: Transaction, { id }: { id: string }, now: Date) =>
  withdraw(tx, id, undefined, now);

/**
 * Takes back RSVPs and turns, and offers the places to those who wait; locks the events in order of id.
 * @returns the events that they no longer go to
 */
async function withdraw(
  tx: Transaction,
  userId: string,
  which: SQL | undefined,
  now: Date,
): Promise<Left[]> {
  const own = sql`
    select ${rsvps.eventId} from ${rsvps} where ${rsvps.userId} = ${userId} union all
    select ${waitlist.eventId} from ${waitlist} where ${waitlist.userId} = ${userId}`;
  const wanted = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(sql`${events.id} in (${own})`, which))
    .orderBy(events.id)
    .for('no key update');
  const ids = wanted.map(({ id }) => id);
  return ids.length === 0 ? [] : (await withdrawHeld(tx, userId, ids, now)).left;
}

/**
 * The same for events that are held.
 * @returns what they no longer go to, and the events that they were on the list of
 */
export async function withdrawHeld(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<{ left: Left[]; waited: number[] }> {
  const left = await takeBack(tx, userId, eventIds);
  const waited = await giveUpTurns(tx, userId, eventIds);
  const freed = new Set([...left.filter(({ hasList }) => hasList).map(({ id }) => id), ...waited]);
  for (const id of eventIds) if (freed.has(id)) await offerPlaces(tx, id, now);
  return { left, waited };
}

type Left = Awaited<ReturnType<typeof takeBack>>[number];

/** Answers the events that somebody no longer goes to; they must be locked. */
function takeBack(tx: Transaction, userId: string, eventIds: number[]) {
  const removal = statement(tx, 'rsvps_removed', (sqlTx) => {
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
    return sqlTx
      .with(removed)
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
        hasList: sql<boolean>`exists (select 1 from ${waitlist} where ${waitlist.eventId} = ${events.id})`,
      });
  });
  return removal.execute({ attendee: userId, events: eventIds });
}
