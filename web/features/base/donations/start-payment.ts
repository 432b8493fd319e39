import type { Stripe } from '@stripe/stripe-js';
import { call, failureOf } from '#web/platform/data/api.ts';
import { createPolicy } from '#web/ui/trusted-types.ts';
import { toast } from '#web/ui/toast.ts';
import { toastUnavailable, type Payment } from './payment.ts';

/** Stripe's script failed to load, or payments aren't set up. */
class ProviderUnavailable extends Error {}

/** Its message is fit to show. */
class StartFailure extends Error {}

const scriptTimeout = 20_000;

/** The addresses of Stripe's scripts, as the content policy has them. */
const stripeScripts = /^https:\/\/(?:[\w-]+\.)?js\.stripe\.com\//;

/** Admits Stripe's scripts by the default policy: its loader takes no policy by name. */
function trustProvider(): void {
  if (window.trustedTypes?.defaultPolicy) return;
  createPolicy('default', { createScriptURL: (url) => (stripeScripts.test(url) ? url : null) });
}

/** Starts a payment and loads Stripe's script, which no page loads earlier. */
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
  const { promise: timedOut, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), scriptTimeout);
  const stripe = await Promise.race([fetchProvider(key), timedOut]);
  clearTimeout(timer);
  if (!stripe) throw new ProviderUnavailable();
  return stripe;
}

/** Loads Stripe's script together with our dialog for its form. */
async function fetchProvider(key: string): Promise<Stripe | null> {
  try {
    const { loadStripe } = await import('@stripe/stripe-js/pure');
    trustProvider();
    const [stripe] = await Promise.all([loadStripe(key), import('./donation-dialog.tsx')]);
    return stripe;
  } catch {
    return null;
  }
}

/** Shows why a payment couldn't start, in the words of docs/behaviour/screens.md. */
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
