import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Account } from '#contract/base/accounts.ts';
import { donationCountdownSeconds } from '#contract/platform/limits.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { mailtoLink } from '#contract/platform/links.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { useSite } from '#web/platform/site.tsx';
import { Bunting } from '#web/ui/bunting.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { pageHeadingId } from '#web/ui/page-heading.tsx';
import { isMarkedNewUser, newUserNext } from './donation-storage.ts';
import { statusIn, useCleanAddress } from './returned.tsx';
import { amountIn } from './tiers.ts';

export default function DonationSuccessPage() {
  const search = new URLSearchParams(useSearch());
  const status = statusIn(search);
  useCleanAddress();
  return (
    <div className="mx-auto mt-10 max-w-2xl overflow-hidden rounded-card bg-card text-center">
      <div className="flex justify-center overflow-hidden">
        <Bunting size="lg" swags={4} />
      </div>
      <div className="px-4 pt-6 pb-10 sm:px-10">
        {status === 'failed' && <Failed />}
        {status === 'pending' && <Pending />}
        {(status === undefined || status === 'succeeded') && <Thanks search={search} />}
        <Contact />
      </div>
    </div>
  );
}

const Title = ({ children }: { children: string }) => (
  <h1 id={pageHeadingId} tabIndex={-1} className="text-4xl font-extrabold text-balance sm:text-5xl">
    {children}
  </h1>
);

function Thanks({ search }: { search: URLSearchParams }) {
  const { name } = useSite();
  const amount = amountIn(search);
  return (
    <>
      <Title>Thank you for your donation</Title>
      {amount !== undefined && (
        <p className="mt-4 font-display text-6xl font-extrabold text-accent-ink tabular-nums">
          £{amount}
        </p>
      )}
      <p className="mx-auto mt-4 max-w-md text-lg text-balance text-muted">
        It helps keep {name} free for everyone who comes to a group, and everyone who runs one.
      </p>
      <Countdown isNewAddress={search.get('new') === 'true'} />
    </>
  );
}

/** Counts down to the next page, with buttons to go now or stay. */
function Countdown({ isNewAddress }: { isNewAddress: boolean }) {
  const { user, isPending } = useUser();
  const [, navigate] = useLocation();
  const [staying, setStaying] = useState(false);
  const left = useCountdown(donationCountdownSeconds, !isPending && !staying);
  useEffect(() => {
    if (left === 0) navigate(nextPath(user, isNewAddress), { replace: true });
  }, [left, user, isNewAddress, navigate]);
  const signedIn = user !== undefined;
  return (
    <>
      <p className="mt-8 min-h-6 text-muted tabular-nums">
        {!isPending && !staying && left > 0 && (signedIn ? toDashboard(left) : toLogin(left))}
      </p>
      <p className="mt-4 flex flex-wrap justify-center gap-3">
        <Link
          href={signedIn ? paths.home : paths.auth}
          className={buttonClass({ variant: 'accent', size: 'lg' })}
        >
          {signedIn ? 'Go to Dashboard Now' : 'Log In to Continue'}
        </Link>
        {!staying && (
          <Button variant="ghost" size="lg" onClick={() => setStaying(true)}>
            Stay on this page
          </Button>
        )}
      </p>
    </>
  );
}

const toDashboard = (left: number) => `Redirecting to your member dashboard in ${left} seconds...`;
const toLogin = (left: number) => `Redirecting to login in ${left} seconds...`;

function useCountdown(from: number, running: boolean): number {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (!running || left === 0) return undefined;
    const tick = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(tick);
  }, [left, running]);
  return left;
}

/**
 * Returns the page after the countdown. Members who have completed their profile since signing up
 * aren't new any more.
 */
function nextPath(user: Account | undefined, isNewAddress: boolean): string {
  const marked = isMarkedNewUser() && !user?.profileCompleted;
  if (isNewAddress || cameFromSigningUp() || marked) {
    const next = newUserNext();
    return next ? withNext(paths.completeProfile, next) : paths.completeProfile;
  }
  return user ? paths.home : paths.auth;
}

function cameFromSigningUp(): boolean {
  if (!URL.canParse(document.referrer)) return false;
  const { origin, searchParams } = new URL(document.referrer);
  return origin === window.location.origin && searchParams.get('new') === 'true';
}

const Failed = () => (
  <>
    <Title>Your payment didn't go through</Title>
    <p className="mx-auto mt-4 max-w-md text-lg text-balance text-muted">
      You haven't been charged. You can try again, with another card if you like.
    </p>
    <p className="mt-8">
      <Link href={paths.support} className={buttonClass({ variant: 'accent', size: 'lg' })}>
        Try again
      </Link>
    </p>
  </>
);

const Pending = () => (
  <>
    <Title>Your payment is in progress</Title>
    <p className="mx-auto mt-4 max-w-md text-lg text-balance text-muted">
      Your bank is still processing it. You don't need to do anything else. Your donation counts
      once the money arrives.
    </p>
    <p className="mt-8">
      <Link href={paths.home} className={buttonClass({ variant: 'accent', size: 'lg' })}>
        Back to the home page
      </Link>
    </p>
  </>
);

function Contact() {
  const { supportEmail } = useSite();
  return (
    <p className="mt-8 text-sm text-muted">
      Questions about your donation? Email{' '}
      <a href={mailtoLink(supportEmail)} className="link break-words">
        {supportEmail}
      </a>
    </p>
  );
}
