import type { OfferedPlace } from '#contract/events/offers.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { demand, notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { passOnRefusal } from '../policy/offer-link.ts';
import { rsvpRefusal } from '../policy/rsvp.ts';
import { offerAt } from '../queries/offer.ts';
import { waitlistEntryOf } from '../queries/state.ts';
import { requireAttendanceState, withAttendanceLock } from './lock.ts';
import { enqueueConfirmation } from './notifications.ts';
import { leaveWaitlists, offerPlaces } from './offers.ts';
import { upsertRsvp } from './entries.ts';

/**
 * Accepts the offered place for the member that the link was sent to. A second call changes
 * nothing.
 * @throws Refusal as `offerAt`, and `conflict` for an offer that has ended
 */
export async function acceptOffer(
  db: Database,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
): Promise<OfferedPlace> {
  const { recipient, eventId, turn } = await offerAt(db, viewer, token, signer, now);
  await takeOffer(db, recipient, eventId, turn, now);
  return (await offerAt(db, viewer, token, signer, now)).offer;
}

/**
 * Declines the offered place; the next on the list gets it. An offer that has ended is no error.
 * @throws Refusal as `offerAt`, and `conflict` for a place that was accepted
 */
export async function passOnOffer(
  db: Database,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
): Promise<OfferedPlace> {
  const { recipient, eventId, turn } = await offerAt(db, viewer, token, signer, now);
  await declineOffer(db, recipient, eventId, turn, now);
  const { offer } = await offerAt(db, viewer, token, signer, now);
  demand(passOnRefusal(offer));
  return offer;
}

/**
 * Creates the RSVP for the offer of one waiting list entry, unless the viewer has an RSVP.
 * @throws Refusal as `attend`, and `conflict` for an offer that has ended
 */
async function takeOffer(
  db: Database,
  viewer: Viewer,
  eventId: number,
  turn: number,
  now: Date,
): Promise<void> {
  await withAttendanceLock(
    db,
    viewer,
    eventId,
    viewer.id,
    async (tx, event, state) => {
      const { own } = requireAttendanceState(state);
      if (own?.status === 'going') return;
      demand(rsvpRefusal(viewer, event, now, own));
      const current = await waitlistEntryOf(tx, eventId, { userId: viewer.id });
      if (own?.status !== 'offered' || current?.turn !== turn) throw offerExpired();
      await upsertRsvp(tx, event, viewer.id, { own, party: own }, now);
      await enqueueConfirmation(tx, viewer.id, [eventId], now);
    },
    now,
  );
}

const offerExpired = () =>
  new Refusal(
    'conflict',
    'This place is no longer kept for you. Please check the event’s page to see if there’s still room.',
  );

/**
 * Removes the waiting list entry of a current offer and offers its places to the next.
 * @throws Refusal `not_found`
 */
async function declineOffer(
  db: Database,
  viewer: Viewer,
  eventId: number,
  turn: number,
  now: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await lockEventFacts(tx, viewer, eventId))) throw notFound('Event');
    const own = await waitlistEntryOf(tx, eventId, { userId: viewer.id });
    if (own?.turn !== turn || !own.offerExpiresAt) return;
    await leaveWaitlists(tx, viewer.id, [eventId], now);
    await offerPlaces(tx, eventId, now);
  });
}
