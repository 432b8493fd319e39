import { Stripe } from 'stripe';

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
