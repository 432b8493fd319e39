import { eq } from 'drizzle-orm';
import type { Database } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { demand, notFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { record, recordAsAdmin } from '#features/base/audit/mutations.ts';
import { groups } from '#features/community/groups/tables.ts';
import {
  manageWaitlistRefusal,
  admitRefusal,
} from '#features/events/attendance/policy/waitlist.ts';
import { guestBlocks, guestRsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { seeEventRefusal } from '#features/events/events/policy/event.ts';
import { manageAttendeesRefusal } from '../policy.ts';
import { withGuestLock } from './lock.ts';
import { cancelPlace, takePlace } from './places.ts';

interface GuestOfEvent {
  id: number;
  eventId: number;
}

/**
 * Removes a guest and tells them. With `block`, their address can't come to the group's events
 * again.
 * @throws Refusal `not_found`, `forbidden`
 */
export async function removeGuest(
  db: Database,
  viewer: Viewer,
  key: GuestOfEvent,
  { block }: { block: boolean },
  now: Date,
): Promise<void> {
  await withGuestLock(
    db,
    viewer,
    key,
    async (tx, { event, guest }) => {
      demand(manageAttendeesRefusal(viewer, event));
      const [about] = await tx
        .select({
          title: events.title,
          groupId: events.groupId,
          groupName: groups.name,
          emailHash: guestRsvps.emailHash,
        })
        .from(guestRsvps)
        .innerJoin(events, eq(events.id, guestRsvps.eventId))
        .innerJoin(groups, eq(groups.id, events.groupId))
        .where(eq(guestRsvps.id, key.id));
      if (!about || guest.status === 'cancelled') throw notFound('Attendee');
      const { title, groupId, groupName, emailHash } = about;
      if (block && emailHash !== null) {
        await tx
          .insert(guestBlocks)
          .values({ groupId, emailHash, createdAt: now })
          .onConflictDoNothing();
      }
      const { email } = guest;
      const wasComing = guest.status !== 'unconfirmed' && event.endTime > now;
      await cancelPlace(tx, guest, now);
      if (email !== null && wasComing) {
        const payload = { eventId: key.eventId, title, groupName };
        await enqueue(tx, 'guest_removed', { email }, payload, now);
      }
      if (!event.membership?.isOrganizer) {
        const change = {
          before: { guestId: key.id },
          after: block ? { isBlocked: true as const } : null,
        };
        await recordAsAdmin(tx, viewer, 'guest.remove', key.eventId, change, now);
      }
    },
    now,
  );
}

/**
 * Admits a guest from the waiting list, ahead of the order.
 * @returns whether this call gave them the place
 * @throws Refusal `not_found`, `forbidden`, `full`, `conflict` for an event that is over or
 * cancelled
 */
export const admitGuest = (
  db: Database,
  viewer: Viewer,
  key: GuestOfEvent,
  now: Date,
): Promise<boolean> =>
  withGuestLock(
    db,
    viewer,
    key,
    async (tx, { event, guest, attendance }) => {
      demand(seeEventRefusal(viewer, event) ?? manageWaitlistRefusal(viewer, event));
      if (!attendance.own) throw notFound('Attendee');
      if (attendance.own.status === 'going') return false;
      demand(admitRefusal(event, attendance, guest, now));
      await takePlace(tx, guest, guest.guests, 'let_in', now);
      const change = { before: null, after: { guestId: key.id, guests: guest.guests } };
      await record(tx, viewer, 'waitlist.let_in', key.eventId, change, now);
      return true;
    },
    now,
  );
