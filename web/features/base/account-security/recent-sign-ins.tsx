import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { signInDays } from '#contract/platform/limits.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { SignIn } from '#contract/base/sign-in.ts';
import { signInsQuery } from '#web/features/base/sign-in/queries.ts';

const words: Record<SignIn['outcome'], string> = {
  signed_in: 'Signed in',
  new_device: 'Signed in on a new device',
  refused: 'Wrong password',
  token_made: 'Created a token',
  token_ended: 'Deleted a token',
};

/** The log of sign-in attempts, loaded when it is opened. */
export function RecentSignIns() {
  const [open, setOpen] = useState(false);
  const { data: signIns, isError } = useQuery({ ...signInsQuery(), enabled: open });
  return (
    <details className="mt-5" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="-ml-1 inline-flex min-h-11 items-center rounded-card px-1 font-display font-semibold text-primary hover:underline">
        Recent sign-ins
      </summary>
      <p className="mt-1 text-sm text-muted">
        We keep these for {signInDays} days, with only part of the internet address.
      </p>
      {isError && <p className="mt-3 text-sm">We couldn't load this list.</p>}
      {signIns?.length === 0 && <p className="mt-3 text-sm">Nothing yet.</p>}
      <ul className="mt-3 ruled flex flex-col text-sm">
        {signIns?.map((signIn) => (
          <Entry key={`${signIn.at} ${signIn.network} ${signIn.outcome}`} signIn={signIn} />
        ))}
      </ul>
    </details>
  );
}

function Entry({ signIn: { outcome, times, at, network } }: { signIn: SignIn }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2.5">
      <span className={outcome === 'refused' ? 'font-semibold' : undefined}>
        {words[outcome]}
        {times > 1 && ` (${times} times)`}
      </span>
      <span className="text-muted">
        {formatCommentDate(at)}, from {network}
      </span>
    </li>
  );
}
