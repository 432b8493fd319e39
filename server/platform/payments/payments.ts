import { Refusal } from '../refusal.ts';
import type { WebhookEvent } from './webhook-events.ts';

/** What a donation is begun with. */
export interface Intention {
  /** In pence. */
  amount: number;
  description: string;
  memberId: string | undefined;
  /** One of these makes one payment, however often it is asked for. */
  idempotencyKey: string;
}

/** The payment provider, as far as the site needs one. */
export interface Payments {
  /** @throws Refusal `payments_unavailable` */
  begin: (intention: Intention) => Promise<{ id: string; clientSecret: string }>;
  /** @throws Refusal `invalid` for a webhook event that is not the provider's, or is old */
  read: (payload: string, signature: string, now: Date) => WebhookEvent;
}

export const unavailable = () =>
  new Refusal(
    'payments_unavailable',
    'Payment processing is currently unavailable. Please try again later.',
  );

/** Marks a payment as one of ours on an account that may sell other things too. */
export const purpose = 'donation';
