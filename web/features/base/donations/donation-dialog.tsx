import { Elements } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import { useMemo, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { footClass } from '#web/ui/dialog.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PaymentFrame } from './payment-frame.tsx';
import type { Payment } from './payment.ts';

export interface DonationDialogProps {
  payment: Payment;
  returnTo: string;
  onClose: () => void;
  onSucceeded: () => void;
}

export default function DonationDialog({
  payment,
  returnTo,
  onClose,
  onSucceeded,
}: DonationDialogProps) {
  const [busy, setBusy] = useState(false);
  const [processing, setProcessing] = useState(false);
  const { clientSecret, stripe, amount } = payment;
  const options = useMemo(() => ({ clientSecret, appearance: stripeAppearance() }), [clientSecret]);
  return (
    <PaymentFrame
      title={processing ? 'Payment in progress' : 'Complete Donation'}
      description={`Donating £${amount}`}
      closable={!busy}
      onClose={onClose}
    >
      {processing ? (
        <Processing onClose={onClose} />
      ) : (
        <Elements stripe={stripe} options={options}>
          <PaymentForm
            amount={amount}
            returnTo={returnTo}
            onClose={onClose}
            onBusyChange={setBusy}
            onProcessing={() => setProcessing(true)}
            onSucceeded={onSucceeded}
          />
        </Elements>
      )}
    </PaymentFrame>
  );
}

function Processing({ onClose }: { onClose: () => void }) {
  return (
    <>
      <div role="status" className="px-5 py-5 sm:px-6">
        <p>Your bank is still processing this payment. That can take a few days.</p>
        <p className="mt-3 text-muted">
          You don't need to do anything else. Your donation counts once the money arrives.
        </p>
      </div>
      <div className={footClass}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

/** Styles Stripe's form with the colours of the page. */
function stripeAppearance(): Appearance {
  const root = getComputedStyle(document.documentElement);
  const colour = (name: string) => root.getPropertyValue(`--color-${name}`).trim();
  return {
    theme: 'flat',
    variables: {
      colorPrimary: colour('primary'),
      colorBackground: colour('paper'),
      colorText: colour('ink'),
      colorTextSecondary: colour('muted'),
      colorTextPlaceholder: colour('muted'),
      colorDanger: colour('danger-ink'),
      iconColor: colour('muted'),
      borderRadius: '12px',
      fontSizeBase: '16px',
    },
    rules: {
      '.Input': { border: `2px solid ${colour('edge')}` },
      '.Tab': { border: `2px solid ${colour('line')}` },
      '.Tab--selected': { border: `2px solid ${colour('primary')}` },
    },
  };
}
