import type { ReactNode } from 'react';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { useSite } from '#web/platform/site.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PaymentSettings } from './payment-settings.tsx';

const dashboardUrl = 'https://dashboard.stripe.com';

/** The Stripe events that the webhook needs, as docs/donations.md lists them. */
const webhookEvents = [
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.succeeded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

/** Explains to admins how to set up donations. */
export default function SetUpPage() {
  const { origin, paymentKey } = useSite();
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Set up donations"
        lead={
          paymentKey === null
            ? "Donations go through Stripe. You need a Stripe account and access to this site's settings."
            : "Donations are set up. Here's how to do it again with different keys."
        }
        back={{ href: adminPaths.donations, label: 'Donations' }}
      />
      <ol className="flex max-w-2xl list-decimal flex-col gap-5 pl-6">
        <Step title="Copy two keys from Stripe">
          Go to <ExternalLink href={`${dashboardUrl}/apikeys`}>Developers, API keys</ExternalLink>.
          Copy the publishable key (<Code>pk_…</Code>) and the secret key (<Code>sk_…</Code>).
        </Step>
        <Step title="Add a webhook endpoint">
          Go to <ExternalLink href={`${dashboardUrl}/webhooks`}>Developers, Webhooks</ExternalLink>.
          Use the address <Code>{origin}/api/stripe/webhook</Code> and these events:
          <ul className="mt-2 mb-2 grid gap-x-6 sm:grid-cols-2">
            {webhookEvents.map((name) => (
              <li key={name}>
                <Code>{name}</Code>
              </li>
            ))}
          </ul>
          Then copy its signing secret (<Code>whsec_…</Code>).
        </Step>
        <Step title="Add these three to the site's settings and restart it">
          <PaymentSettings />
          The site won't start with only one or two of them. It tells you which one is missing.
        </Step>
        <Step title="Turn off Stripe's own receipts">
          Go to{' '}
          <ExternalLink href={`${dashboardUrl}/settings/emails`}>
            Settings, Customer emails
          </ExternalLink>
          . This site sends its own receipts.
        </Step>
      </ol>
      <p className="mt-6 max-w-2xl text-muted">
        To try it without real money, use Stripe's test keys. You'll find test cards in{' '}
        <Code>docs/donations.md</Code>, which comes with the software.
      </p>
    </>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className="marker:font-semibold">
    <h2 className="font-display text-lg font-semibold">{title}</h2>
    <div className="mt-1">{children}</div>
  </li>
);

const Code = ({ children }: { children: ReactNode }) => (
  <code className="text-sm wrap-anywhere">{children}</code>
);

const ExternalLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="link" target="_blank" rel="noreferrer">
    {children}
  </a>
);
