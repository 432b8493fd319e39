import { useState, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { newAttempt } from '#web/platform/data/attempt.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useSite } from '#web/platform/site.tsx';
import { AmountPicker } from './amount-picker.tsx';
import { supportTiers } from './tiers.ts';
import { isPaid, type Payment } from './payment.ts';
import { startPayment, toastStartFailure } from './start-payment.ts';

const DonationDialog = lazyPart(() => import('./donation-dialog.tsx'));

interface DonationFormProps {
  /** The amount chosen on an earlier screen, which need not be one of the four. */
  initialAmount?: number | undefined;
  /** The URL that Stripe returns to after a payment on the bank's own page. */
  returnTo: (amount: number) => string;
  onSucceeded: (amount: number) => void;
  /** Leaves the button enabled without an amount; pressing it then asks for one. */
  asksForAmount?: boolean;
  /** Disables the button, because the page has said that payments aren't set up. */
  closed?: boolean;
}

/** Lets a donor choose one of the four amounts and pay it. */
export function DonationForm({
  initialAmount,
  returnTo,
  onSucceeded,
  asksForAmount = false,
  closed = false,
}: DonationFormProps) {
  const [amount, setAmount] = useState(initialAmount);
  const donation = useDonation(onSucceeded);
  const begin = () => {
    if (amount === undefined) toast({ tone: 'danger', title: 'Please select an amount' });
    else donation.start(amount);
  };
  return (
    <>
      <AmountPicker
        legend="One-time donation"
        hint={closed ? "You won't be charged, whatever you choose." : hintFor(amount)}
        explainsClosed={!closed}
        tiers={supportTiers}
        amount={amount}
        onChange={setAmount}
      />
      <Button
        variant="accent"
        size="lg"
        block
        className="mt-6"
        disabled={closed || (amount === undefined && !asksForAmount)}
        busy={donation.isStarting}
        busyLabel="Opening the payment form..."
        onClick={begin}
      >
        {amount === undefined ? 'Support Us' : `Support Us £${amount}`}
      </Button>
      {donation.payment && (
        <DonationDialog
          payment={donation.payment}
          returnTo={returnTo(donation.payment.amount)}
          onClose={donation.close}
          onSucceeded={() => donation.succeed(donation.payment?.amount ?? 0)}
        />
      )}
    </>
  );
}

function hintFor(amount: number | undefined): string {
  const isCustom = amount !== undefined && !supportTiers.some((tier) => tier.amount === amount);
  return isCustom
    ? `You chose £${amount} earlier. Choose another amount to change it.`
    : 'Please select an amount';
}

/** Manages one donation at a time, from choosing an amount to paying or cancelling. */
function useDonation(onSucceeded: (amount: number) => void) {
  const { paymentKey } = useSite();
  const [payment, setPayment] = useState<Payment>();
  const progress = useRef({ attempt: '', shown: new Set<string>(), starting: false });

  const { mutate, isPending, reset } = useMutation({
    gcTime: 0,
    mutationFn: async (amount: number) => {
      const { current } = progress;
      current.attempt ||= newAttempt();
      const started = await startPayment(amount, current.attempt, paymentKey);
      // A payment form that was shown and closed may have been paid all the same.
      const paid = current.shown.has(started.clientSecret) && (await isPaid(started));
      current.shown.add(started.clientSecret);
      return { started, paid };
    },
    onSuccess: ({ started, paid }) => {
      if (paid) succeed(started.amount);
      else setPayment(started);
    },
    onError: toastStartFailure,
    onSettled: () => {
      progress.current.starting = false;
    },
  });

  /** Drops the client secret from this state and from the mutation's cache. */
  const close = () => {
    setPayment(undefined);
    reset();
  };

  function succeed(amount: number) {
    progress.current.attempt = '';
    close();
    onSucceeded(amount);
  }

  return {
    payment,
    isStarting: isPending,
    start: (amount: number) => {
      if (progress.current.starting) return;
      progress.current.starting = true;
      mutate(amount);
    },
    close,
    succeed,
  };
}
