import { eq } from 'drizzle-orm';
import { dropPictures } from '#features/base/media/mutations.ts';
import { lockDates, lockSeriesOf, renumberDates } from '#features/events/series/mutations/lock.ts';
import type { Transaction } from '#platform/db/database.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { deleteEventRefusal } from '../policy/event.ts';
import { lockEventFacts } from '../queries/event.ts';
import { isAnswered } from '../queries/is-answered.ts';
import { events } from '../tables.ts';
import type { EventRow } from './events.ts';
import { recordOnEvent } from './record.ts';

/** Locks an event against everything, with the series that it is a date of. */
export async function lockForDeletion(tx: Transaction, id: number) {
  const seriesIds = await lockSeriesOf(tx, [id]);
  for (const seriesId of seriesIds) await lockDates(tx, seriesId);
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('update');
  if (!event) throw notFound('Event');
  return { event, seriesIds };
}

/** Deletes a locked event with everything that hangs on it. */
export async function deleteLocked(
  tx: Transaction,
  { event, seriesIds }: { event: Pick<EventRow, 'id' | 'imageUrl'>; seriesIds: number[] },
): Promise<void> {
  await tx.delete(events).where(eq(events.id, event.id));
  await renumberDates(tx, seriesIds);
  await dropPictures(tx, [event.imageUrl]);
}

/** The log's entry of a deleted event. */
export const deletionEntry = (event: EventRow) => ({
  before: {
    title: event.title,
    groupId: event.groupId,
    startTime: event.startTime.toISOString(),
    attendees: event.attendeeCount,
  },
  after: null,
});

/**
 * Deletes an event that is over, if nobody answered it.
 * @throws Refusal `not_found`, `forbidden`, `conflict`
 */
export async function deleteUnanswered(
  tx: Transaction,
  viewer: Viewer,
  id: number,
  now: Date,
): Promise<void> {
  const locked = await lockForDeletion(tx, id);
  const facts = await lockEventFacts(tx, viewer, id);
  demand(deleteEventRefusal(viewer, facts, await isAnswered(tx, id), now));
  await deleteLocked(tx, locked);
  await recordOnEvent(tx, viewer, facts, 'event.delete', deletionEntry(locked.event), now);
}
