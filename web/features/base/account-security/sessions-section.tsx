import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { DeviceSession, SignIn } from '#contract/base/sign-in.ts';
import { signInDays } from '#contract/platform/limits.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { OpenButton } from '#web/platform/forms/open-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { sessionsQuery, signInsQuery } from '#web/features/base/sign-in/queries.ts';
import { SettingsSection } from '#web/ui/settings-section.tsx';

/** Lists the devices where the member is signed in, each with a sign-out button. */
export function SessionsSection() {
  const { data: sessions, isPending, refetch } = useQuery(sessionsQuery());
  return (
    <SettingsSection
      id="sessions"
      title="Where you're signed in"
      lead="If you don't recognise a device, sign it out and change your password."
    >
      {isPending && <SessionsSkeleton />}
      {!isPending && !sessions && (
        <Button variant="outline" onClick={() => refetch()}>
          Try again
        </Button>
      )}
      {sessions && <Sessions sessions={sessions} />}
      <RecentSignIns />
    </SettingsSection>
  );
}

const SessionsSkeleton = () => (
  <div role="status" aria-label="Loading your devices">
    <Skeleton className="h-14 w-full" />
  </div>
);

function Sessions({ sessions }: { sessions: DeviceSession[] }) {
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <>
      <ul className="ruled flex flex-col">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
      {others > 0 && <SignOutElsewhere others={others} />}
    </>
  );
}

const isPhone = (device: string) => /iPhone|iPad|Android/.test(device);

function Session({ session }: { session: DeviceSession }) {
  const { id, device, isCurrent, lastSeenAt } = session;
  const Icon = isPhone(device) ? Smartphone : Laptop;
  const end = useSignOut(
    () => call('DELETE /api/auth/user/sessions/:id', { params: { id } }),
    `Signed out: ${device}`,
  );
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex min-w-0 grow items-center gap-x-4">
        <Icon aria-hidden="true" className="size-6 shrink-0 text-accent-ink" />
        <div className="min-w-0">
          <p className="font-semibold">{device}</p>
          <p className="text-sm text-muted">
            {isCurrent ? 'Active now' : `Last seen ${formatCommentDate(lastSeenAt)}`}
          </p>
        </div>
      </div>
      {isCurrent ? (
        <Badge tone="good">This device</Badge>
      ) : (
        <OpenButton
          call="DELETE /api/auth/user/sessions/:id"
          variant="quiet"
          className="max-sm:ml-10"
          aria-label={`Sign out ${device}`}
          busy={end.isPending}
          busyLabel="Signing out..."
          onClick={() => end.mutate()}
        >
          Sign Out
        </OpenButton>
      )}
    </li>
  );
}

function SignOutElsewhere({ others }: { others: number }) {
  const [isConfirming, setConfirming] = useState(false);
  const end = useSignOut(
    () => call('DELETE /api/auth/user/sessions'),
    'Signed out everywhere else',
    () => setConfirming(false),
  );
  const devices = others === 1 ? 'one other device' : `${others} other devices`;
  return (
    <>
      <OpenButton
        call="DELETE /api/auth/user/sessions"
        variant="outline"
        className="mt-6"
        onClick={() => setConfirming(true)}
      >
        Sign out everywhere else
      </OpenButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Sign out everywhere else?"
        description={`You're signed in on ${devices}. You'll have to log in there again. Your access tokens and your private calendar link will stop working.`}
        confirmLabel="Sign out everywhere else"
        busyLabel="Signing out..."
        danger
        busy={end.isPending}
        onConfirm={() => end.mutate()}
      />
    </>
  );
}

const useSignOut = (end: () => Promise<unknown>, done: string, afterwards?: () => void) =>
  useMutation({
    mutationFn: end,
    onSuccess: () => afterwards?.(),
    done,
    failed: "That didn't work",
    fallback: 'Please try again later.',
    reload: ['/api/auth/user/sessions', '/api/user/tokens', '/api/user/calendar-feed'],
  });

const outcomeWords: Record<SignIn['outcome'], string> = {
  signed_in: 'Signed in',
  new_device: 'Signed in on a new device',
  refused: 'Wrong password',
  token_made: 'Created a token',
  token_ended: 'Deleted a token',
};

/** The log of sign-in attempts, loaded when it is opened. */
function RecentSignIns() {
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
        {outcomeWords[outcome]}
        {times > 1 && ` (${times} times)`}
      </span>
      <span className="text-muted">
        {formatCommentDate(at)}, from {network}
      </span>
    </li>
  );
}
