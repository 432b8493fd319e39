import { Stripe } from 'stripe';
import { z } from 'zod';
import { type Raw, cleanTexts } from '#contract/platform/clean-text.ts';
import { Refusal } from '#platform/refusal.ts';
import type { PaymentFact, Payments, ReversalFact, WebhookEvent } from './payments.ts';

const signatureToleranceSeconds = 300;

/**
 * Verifies and reads a Stripe webhook: anybody may post one, and only the signature proves that it
 * is Stripe's.
 */
export const webhookReader =
  (stripe: Stripe, secret: string, log: Log): Payments['read'] =>
  (payload, signature, now) => {
    try {
      stripe.webhooks.signature?.verifyHeader(
        payload,
        signature,
        secret,
        signatureToleranceSeconds,
        undefined,
        now.getTime(),
      );
      return webhookEventOf(JSON.parse(payload));
    } catch (error) {
      log.warn(factsOf(error), 'a webhook event was refused');
      throw new Refusal('invalid', 'This message isn’t from the payment provider');
    }
  };

/**
 * Limits signed text to what a column can store: a valid signature says nothing about the length.
 */
const Text = z
  .string()
  .max(500)
  .refine((text) => !text.includes('\u0000'));
const maxPence = 99_999_999;
const lastSecond = Date.UTC(9999, 11, 31) / 1000;

const Event = z.object({
  id: Text,
  type: Text,
  created: z
    .int()
    .min(0)
    .max(lastSecond)
    .transform((seconds) => new Date(seconds * 1000)),
  data: z.object({ object: z.unknown() }),
});

const Reference = z.union([Text, z.object({ id: Text }).transform(({ id }) => id)]);
const Metadata = z.record(z.string(), Text).nullish();

const PaymentIntent = z.object({
  id: Text,
  amount: z.int().min(1).max(maxPence),
  currency: Text,
  metadata: Metadata,
});

const Charge = PaymentIntent.omit({ id: true }).extend({
  payment_intent: Reference.nullish(),
  billing_details: z.object({ email: z.email().nullish().catch(null) }).nullish(),
});

const Reversal = z.object({
  id: Text,
  amount: z.int().min(0).max(maxPence),
  status: z.string().nullish(),
  payment_intent: Reference.nullish(),
});

const paymentStatuses = new Map<string, PaymentFact['status']>(
  Object.entries({
    'payment_intent.processing': 'processing',
    'payment_intent.payment_failed': 'failed',
    'payment_intent.canceled': 'cancelled',
    'payment_intent.succeeded': 'succeeded',
  }),
);

const refundStates = new Map<string, ReversalFact['state']>(
  Object.entries({
    succeeded: 'done',
    failed: 'undone',
    canceled: 'undone',
  }),
);

const disputeStates = new Map<string, ReversalFact['state']>(
  Object.entries({
    lost: 'done',
    won: 'undone',
    warning_closed: 'undone',
    prevented: 'undone',
  }),
);

function webhookEventOf(json: unknown): WebhookEvent {
  const { id, type, created, data } = Event.parse(json);
  return { ...cleanTexts({ id, type, fact: factOf(type, data.object) }), sentAt: created };
}

function factOf(type: string, object: unknown): Raw<WebhookEvent['fact']> {
  const status = paymentStatuses.get(type);
  if (status) return paymentFact(status, PaymentIntent.parse(object));
  if (type === 'charge.succeeded') return chargeFact(Charge.parse(object));
  if (type.startsWith('refund.')) return reversalFact('refund', object, refundStates);
  if (type.startsWith('charge.dispute.')) return reversalFact('dispute', object, disputeStates);
  return null;
}

const paymentFact = (
  status: PaymentFact['status'],
  { id, amount, currency, metadata }: z.output<typeof PaymentIntent>,
): Raw<PaymentFact> => ({
  kind: 'payment',
  paymentIntentId: id,
  status,
  amount,
  currency,
  metadata: metadata ?? {},
  email: null,
});

/** A successful charge means a successful payment, and only the charge has the donor's address. */
function chargeFact(charge: z.output<typeof Charge>): Raw<PaymentFact> | null {
  const { payment_intent: id, billing_details: details } = charge;
  if (!id) return null;
  return { ...paymentFact('succeeded', { ...charge, id }), email: details?.email || null };
}

function reversalFact(
  kind: ReversalFact['kind'],
  object: unknown,
  states: Map<string, ReversalFact['state']>,
): Raw<ReversalFact> | null {
  const { id, amount, status, payment_intent: paymentIntentId } = Reversal.parse(object);
  if (!paymentIntentId) return null;
  return { kind, id, paymentIntentId, amount, state: states.get(status ?? '') ?? 'open' };
}

export type Log = Record<'error' | 'warn', (facts: object, message: string) => void>;

/**
 * Picks the fields that are safe to log: the provider's errors carry whole requests, and so their
 * secrets.
 */
export function factsOf(error: unknown): object {
  if (error instanceof Stripe.errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    return { type, code, statusCode, requestId };
  }
  return { type: error instanceof Error ? error.name : typeof error };
}
