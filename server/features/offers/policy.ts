import type { Account } from '../../../contract/accounts.ts';
import type { OfferedPlace } from '../../../contract/offers.ts';
import { notFound, Refusal } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';

/**
 * The link of an offer stands for the member whom it was sent to, signed in or not. In somebody else's session it does
 * nothing, nor for a member who is suspended or has left.
 */
export function offerLinkRefusal(
  viewer: Viewer | null,
  userId: string,
  recipient: Pick<Account, 'isActive'> | undefined,
): Refusal | null {
  if (viewer && viewer.id !== userId) {
    return new Refusal('forbidden', 'This place is kept for somebody else');
  }
  if (!recipient) return notFound('Offer');
  return recipient.isActive ? null : new Refusal('suspended', 'This account has been suspended');
}

/** Passing it on again changes nothing; one that was taken is given up like any other RSVP. */
export const passOnRefusal = ({ state }: Pick<OfferedPlace, 'state'>): Refusal | null =>
  state === 'taken'
    ? new Refusal(
        'conflict',
        'You have taken this place. If you can’t come, please cancel your RSVP on the event’s page.',
      )
    : null;
