import { and, eq, gt, type SQL } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { comingOrWaiting } from '../queries/rsvps.ts';
import { eventsOfMember, lockEvents } from '../queries/state.ts';
import { enqueueCalendarRemoval } from './notifications.ts';
import type { EndedRsvp } from './rows.ts';
import { leaveEvents } from './rsvps.ts';

/** A member who leaves also takes back that they can't come. */
const everyAnswer = [...comingOrWaiting, 'cant'] as const;

/** Deletes a former member's RSVPs to the group's upcoming events, and updates their calendar. */
export async function withdrawFromGroup(
  tx: Transaction,
  groupId: number,
  userId: string,
  now: Date,
): Promise<void> {
  const which = and(eq(events.groupId, groupId), gt(events.endTime, now));
  const ended = await withdrawFromEvents(tx, userId, which, now);
  await enqueueCalendarRemoval(tx, { userId }, ended, now);
}

/** Deletes a suspended user's RSVPs to all upcoming events. */
export const withdrawFromUpcoming = (tx: Transaction, userId: string, now: Date) =>
  withdrawFromEvents(tx, userId, gt(events.endTime, now), now);

/** Deletes every RSVP of a deleted account, past events included. */
export const withdrawEverywhere = (tx: Transaction, { id }: { id: string }, now: Date) =>
  withdrawFromEvents(tx, id, undefined, now);

/** Locks the matching events in order of id, deletes the user's RSVPs there, and offers places. */
async function withdrawFromEvents(
  tx: Transaction,
  userId: string,
  which: SQL | undefined,
  now: Date,
): Promise<EndedRsvp[]> {
  const own = await eventsOfMember(tx, userId, ...everyAnswer);
  if (own.length === 0) return [];
  const ids = await lockEvents(tx, own, which);
  return ids.length === 0 ? [] : leaveEvents(tx, userId, ids, everyAnswer, now);
}
