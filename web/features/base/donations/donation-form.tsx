import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { AmountPicker } from './amount-picker.tsx';
import { supportTiers } from './tiers.ts';
import { useDonation } from './use-donation.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';

const DonationDialog = lazyPart(() => import('./donation-dialog.tsx'));

interface DonationFormProps {
  /** An amount chosen on the way here, which need not be one of the four. */
  given?: number | undefined;
  /** Where the provider sends a donor back to who paid on a bank's own page. */
  returnTo: (amount: number) => string;
  onSucceeded: (amount: number) => void;
  /** True where the button answers before an amount is chosen, by asking for one. */
  asksForAmount?: boolean;
  /** True where a press could only end in an error. */
  closed?: boolean;
}

/** The four amounts, and the way to give one of them. */
export function DonationForm({
  given,
  returnTo,
  onSucceeded,
  asksForAmount = false,
  closed = false,
}: DonationFormProps) {
  const [amount, setAmount] = useState(given);
  const donation = useDonation(onSucceeded);
  const own = amount !== undefined && !supportTiers.some((tier) => tier.amount === amount);
  const begin = () => {
    if (amount === undefined) toast({ tone: 'danger', title: 'Please select an amount' });
    else donation.start(amount);
  };
  return (
    <>
      <AmountPicker
        legend="One-time donation"
        hint={
          own
            ? `You chose £${amount} earlier. Pick another amount to change it.`
            : 'Please select an amount'
        }
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
