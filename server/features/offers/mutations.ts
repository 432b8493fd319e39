import type { OfferedPlace } from '../../../contract/offers.ts';
import type { Signer } from '../../platform/crypto/signing.ts';
import type { Database } from '../../platform/db/database.ts';
import { demand } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { takeOffer } from '../rsvps/mutations/rsvps.ts';
import { declineOffer } from '../waitlist/mutations/turns.ts';
import { passOnRefusal } from './policy.ts';
import { offerAt } from './queries.ts';

/**
 * Takes the place that the link offers, for the member it was sent to; taking it again changes nothing.
 * @throws Refusal as reading the link, and `conflict` for an offer that is over
 */
export async function accept(
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
 * Passes the place on to the next; one that is over already is no error.
 * @throws Refusal as reading the link, and `conflict` for a place that was taken
 */
export async function passOn(
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
