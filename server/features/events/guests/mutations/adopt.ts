import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockAttendanceState } from '#features/events/attendance/queries/state.ts';
import { answers, guestRsvps, rsvps, waitlist } from '#features/events/attendance/tables.ts';
import { guestRsvpsOf } from '../queries.ts';
import { deleteGuestMail } from './erase.ts';
import { withGuestLock } from './lock.ts';
import { cancelPlace } from './places.ts';

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
    const work: Parameters<typeof withGuestLock<void>>[3] = async (tx) =>
      adoptRsvp(tx, viewer, { id, eventId: ofEvent }, now);
    await withGuestLock(db, viewer, { id, eventId: ofEvent }, work, now).catch(unlessGone);
  }
  return found.length > 0;
}

/** A page reads several answers at once, and the first of them has made the RSVP the member's. */
function unlessGone(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
}

async function adoptRsvp(
  tx: Transaction,
  viewer: Viewer,
  { id, eventId }: { id: number; eventId: number },
  now: Date,
): Promise<void> {
  const state = await lockAttendanceState(tx, eventId, viewer.id, now);
  const [guest] = await tx.select().from(guestRsvps).where(eq(guestRsvps.id, id));
  if (!state?.isActive || !guest || guest.email !== viewer.email) return;
  if (state.own) return cancelPlace(tx, guest, now);
  const row = { eventId, userId: viewer.id, guests: guest.guests, asGuest: true };
  const createdAt = guest.confirmedAt ?? now;
  if (guest.status === 'going') {
    await tx.insert(rsvps).values({ ...row, calendarRevision: guest.calendarRevision, createdAt });
  } else if (guest.turn !== null) {
    const { turn, offerExpiresAt, lastPlacesOf } = guest;
    await tx.insert(waitlist).values({ ...row, turn, offerExpiresAt, lastPlacesOf, createdAt });
  } else return;
  await tx
    .delete(answers)
    .where(and(eq(answers.eventId, eventId), eq(answers.userId, viewer.id), answers.cant));
  await deleteGuestMail(tx, [id]);
  await tx.delete(guestRsvps).where(eq(guestRsvps.id, id));
}
