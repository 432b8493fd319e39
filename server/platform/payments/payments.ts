import type { CleanText } from '#contract/platform/clean-text.ts';
import { Refusal } from '#platform/refusal.ts';

/** The details for starting a donation. */
export interface Intention {
  /** In pence. */
  amount: number;
  description: string;
  memberId: string | undefined;
  /** One key makes one payment, however often the call is repeated. */
  idempotencyKey: string;
}

/** The state of a payment. */
export interface PaymentFact {
  kind: 'payment';
  paymentIntentId: CleanText;
  status: 'processing' | 'failed' | 'succeeded' | 'cancelled';
  /** In the currency's smallest unit. */
  amount: number;
  currency: CleanText;
  metadata: Record<string, CleanText>;
  /** The address the donor entered for the receipt. */
  email: CleanText | null;
}

/** A refund or a chargeback. */
export interface ReversalFact {
  kind: 'refund' | 'dispute';
  id: CleanText;
  paymentIntentId: CleanText;
  amount: number;
  /** `done`: the money is gone; `undone`: it stayed after all. */
  state: 'open' | 'done' | 'undone';
}

export interface WebhookEvent {
  id: CleanText;
  type: CleanText;
  sentAt: Date;
  /** Null for an event that the site doesn't need. */
  fact: PaymentFact | ReversalFact | null;
}

/** The calls that the site makes to a payment provider. */
export interface Payments {
  /** @throws Refusal `payments_unavailable` */
  begin: (intention: Intention) => Promise<{ id: CleanText; clientSecret: string }>;
  /** @throws Refusal `invalid` for a webhook event that is not the provider's, or is old */
  read: (payload: string, signature: string, now: Date) => WebhookEvent;
}

export const paymentsUnavailable = () =>
  new Refusal(
    'payments_unavailable',
    'Payment processing is currently unavailable. Please try again later.',
  );

/** Marks our own payments on an account that may sell other things too. */
export const donationPurpose = 'donation';
