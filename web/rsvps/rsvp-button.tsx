import { Link } from 'wouter';
import type { Event } from '../../contract/events.ts';
import { paths, signIn } from '../../contract/paths.ts';
import { useUser } from '../accounts/use-user.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { useRsvp, type RsvpWording } from './use-rsvp.ts';

const look = { size: 'lg', block: true } as const;

/** The states of specification §2; an event that is over or called off offers nothing. */
export function RsvpButton({ event, wording }: { event: Event; wording: RsvpWording }) {
  const { user, isPending } = useUser();
  const { attend, cancel } = useRsvp(event, wording);
  if (event.ended || event.status === 'cancelled') return null;
  if (isPending)
    return (
      <Button {...look} disabled>
        {'Loading...'}
      </Button>
    );
  if (!user) {
    return (
      <Link href={signIn(paths.event(event.id))} className={buttonClass(look)}>
        {wording === 'page' ? 'Sign in to RSVP' : 'Sign Up to Attend'}
      </Link>
    );
  }
  if (event.membership?.status === 'pending')
    return (
      <Button {...look} disabled>
        {'Request Pending'}
      </Button>
    );
  if (!event.membership) {
    return (
      <Link href={paths.group(event.groupId)} className={buttonClass(look)}>
        Join Group to Attend
      </Link>
    );
  }
  return event.rsvped && !attend.isPending ? (
    <Button
      {...look}
      variant="outline"
      busy={cancel.isPending}
      busyLabel="Cancelling..."
      onClick={() => cancel.mutate()}
    >
      Going ✓
    </Button>
  ) : (
    <Button
      {...look}
      busy={attend.isPending || cancel.isPending}
      busyLabel={cancel.isPending ? 'Cancelling...' : 'Attending...'}
      onClick={() => attend.mutate()}
    >
      Attend Event
    </Button>
  );
}
