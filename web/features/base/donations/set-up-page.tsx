import type { ReactNode } from 'react';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { useSite } from '#web/platform/site.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PaymentSettings } from './payment-settings.tsx';

const dashboard = 'https://dashboard.stripe.com';

/** The Stripe events that the webhook needs, as docs/donations.md lists them. */
const events = [
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

/** Shows the people who run the site how to set up donations. */
export default function SetUpPage() {
  const { origin, paymentKey } = useSite();
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        title="Set Up Donations"
        lead={
          paymentKey === null
            ? 'Donations go through Stripe. You need an account there, and access to the settings of this site.'
            : 'Donations are set up. This is how to do it again, with other keys.'
        }
        back={{ href: adminPaths.donations, label: 'Donations' }}
      />
      <ol className="flex max-w-2xl list-decimal flex-col gap-5 pl-6">
        <Step title="Copy two keys from Stripe">
          Go to <Out href={`${dashboard}/apikeys`}>Developers, API keys</Out>. Copy the publishable
          key (<Code>pk_…</Code>) and the secret key (<Code>sk_…</Code>).
        </Step>
        <Step title="Add a webhook endpoint">
          Go to <Out href={`${dashboard}/webhooks`}>Developers, Webhooks</Out>. Use the address{' '}
          <Code>{origin}/api/stripe/webhook</Code> and these events:
          <ul className="mt-2 mb-2 grid gap-x-6 sm:grid-cols-2">
            {events.map((name) => (
              <li key={name}>
                <Code>{name}</Code>
              </li>
            ))}
          </ul>
          Then copy its signing secret (<Code>whsec_…</Code>).
        </Step>
        <Step title="Set these three where the site is started, and start it again">
          <PaymentSettings />
          With only one or two of them the site doesn’t start, and says which is missing.
        </Step>
        <Step title="Turn off Stripe’s own receipts">
          Go to <Out href={`${dashboard}/settings/emails`}>Settings, Customer emails</Out>. This
          site sends a receipt itself.
        </Step>
      </ol>
      <p className="mt-6 max-w-2xl text-muted">
        To try it without real money, use the keys of Stripe’s test mode. The file{' '}
        <Code>docs/donations.md</Code> of the program has test cards.
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

const Out = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} className="link" target="_blank" rel="noreferrer">
    {children}
  </a>
);
