import { Stripe } from 'stripe';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { StripeSettings } from '#platform/config.ts';
import { withDeadline } from '#platform/process/deadline.ts';
import { donationPurpose, paymentsUnavailable, type Intention, type Payments } from './payments.ts';
import { webhookReader, factsOf, type Log } from './stripe-webhook.ts';

const currency = 'gbp';

export function paymentsByStripe(settings: StripeSettings, log: Log): Payments {
  const stripe = clientFor(settings);
  return {
    begin: async (intention) => {
      try {
        const creation = stripe.paymentIntents.create(paramsOf(intention), {
          idempotencyKey: intention.idempotencyKey,
        });
        // The client's own time limit restarts with every byte; this one does not.
        const { id, client_secret: clientSecret } = await withDeadline(
          { longestMs: settings.timeoutMs },
          () => creation,
        );
        if (!clientSecret) throw new Error('the payment has no client secret');
        return { id: cleanText(id), clientSecret };
      } catch (error) {
        log.error(factsOf(error), 'a payment could not be started');
        throw paymentsUnavailable();
      }
    },
    read: webhookReader(stripe, settings.webhookSecret, log),
  };
}

function clientFor({ secretKey, apiBase, timeoutMs }: StripeSettings): Stripe {
  const url = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    // A hanging attempt leaves time for another.
    timeout: Math.ceil(timeoutMs / 3),
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
  metadata: { purpose: donationPurpose, ...(memberId && { member: memberId }) },
});
