import { Link } from 'wouter';
import type { Event } from '../../../contract/events.ts';
import { paths, signIn } from '../../../contract/paths.ts';
import { useUser } from '../sign-in/use-user.ts';
import { lazyPart } from '../../platform/router/lazy-part.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { rsvpLook } from './rsvp-look.ts';
import type { RsvpWording } from './use-rsvp.ts';

const Loading = () => (
  <Button {...rsvpLook} disabled>
    {'Loading...'}
  </Button>
);

const MemberRsvp = lazyPart(() => import('./member-rsvp.tsx'), <Loading />);

/** The states of docs/behaviour.md, RSVPs; an event that is over or called off offers nothing. */
export function RsvpButton({ event, wording }: { event: Event; wording: RsvpWording }) {
  const { user, isPending } = useUser();
  if (event.ended || event.status === 'cancelled') return null;
  if (isPending) return <Loading />;
  if (!user) {
    return (
      <Link href={signIn(paths.event(event.id))} className={buttonClass(rsvpLook)}>
        {wording === 'page' ? 'Sign in to RSVP' : 'Sign Up to Attend'}
      </Link>
    );
  }
  if (event.membership?.status === 'pending')
    return (
      <Button {...rsvpLook} disabled>
        {'Request Pending'}
      </Button>
    );
  if (!event.membership) {
    return (
      <Link href={paths.group(event.groupId)} className={buttonClass(rsvpLook)}>
        Join Group to Attend
      </Link>
    );
  }
  return <MemberRsvp event={event} wording={wording} />;
}
