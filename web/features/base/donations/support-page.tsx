import { Hammer, KeyRound, Server } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { localPath, paths, withNext } from '#contract/platform/paths.ts';
import { InvitationNotice } from '#web/features/base/sign-in/invitation-notice.tsx';
import { FormWithAside } from '#web/platform/forms/form-with-aside.tsx';
import { HallPanel } from '#web/ui/hall-panel.tsx';
import { useSite } from '#web/platform/site.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { DonationForm } from './donation-form.tsx';
import { savedAmount, markNewUser } from './donation-storage.ts';
import { Pending, statusIn, useCleanAddress } from './returned.tsx';
import { amountIn } from './tiers.ts';

export default function SupportPage() {
  const { name, paymentKey } = useSite();
  const search = new URLSearchParams(useSearch());
  const isNew = search.get('new') === 'true';
  const next = localPath(search.get('next'));
  const isClosed = paymentKey === null;
  const thankAndGo = useThanks();
  useEffect(() => {
    if (isNew) markNewUser(next);
  }, [isNew, next]);
  useCleanAddress();
  useReturn(search);
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
          lead={`${name} is free for members.${isClosed ? '' : donationInvitation}`}
        />
        <InvitationNotice next={next} />
        {statusIn(search) === 'pending' && <Pending />}
        {isClosed && <NothingToPay name={name} isNew={isNew} next={skipPath(isNew, search)} />}
        <DonationForm
          closed={isClosed}
          initialAmount={amountIn(search)}
          returnTo={() => paths.supportReturn}
          onSucceeded={(amount) =>
            thankAndGo(amount, isNew ? skipPath(isNew, search) : paths.donationSuccess(amount))
          }
        />
        <p className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          {!isClosed && (
            <Link
              href={skipPath(isNew, search)}
              className={cx(buttonClass({ variant: 'outline', size: 'lg' }), 'max-sm:w-full')}
            >
              {skipLabel(isNew)}
            </Link>
          )}
          <Link href={paths.home} className="link inline-flex min-h-11 items-center">
            Back to the home page
          </Link>
        </p>
      </FormWithAside>
    </div>
  );
}

/** Tells people that there is nothing to pay on a site without payments, before they choose. */
const NothingToPay = ({ name, isNew, next }: { name: string; isNew: boolean; next: string }) => (
  <div className="mb-10">
    <Notice title={`${name} can't take donations yet`}>
      There's nothing to pay. {isNew ? 'Next, fill in your profile.' : 'Thank you for the thought.'}
    </Notice>
    <Link href={next} className={cx(buttonClass({ size: 'lg', block: true }), 'mt-4')}>
      {skipLabel(isNew)}
    </Link>
  </div>
);

const donationInvitation =
  " If you'd like to help keep it that way, you can make a one-time donation.";

const skipLabel = (isNew: boolean) => (isNew ? 'Continue' : 'Skip for now');

function skipPath(isNew: boolean, search: URLSearchParams): string {
  if (!isNew) return paths.home;
  const next = localPath(search.get('next'));
  return next ? withNext(paths.completeProfile, next) : paths.completeProfile;
}

function useThanks() {
  const { name } = useSite();
  const [, navigate] = useLocation();
  return (amount: number, to: string, options?: { replace: boolean }) => {
    toast({
      tone: 'good',
      title: 'Thank you for your support!',
      description: `Your £${amount} helps keep ${name} free for everyone.`,
    });
    navigate(to, options);
  };
}

/** Handles the return from a bank's own page, where Stripe has added the outcome to the URL. */
function useReturn(search: URLSearchParams): void {
  const [, navigate] = useLocation();
  const thankAndGo = useThanks();
  const status = search.get('success') === 'true' ? statusIn(search) : undefined;
  const handleReturn = useEffectEvent(() => {
    const amount = amountIn(new URLSearchParams({ amount: savedAmount() }));
    if (status === 'succeeded' && amount !== undefined)
      thankAndGo(amount, paths.donationSuccess(amount), { replace: true });
    if (status === 'failed') {
      const description = 'Please check your card details and try again.';
      toast({ tone: 'danger', title: 'Payment Failed', description });
      navigate(paths.support, { replace: true });
    }
  });
  useEffect(() => {
    if (status) handleReturn();
  }, [status]);
}

const costs = [
  {
    icon: Server,
    title: 'The hall itself',
    text: 'Servers, backups and the emails that tell you when plans change.',
  },
  {
    icon: KeyRound,
    title: 'The caretakers',
    text: 'Time to check each new group before it goes on the board.',
  },
  {
    icon: Hammer,
    title: 'What comes next',
    text: 'The improvements members and hosts ask for.',
  },
];
