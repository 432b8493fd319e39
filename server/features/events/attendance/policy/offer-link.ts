import type { Account } from '#contract/base/accounts.ts';
import type { OfferedPlace } from '#contract/events/offers.ts';
import { notFound, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/**
 * The link works for the member it was sent to, signed in or not. It is refused in another member's
 * session, and for an account that is suspended or deleted.
 */
export function offerLinkRefusal(
  viewer: Viewer | null,
  userId: string,
  recipient: Pick<Account, 'isActive'> | undefined,
): Refusal | null {
  if (viewer && viewer.id !== userId) {
    return new Refusal('forbidden', 'This place is kept for someone else');
  }
  if (!recipient) return notFound('Offer');
  return recipient.isActive ? null : new Refusal('suspended', 'This account has been suspended');
}

/**
 * An accepted place can't be declined: the member cancels the RSVP. A second decline changes
 * nothing.
 */
export const passOnRefusal = ({ state }: Pick<OfferedPlace, 'state'>): Refusal | null =>
  state === 'taken'
    ? new Refusal(
        'conflict',
        'You have taken this place. If you can’t come, please cancel your RSVP on the event’s page.',
      )
    : null;
