import { useState } from 'react';
import { Link, useSearch } from 'wouter';
import { localPath, paths, withNext } from '../../contract/paths.ts';
import { useSite } from '../site/site.tsx';
import { Bunting } from '../ui/bunting.tsx';
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
    <div className="grid items-start gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,36rem)_1fr]">
      <div className="min-w-0">
        <PageHeading
          className="mt-10 mb-8"
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
      </div>
      <WhatItPaysFor />
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
    title: 'The hall itself',
    text: 'Servers, backups and the mail that tells you when plans change.',
  },
  { title: 'The caretakers', text: 'Time to look at each new group before it goes on the board.' },
  { title: 'What comes next', text: 'The improvements that members and hosts ask for.' },
];

function WhatItPaysFor() {
  return (
    <aside
      aria-labelledby="pays-for"
      className="surface-hall overflow-hidden rounded-card lg:mt-10"
    >
      <div className="flex justify-center overflow-hidden">
        <Bunting size="md" swags={5} />
      </div>
      <div className="px-6 pt-5 pb-8 sm:px-8">
        <h2 id="pays-for" className="text-2xl">
          What a donation helps with
        </h2>
        <dl className="mt-5 flex flex-col gap-4">
          {costs.map(({ title, text }) => (
            <div key={title}>
              <dt className="font-display font-semibold">{title}</dt>
              <dd className="text-on-hall-muted">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6 text-on-hall-muted">Nobody pays to join, and nobody pays to host.</p>
      </div>
    </aside>
  );
}
