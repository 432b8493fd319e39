import { and, eq, exists, gt, inArray, sql, ne } from 'drizzle-orm';
import { profileRefusal } from '../accounts/policy.ts';
import { transaction, type Database, type Transaction } from '../../platform/db/database.ts';
import { statement } from '../../platform/db/fast/statements.ts';
import { rsvpRefusal, seeEventRefusal } from '../events/policy.ts';
import { lockedEventFacts } from '../events/queries.ts';
import { events } from '../events/tables.ts';
import { demand, notFound } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/http/route.ts';
import { rsvps } from './tables.ts';
import { type Effects, type EffectKind, add } from '../../platform/mail/outbox.ts';

/**
 * Says that the viewer goes; saying it twice changes nothing.
 * @returns whether this call made the RSVP
 * @throws Refusal `not_found`, `not_a_member`, `profile_incomplete`, `conflict` for an event over or cancelled
 */
export async function attend(
  db: Database,
  viewer: Viewer,
  eventId: number,
  now: Date,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, eventId, viewer);
    if (!event) throw notFound('Event');
    demand(rsvpRefusal(viewer, event, now));
    demand(profileRefusal(viewer, 'sign up for events'));
    const counted = await addedTo(tx).execute({ event: eventId, viewer: viewer.id, now });
    return counted.length > 0;
  });
}

/** The row, if there is none yet, and the count with it. */
const addedTo = (tx: Transaction) =>
  statement(tx, 'rsvp_added', (sqlTx) => {
    const added = sqlTx.$with('added').as(
      sqlTx
        .insert(rsvps)
        .values({
          eventId: sql.placeholder('event'),
          userId: sql.placeholder('viewer'),
          createdAt: sql.placeholder('now'),
        })
        .onConflictDoNothing()
        .returning({ eventId: rsvps.eventId }),
    );
    return sqlTx
      .with(added)
      .update(events)
      .set({ attendeeCount: sql`${events.attendeeCount} + 1` })
      .where(inArray(events.id, sqlTx.select({ eventId: added.eventId }).from(added)))
      .returning({ id: events.id });
  });

/**
 * Takes the viewer's RSVP back, if there is one.
 * @throws Refusal `not_found`
 */
export async function cancel(db: Database, viewer: Viewer, eventId: number): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, eventId, viewer);
    if (!event) throw notFound('Event');
    const counted = await takeBack(tx, viewer.id, [eventId]);
    if (counted.length === 0) demand(seeEventRefusal(viewer, event));
  });
}

/** Takes back a leaver's RSVPs to the group's events still to come; locks the events in order of id. */
export async function withdrawFromGroup(
  tx: Transaction,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  const ownRsvp = tx
    .select({ one: sql`1` })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, events.id), eq(rsvps.userId, userId)));
  const attended = await tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.groupId, groupId), gt(events.endTime, now), exists(ownRsvp)))
    .orderBy(events.id)
    .for('no key update');
  await takeBack(
    tx,
    userId,
    attended.map(({ id }) => id),
  );
}

/** Takes back every RSVP of somebody who leaves the site, to events long over too. */
export async function withdrawEverywhere(tx: Transaction, userId: string): Promise<void> {
  const own = tx.select({ id: rsvps.eventId }).from(rsvps).where(eq(rsvps.userId, userId));
  const attended = await tx
    .select({ id: events.id })
    .from(events)
    .where(inArray(events.id, own))
    .orderBy(events.id)
    .for('no key update');
  await takeBack(
    tx,
    userId,
    attended.map(({ id }) => id),
  );
}

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
        .returning({ eventId: rsvps.eventId }),
    );
    return sqlTx
      .with(removed)
      .update(events)
      .set({ attendeeCount: sql`${events.attendeeCount} - 1` })
      .where(inArray(events.id, sqlTx.select({ eventId: removed.eventId }).from(removed)))
      .returning({ id: events.id });
  });
  return removal.execute({ attendee: userId, events: eventIds });
}

/** One effect for each who goes to the event, but not for the one who caused it. */
export async function enqueueForAttendees<K extends EffectKind>(
  tx: Transaction,
  kind: K,
  eventId: number,
  causedBy: string,
  payload: Effects[K],
  now: Date,
): Promise<void> {
  const to = sql`
    select ${rsvps.userId}, null::text from ${rsvps}
    where ${and(eq(rsvps.eventId, eventId), ne(rsvps.userId, causedBy))}`;
  await add(tx, { kind, payload, now }, { to });
}
