import { Stripe } from 'stripe';
import type { StripeSettings } from '../config.ts';
import { Refusal } from '../http/refusal.ts';
import { messageOf, type Message } from './messages.ts';

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
  /** @throws Refusal `invalid` for a message that is not the provider's, or is old */
  read: (payload: string, signature: string, now: Date) => Message;
}

interface Log {
  error: (facts: object, message: string) => void;
}

export const unavailable = () =>
  new Refusal(
    'payments_unavailable',
    'Payment processing is currently unavailable. Please try again later.',
  );

/** Marks a payment as one of ours on an account that may sell other things too. */
export const purpose = 'donation';

const currency = 'gbp';
const signatureToleranceSeconds = 300;

export function openPayments(settings: StripeSettings | undefined, log: Log): Payments | null {
  if (!settings) return null;
  const stripe = clientFor(settings);
  return {
    begin: async (intention) => {
      try {
        const asked = stripe.paymentIntents.create(paramsOf(intention), {
          idempotencyKey: intention.idempotencyKey,
        });
        const { id, client_secret: clientSecret } = await within(settings.patience, asked);
        if (!clientSecret) throw new Error('the payment has no client secret');
        return { id, clientSecret };
      } catch (error) {
        log.error(factsOf(error), 'a payment could not be begun');
        throw unavailable();
      }
    },
    read: (payload, signature, now) => {
      try {
        const { webhooks } = stripe;
        webhooks.signature?.verifyHeader(
          payload,
          signature,
          settings.webhookSecret,
          signatureToleranceSeconds,
          undefined,
          now.getTime(),
        );
        return messageOf(JSON.parse(payload));
      } catch (error) {
        log.error(factsOf(error), 'a message about a payment was refused');
        throw new Refusal('invalid', 'This is not a message of the payment provider');
      }
    },
  };
}

function clientFor({ secretKey, apiBase, patience }: StripeSettings): Stripe {
  const url = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    // A try that hangs leaves time for another.
    timeout: Math.ceil(patience / 3),
    maxNetworkRetries: 2,
    telemetry: false,
    ...(url && {
      protocol: url.protocol === 'http:' ? 'http' : 'https',
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
    }),
  });
}

const paramsOf = ({ amount, description, memberId }: Intention) => ({
  amount,
  currency,
  description,
  automatic_payment_methods: { enabled: true },
  metadata: { purpose, ...(memberId && { member: memberId }) },
});

/** The client's own time limit starts anew with every byte that comes; this one does not. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(new Error('no answer in time')), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(limit);
  }
}

/** What may stand in a log: an error of the provider carries whole requests, and so their secrets. */
function factsOf(error: unknown): object {
  if (error instanceof Stripe.errors.StripeError) {
    const { type, code, statusCode, requestId } = error;
    return { type, code, statusCode, requestId };
  }
  return { type: error instanceof Error ? error.name : typeof error };
}
