import { and, asc, eq, gt } from 'drizzle-orm';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { record } from '#features/base/audit/mutations.ts';
import { comments } from '#features/events/comments/tables.ts';
import { notifyCancelled } from '#features/events/events/mutations/cancelling.ts';
import {
  deleteLocked,
  deletionEntry,
  lockForDeletion,
} from '#features/events/events/mutations/deletion.ts';
import { emailSnapshot } from '#features/events/events/mutations/events.ts';
import { events } from '#features/events/events/tables.ts';
import { lockGroup } from '#features/community/groups/queries/groups.ts';
import { groups } from '#features/community/groups/tables.ts';
import { dropPictures } from '#features/base/media/mutations.ts';
import { enqueueForMembers } from '#features/community/membership/mutations.ts';
import { memberships } from '#features/community/membership/tables.ts';
import { deleteHiddenComment } from '#features/events/comments/mutations.ts';
import { enqueueForCalendarsAndGuests } from '#features/events/attendance/mutations/notifications.ts';

type Removal = (tx: Transaction, viewer: Viewer, id: number, now: Date) => Promise<void>;

/** For a call that only removes. */
const inOwnTransaction =
  (removal: Removal) => (db: Database, viewer: Viewer, id: number, now: Date) =>
    transaction(db, (tx) => removal(tx, viewer, id, now));

/**
 * Removes a group with its memberships, its events and their comments, and notifies its members.
 * @throws Refusal `not_found`
 */
export async function dropGroup(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  const group = await lockGroup(tx, id);
  const hosted = eq(events.groupId, id);
  // Members of a hidden group can’t see it; attendees of its events learn that these are cancelled.
  const isKnown = group.status !== 'hidden';
  if (isKnown) {
    const coming = await tx.$count(events, isComing(id, now));
    const payload = { groupId: id, name: group.name, coming };
    await enqueueForMembers(tx, viewer, id, 'group_deleted', payload, now);
  }
  // Locks memberships before events, in the order of all writers.
  await tx.delete(memberships).where(eq(memberships.groupId, id));
  await tx
    .select({ id: events.id })
    .from(events)
    .where(hosted)
    .orderBy(asc(events.id))
    .for('update');
  if (isKnown) await clearCalendars(tx, id, now);
  else await notifyHiddenCancelled(tx, viewer, id, now);
  const gone = await tx.delete(events).where(hosted).returning({ imageUrl: events.imageUrl });
  await tx.delete(groups).where(eq(groups.id, id));
  const covers = [group.imageUrl, group.edit?.imageUrl ?? null];
  await dropPictures(tx, [...covers, ...gone.map(({ imageUrl }) => imageUrl)]);
  const change = {
    before: {
      name: group.name,
      status: group.status,
      ownerId: group.createdById,
      members: group.memberCount,
      events: gone.length,
    },
    after: null,
  };
  await record(tx, viewer, 'group.delete', id, change, now);
}

const isComing = (groupId: number, now: Date) =>
  and(eq(events.groupId, groupId), eq(events.status, 'scheduled'), gt(events.endTime, now));

async function notifyHiddenCancelled(
  tx: Transaction,
  viewer: Viewer,
  groupId: number,
  now: Date,
): Promise<void> {
  const coming = await tx.select().from(events).where(isComing(groupId, now)).orderBy(events.id);
  for (const event of coming) await notifyCancelled(tx, viewer, { ...event, hidden: true }, now);
}

/**
 * Removes the group's events from calendars by one email for each event, because the email about
 * the group names none.
 */
async function clearCalendars(tx: Transaction, groupId: number, now: Date): Promise<void> {
  const coming = await tx.select().from(events).where(isComing(groupId, now)).orderBy(events.id);
  for (const event of coming) {
    const payload = { eventId: event.id, event: emailSnapshot(event), revision: event.revision };
    const effect = { kind: 'event_cancelled', payload, now } as const;
    await enqueueForCalendarsAndGuests(tx, effect, event.id);
  }
}

/**
 * Removes an event with its RSVPs and comments, and notifies attendees if it is upcoming.
 * @throws Refusal `not_found`
 */
export async function dropEvent(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  const locked = await lockForDeletion(tx, id);
  const { event } = locked;
  const isHidden = event.status === 'hidden';
  const status = isHidden ? event.hiddenFrom : event.status;
  if (status === 'scheduled' && event.endTime > now) {
    await notifyCancelled(tx, viewer, isHidden ? { ...event, hidden: true } : event, now);
  }
  await deleteLocked(tx, locked);
  await record(tx, viewer, 'event.delete', id, deletionEntry(event), now);
}

/**
 * Removes a comment and its text, which may be the very reason for the removal.
 * @throws Refusal `not_found`
 */
export async function dropComment(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  const [shown] = await tx.delete(comments).where(eq(comments.id, id)).returning();
  const comment = shown ?? (await deleteHiddenComment(tx, id));
  if (!comment) throw notFound('Comment');
  const before = { eventId: comment.eventId, authorId: comment.userId };
  await record(tx, viewer, 'comment.delete', id, { before, after: null }, now);
}

export const deleteGroup = inOwnTransaction(dropGroup);
export const deleteEvent = inOwnTransaction(dropEvent);
export const removeComment = inOwnTransaction(dropComment);
