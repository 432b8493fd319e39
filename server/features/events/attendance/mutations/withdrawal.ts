import { and, eq, gt, inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { answers, rsvps, waitlist } from '../tables.ts';
import { enqueueCalendarRemoval } from './notifications.ts';
import { lockEvents } from './lock.ts';
import { leaveWaitlists, offerPlaces } from './offers.ts';
import { deleteRsvps, type DeletedRsvp } from './entries.ts';

/**
 * Deletes a former member's RSVPs and waiting list entries of the group's upcoming events, and
 * updates their calendar.
 */
export async function withdrawFromGroup(
  tx: Transaction,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  const which = and(eq(events.groupId, groupId), gt(events.endTime, now));
  await enqueueCalendarRemoval(tx, userId, await withdrawFromEvents(tx, userId, which, now), now);
  await takeAnswersBack(tx, userId, which);
}

/** Deletes a suspended user's RSVPs and waiting list entries of all upcoming events. */
export async function withdrawFromUpcoming(tx: Transaction, userId: string, now: Date) {
  const left = await withdrawFromEvents(tx, userId, gt(events.endTime, now), now);
  await takeAnswersBack(tx, userId, gt(events.endTime, now));
  return left;
}

/** The events are locked before their answers, as where one answers. */
const takeAnswersBack = (tx: Transaction, userId: string, which: SQL | undefined) =>
  tx
    .delete(answers)
    .where(
      and(
        eq(answers.userId, userId),
        inArray(answers.eventId, tx.select({ id: events.id }).from(events).where(which)),
      ),
    );

/** Deletes every RSVP and waiting list entry of a deleted account, past events included. */
export const withdrawEverywhere = (tx: Transaction, { id }: { id: string }, now: Date) =>
  withdrawFromEvents(tx, id, undefined, now);

/**
 * Locks the matching events in order of id, deletes the user's RSVPs and waiting list entries
 * there, and offers the free places.
 * @returns the events of the deleted RSVPs
 */
async function withdrawFromEvents(
  tx: Transaction,
  userId: string,
  which: SQL | undefined,
  now: Date,
): Promise<DeletedRsvp[]> {
  const own = await tx
    .select({ id: rsvps.eventId })
    .from(rsvps)
    .where(eq(rsvps.userId, userId))
    .unionAll(
      tx.select({ id: waitlist.eventId }).from(waitlist).where(eq(waitlist.userId, userId)),
    );
  if (own.length === 0) return [];
  const ids = await lockEvents(tx, own, which);
  return ids.length === 0 ? [] : (await withdrawInTransaction(tx, userId, ids, now)).left;
}

/**
 * Withdraws a user from locked events.
 * @returns the events of the deleted RSVPs, and ids of those whose waiting list they were on
 */
export async function withdrawInTransaction(
  tx: Transaction,
  userId: string,
  eventIds: number[],
  now: Date,
): Promise<{ left: DeletedRsvp[]; waited: number[] }> {
  const left = await deleteRsvps(tx, userId, eventIds, now);
  const waited = await leaveWaitlists(tx, userId, eventIds, now);
  const freed = new Set([...left.filter(({ hasList }) => hasList).map(({ id }) => id), ...waited]);
  for (const id of eventIds) if (freed.has(id)) await offerPlaces(tx, id, now);
  return { left, waited };
}
