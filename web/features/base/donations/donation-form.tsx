import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { AmountPicker } from './amount-picker.tsx';
import { supportTiers } from './tiers.ts';
import { useDonation } from './use-donation.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

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
