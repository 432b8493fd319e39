import type { PaymentFact, ReversalFact } from '#platform/payments/payments.ts';

export type Status =
  | 'created'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'disputed';

/** How far a payment is known to have come. */
export interface Progress {
  status: Status;
  attemptedAt: Date | null;
}

const ranks = { created: 0, processing: 1, failed: 1, cancelled: 2, succeeded: 3 };

/** Money can only go back from a payment that went through. */
const paymentStatus = (status: Status) =>
  status === 'refunded' || status === 'disputed' ? 'succeeded' : status;

/**
 * What is known once an event has come, in whatever order events come: an end outranks an attempt, and of
 * attempts the later holds; one that is under way and failed within the same second has failed.
 */
export function advanced(known: Progress, status: PaymentFact['status'], sentAt: Date): Progress {
  const before = paymentStatus(known.status);
  const attempt = status === 'processing' || status === 'failed';
  const next = { status, attemptedAt: attempt ? sentAt : known.attemptedAt };
  if (ranks[status] !== ranks[before]) return ranks[status] > ranks[before] ? next : known;
  const age = sentAt.getTime() - (known.attemptedAt?.getTime() ?? 0);
  return attempt && (age > 0 || (age === 0 && status === 'failed')) ? next : known;
}

const finality = { open: 0, done: 1, undone: 2 };

/** Of two things told of one refund or dispute, the one that comes later in its life. */
export const later = (one: ReversalFact['state'], other: ReversalFact['state']) =>
  finality[other] > finality[one] ? other : one;

type Reversal = Pick<ReversalFact, 'kind' | 'amount' | 'state'>;

/** A donation's status and what has gone back of it, from its payment and what it was taken back by. */
export function afterReversals(
  status: Status,
  amount: number,
  reversals: readonly Reversal[],
): { status: Status; refundedAmount: number } {
  const inForce = reversals.filter(({ state }) => state !== 'undone');
  const refundedAmount = inForce
    .filter(({ kind }) => kind === 'refund')
    .reduce((sum, refund) => sum + refund.amount, 0);
  const payment = paymentStatus(status);
  if (payment !== 'succeeded') return { status: payment, refundedAmount };
  if (inForce.some(({ kind }) => kind === 'dispute')) return { status: 'disputed', refundedAmount };
  return { status: refundedAmount >= amount ? 'refunded' : 'succeeded', refundedAmount };
}
