import { eq } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { groups } from '#features/community/groups/tables.ts';
import { leaveAsGuest } from '#features/events/attendance/mutations/erasure.ts';
import { manageAttendeesRefusal } from '#features/events/attendance/policy/attendees.ts';
import { recordOnEvent } from '#features/events/events/mutations/record.ts';
import { events } from '#features/events/events/tables.ts';
import { guestBlocks } from '../tables.ts';
import { withGuestLock } from './lock.ts';

/**
 * Removes a guest and tells them. With `block`, their address can't come to the group's events
 * again.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function removeGuest(
  db: Database,
  viewer: Viewer,
  key: { id: number; eventId: number },
  { block }: { block: boolean },
  now: Date,
): Promise<void> {
  await withGuestLock(
    db,
    viewer,
    key,
    async (tx, event, { row: guest }) => {
      demand(manageAttendeesRefusal(viewer, event));
      const [about] = await tx
        .select({ title: events.title, groupId: events.groupId, groupName: groups.name })
        .from(events)
        .innerJoin(groups, eq(groups.id, events.groupId))
        .where(eq(events.id, key.eventId));
      if (!about || guest.status === 'cancelled') throw notFound('Attendee');
      const { title, groupId, groupName } = about;
      const { email, emailHash } = guest;
      if (block && emailHash !== null) {
        await tx
          .insert(guestBlocks)
          .values({ groupId, emailHash, createdAt: now })
          .onConflictDoNothing();
      }
      const wasComing = guest.status !== 'unconfirmed' && event.endTime > now;
      await leaveAsGuest(tx, guest, now);
      if (email !== null && wasComing) {
        const payload = { eventId: key.eventId, title, groupName };
        await enqueue(tx, 'guest_removed', { email }, payload, now);
      }
      const after = block ? { isBlocked: true as const } : null;
      const change = { before: { guestId: key.id }, after };
      await recordOnEvent(tx, viewer, event, 'guest.remove', change, now);
    },
    now,
  );
}
