import { and, eq, exists, gt, inArray, sql } from 'drizzle-orm';
import { profileRefusal } from '../accounts/policy.ts';
import { transaction, type Database, type Transaction } from '../db/database.ts';
import { rsvpRefusal, seeEventRefusal } from '../events/policy.ts';
import { lockedEventFacts } from '../events/queries.ts';
import { events } from '../events/tables.ts';
import { demand, notFound } from '../http/refusal.ts';
import type { Viewer } from '../http/route.ts';
import { rsvps } from './tables.ts';

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
    const added = await tx
      .insert(rsvps)
      .values({ eventId, userId: viewer.id, createdAt: now })
      .onConflictDoNothing()
      .returning({ eventId: rsvps.eventId });
    if (added.length > 0) await moveAttendeeCount(tx, eventId, 1);
    return added.length > 0;
  });
}

/**
 * Takes the viewer's RSVP back, if there is one.
 * @throws Refusal `not_found`
 */
export async function cancel(db: Database, viewer: Viewer, eventId: number): Promise<void> {
  await transaction(db, async (tx) => {
    const event = await lockedEventFacts(tx, eventId, viewer);
    if (!event) throw notFound('Event');
    const removed = await tx
      .delete(rsvps)
      .where(and(eq(rsvps.eventId, eventId), eq(rsvps.userId, viewer.id)))
      .returning({ eventId: rsvps.eventId });
    if (removed.length > 0) return moveAttendeeCount(tx, eventId, -1);
    demand(seeEventRefusal(viewer, event));
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
  await withdraw(tx, userId, attended);
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
  await withdraw(tx, userId, attended);
}

/** The events must be locked. */
async function withdraw(tx: Transaction, userId: string, locked: { id: number }[]): Promise<void> {
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  const removed = await tx
    .delete(rsvps)
    .where(and(eq(rsvps.userId, userId), inArray(rsvps.eventId, ids)))
    .returning({ eventId: rsvps.eventId });
  for (const { eventId } of removed) await moveAttendeeCount(tx, eventId, -1);
}

async function moveAttendeeCount(tx: Transaction, eventId: number, by: 1 | -1): Promise<void> {
  await tx
    .update(events)
    .set({ attendeeCount: sql`${events.attendeeCount} + ${by}` })
    .where(eq(events.id, eventId));
}
