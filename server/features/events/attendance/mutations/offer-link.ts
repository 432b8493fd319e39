import type { OfferedPlace } from '#contract/events/offers.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { transaction, type Database } from '#platform/db/database.ts';
import { demand, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { lockEventFacts } from '#features/events/events/queries/event.ts';
import { passOnRefusal } from '../policy/offer-link.ts';
import { rsvpRefusal } from '../policy/rsvp.ts';
import { offerAt } from '../queries/links.ts';
import { waitlistEntryOf } from '../queries/state.ts';
import { requireActive, withRsvpLock } from './lock.ts';
import { changeRsvp, leaveEvents } from './rsvps.ts';

/**
 * Accepts the offered place for the member that the link was sent to, unless they are going
 * already.
 * @throws Refusal as `offerAt` and `attend`, and `conflict` for an offer that has ended
 */
export async function acceptOffer(
  db: Database,
  viewer: Viewer | null,
  token: string,
  signer: Signer,
  now: Date,
): Promise<OfferedPlace> {
  const { recipient, eventId, turn } = await offerAt(db, viewer, token, signer, now);
  const { id: userId } = recipient;
  await withRsvpLock(
    db,
    recipient,
    { eventId, userId },
    async (tx, event, locked) => {
      const state = requireActive(locked);
      const { own, row } = state;
      if (own?.status === 'going') return;
      demand(rsvpRefusal(recipient, event, now, own));
      if (own?.status !== 'offered' || row?.turn !== turn) throw offerExpired();
      const target = { eventId, userId, ...state };
      await changeRsvp(tx, target, { status: 'going', party: own, confirm: true }, now);
    },
    now,
  );
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
  await transaction(db, async (tx) => {
    await lockEventFacts(tx, recipient, eventId);
    const own = await waitlistEntryOf(tx, eventId, { userId: recipient.id });
    if (own?.turn !== turn || !own.offerExpiresAt) return;
    await leaveEvents(tx, recipient.id, [eventId], ['offered'], now);
  });
  const { offer } = await offerAt(db, viewer, token, signer, now);
  demand(passOnRefusal(offer));
  return offer;
}

const offerExpired = () =>
  new Refusal(
    'conflict',
    'This place is no longer kept for you. Please check the event’s page to see if there’s still room.',
  );
