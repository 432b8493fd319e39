import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { unlessNotFound } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { deleteGuestMail, leaveAsGuest } from '#features/events/attendance/mutations/erasure.ts';
import { deleteRsvp, setColumns } from '#features/events/attendance/mutations/rows.ts';
import { lockRsvp } from '#features/events/attendance/queries/state.ts';
import { guestRsvpsOf } from '../queries.ts';
import { guestLinks } from '../tables.ts';
import { withGuestLock, type LockedGuest } from './lock.ts';

/**
 * Adopts what a signed-in member did as a guest when they look at it. A script's token is no
 * sign-in, and a replica takes no changes.
 * @returns whether there was anything to adopt
 */
export const adoptAtLook = async (
  db: Database,
  viewer: Viewer | null,
  eventId: number | undefined,
  { replicaReads, scopes }: Pick<Context, 'replicaReads' | 'scopes'>,
  now: Date,
): Promise<boolean> =>
  viewer !== null &&
  !replicaReads &&
  scopes === undefined &&
  (await adoptGuestRsvps(db, viewer, eventId, now));

/**
 * Makes RSVPs that a signed-in member made as a guest their own: of one event, or of all to come.
 * It needs their confirmed address. The place stays where the member has none yet.
 * @returns whether there was any
 */
async function adoptGuestRsvps(
  db: Database,
  viewer: Viewer,
  eventId: number | undefined,
  now: Date,
): Promise<boolean> {
  const found = await guestRsvpsOf(db, viewer, eventId, now);
  for (const { id, eventId: ofEvent } of found) {
    await withGuestLock(
      db,
      viewer,
      { id, eventId: ofEvent },
      (tx, _, guest) => adoptRsvp(tx, viewer, guest, now),
      now,
      // A page reads several answers at once, and the first of them has made the RSVP the member's.
    ).catch(unlessNotFound);
  }
  return found.length > 0;
}

async function adoptRsvp(
  tx: Transaction,
  viewer: Viewer,
  { row: guest }: LockedGuest,
  now: Date,
): Promise<void> {
  const { id, eventId } = guest;
  const member = await lockRsvp(tx, eventId, { userId: viewer.id }, now);
  if (!member?.isActive || guest.email !== viewer.email) return;
  if (member.own) return leaveAsGuest(tx, guest, now);
  if (guest.turn === null && guest.status !== 'going') return;
  // They have said that they can't come, and then came as a guest.
  if (member.row) await deleteRsvp(tx, member.row.id);
  await deleteGuestMail(tx, [id]);
  await tx.delete(guestLinks).where(eq(guestLinks.guestId, id));
  await setColumns(tx, id, { ...asMember, userId: viewer.id });
}

const asMember = {
  kind: 'member',
  asGuest: true,
  name: null,
  email: null,
  emailHash: null,
  messages: true,
  requestedAt: null,
  confirmedAt: null,
} as const;
