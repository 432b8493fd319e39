import { Link } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { paths, signIn } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { rsvpLook } from './rsvp-look.ts';
import type { RsvpWording } from './use-rsvp.ts';

const DisabledButton = ({ label }: { label: string }) => (
  <Button {...rsvpLook} disabled>
    {label}
  </Button>
);

const loadingButton = <DisabledButton label="Loading..." />;

const MemberRsvp = lazyPart(() => import('./member-rsvp.tsx'), loadingButton);

interface RsvpButtonProps {
  event: Event;
  wording: RsvpWording;
  /** True beside the way to come without an account, so that the links are quieter. */
  isSecond?: boolean;
}

/**
 * Shows the event's `rsvpState` (docs/behaviour/events.md, RSVPs). An event that is over or
 * cancelled shows nothing.
 */
export function RsvpButton({ event, wording, isSecond }: RsvpButtonProps) {
  const { isPending } = useUser();
  const state = event.rsvpState;
  const look = buttonClass({ ...rsvpLook, variant: isSecond ? 'outline' : 'primary' });
  if (state === 'cancelled' || state === 'ended') return null;
  if (isPending) return loadingButton;
  switch (state) {
    case 'sign_in':
      return (
        <Link href={signIn(paths.event(event.id))} className={look}>
          {wording === 'page' ? 'Sign in to RSVP' : 'Sign Up to Attend'}
        </Link>
      );
    case 'join_group':
      return (
        <Link href={paths.group(event.groupId)} state={{ event: event.id }} className={look}>
          Join Group to Attend
        </Link>
      );
    case 'request_pending':
      return <DisabledButton label="Request Pending" />;
    case 'open':
    case 'waitlist':
    case 'waiting':
    case 'offered':
    case 'full':
    case 'closed':
      return <MemberRsvp event={event} wording={wording} />;
  }
}
