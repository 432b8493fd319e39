import type { Stripe } from '@stripe/stripe-js';
import { call, failureOf } from '#web/platform/data/api.ts';
import { toast } from '#web/ui/toast.ts';

/** A payment that has been begun and waits for the donor's card. */
export interface Payment {
  /** Whole pounds. */
  amount: number;
  clientSecret: string;
  stripe: Stripe;
}

/** The provider's script could not be had, or there is none. */
class ProviderUnavailable extends Error {}

/** Ends with a sentence fit to show. */
class StartFailure extends Error {}

const scriptPatience = 20_000;

/** Begins a payment and fetches what it takes to pay it; the provider's script comes no sooner. */
export async function startPayment(
  amount: number,
  attempt: string,
  key: string | null,
): Promise<Payment> {
  const { clientSecret } = await call('POST /api/create-payment-intent', {
    body: { amount, attempt },
  });
  if (!clientSecret) throw new StartFailure('No client secret received');
  return { amount, clientSecret, stripe: await openProvider(key) };
}

async function openProvider(key: string | null): Promise<Stripe> {
  if (!key) throw new ProviderUnavailable();
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const limit = setTimeout(() => resolve(null), scriptPatience);
  const stripe = await Promise.race([fetchProvider(key), late]);
  clearTimeout(limit);
  if (!stripe) throw new ProviderUnavailable();
  return stripe;
}

/** The script, and our own part that shows its form. */
async function fetchProvider(key: string): Promise<Stripe | null> {
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure');
    const [stripe] = await Promise.all([loadStripe(key), import('./donation-dialog.tsx')]);
    return stripe;
  } catch {
    return null;
  }
}

/** Whether a payment has been paid already, as when the answer to the last try was lost. */
export async function isPaid({ stripe, clientSecret }: Payment): Promise<boolean> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return paymentIntent?.status === 'succeeded';
}

export const toastUnavailable = () =>
  toast({
    tone: 'danger',
    title: 'Payment not available',
    description: 'Payment processing is currently unavailable. Please try again later.',
  });

/** The words (docs/behaviour/screens.md, Words) for a payment that could not be begun. */
export function toastStartFailure(error: unknown): void {
  const { code } = failureOf(error);
  if (error instanceof ProviderUnavailable || code === 'payments_unavailable') toastUnavailable();
  else toast({ tone: 'danger', title: 'Payment Failed', description: startFailure(error) });
}

function startFailure(error: unknown): string {
  const { status, reason } = failureOf(error);
  if (status === undefined) {
    return error instanceof StartFailure
      ? error.message
      : 'Unable to start payment process. Please try again.';
  }
  return `Payment failed: ${status}${status < 500 && reason ? `. ${reason}` : ''}`;
}
