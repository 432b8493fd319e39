import type { PaymentFact, ReversalFact } from '#platform/payments/payments.ts';

export type Status =
  | 'created'
  | 'processing'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'disputed';

/** The state of a payment, and the time of its latest attempt. */
export interface Progress {
  status: Status;
  attemptedAt: Date | null;
}

const statusRanks = { created: 0, processing: 1, failed: 1, cancelled: 2, succeeded: 3 };

/** Only a payment that went through can be refunded or disputed. */
const paymentStatus = (status: Status) =>
  status === 'refunded' || status === 'disputed' ? 'succeeded' : status;

/**
 * Merges an event into the stored state; events arrive in any order. A final status outranks an
 * attempt, and the later of two attempts wins. Within one second, a failed attempt outranks one
 * under way.
 */
export function advanceProgress(
  progress: Progress,
  status: PaymentFact['status'],
  sentAt: Date,
): Progress {
  const before = paymentStatus(progress.status);
  const attempt = status === 'processing' || status === 'failed';
  const next = { status, attemptedAt: attempt ? sentAt : progress.attemptedAt };
  if (statusRanks[status] !== statusRanks[before])
    return statusRanks[status] > statusRanks[before] ? next : progress;
  const age = sentAt.getTime() - (progress.attemptedAt?.getTime() ?? 0);
  return attempt && (age > 0 || (age === 0 && status === 'failed')) ? next : progress;
}

const reversalRanks = { open: 0, done: 1, undone: 2 };

/** The later of two states in the life of a refund or dispute. */
export const laterReversal = (one: ReversalFact['state'], other: ReversalFact['state']) =>
  reversalRanks[other] > reversalRanks[one] ? other : one;

type Reversal = Pick<ReversalFact, 'kind' | 'amount' | 'state'>;

/** Derives a donation's status and its refunded amount from its payment, refunds and disputes. */
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
