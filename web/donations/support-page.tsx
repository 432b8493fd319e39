import { Hammer, KeyRound, Server } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { localPath, paths, withNext } from '../../contract/paths.ts';
import { FormWithAside } from '../form-with-aside.tsx';
import { HallPanel } from '../hall-panel.tsx';
import { useSite } from '../site/site.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { toast } from '../ui/toast.tsx';
import { AmountPicker } from './amount-picker.tsx';
import { amountIn, supportTiers } from './tiers.ts';

export default function SupportPage() {
  const { name } = useSite();
  const search = new URLSearchParams(useSearch());
  const isNew = search.get('new') === 'true';
  return (
    <div className="mt-10">
      <FormWithAside
        aside={
          <HallPanel
            title="What a donation helps with"
            items={costs}
            closing="Nobody pays to join, and nobody pays to host."
          />
        }
      >
        <PageHeading
          className="mb-8"
          title={isNew ? 'One More Step!' : `Support ${name}`}
          lead={`${name} is free for members. A one-time donation, if you would like to give one, keeps it that way.`}
        />
        <SupportForm given={amountIn(search)} />
        <p className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <Link
            href={skipPath(isNew, search)}
            className={buttonClass({ variant: 'outline', size: 'lg' })}
          >
            {isNew ? 'Continue' : 'Skip for now'}
          </Link>
          <Link href={paths.home} className="link inline-flex min-h-11 items-center">
            Back to the home page
          </Link>
        </p>
      </FormWithAside>
    </div>
  );
}

function skipPath(isNew: boolean, search: URLSearchParams): string {
  if (!isNew) return paths.home;
  const next = localPath(search.get('next'));
  return next ? withNext(paths.completeProfile, next) : paths.completeProfile;
}

const unavailable = () =>
  toast({
    tone: 'danger',
    title: 'Payment not available',
    description: 'Payment processing is currently unavailable. Please try again later.',
  });

/** `given` is an amount chosen on the way here, which need not be one of the four. */
function SupportForm({ given }: { given: number | undefined }) {
  const [amount, setAmount] = useState(given);
  const own = amount !== undefined && !supportTiers.some((tier) => tier.amount === amount);
  return (
    <>
      <AmountPicker
        legend="Choose an amount"
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
        disabled={amount === undefined}
        onClick={unavailable}
      >
        {amount === undefined ? 'Support Us' : `Support Us £${amount}`}
      </Button>
    </>
  );
}

const costs = [
  {
    icon: Server,
    title: 'The hall itself',
    text: 'Servers, backups and the mail that tells you when plans change.',
  },
  {
    icon: KeyRound,
    title: 'The caretakers',
    text: 'Time to look at each new group before it goes on the board.',
  },
  {
    icon: Hammer,
    title: 'What comes next',
    text: 'The improvements that members and hosts ask for.',
  },
];
