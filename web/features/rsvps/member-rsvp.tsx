import type { Event } from '../../../contract/events.ts';
import { Button } from '../../ui/button.tsx';
import { rsvpLook } from './rsvp-look.ts';
import { useRsvp, type RsvpWording } from './use-rsvp.ts';

/** For members of the group: going, or not yet. */
export default function MemberRsvp({ event, wording }: { event: Event; wording: RsvpWording }) {
  const { attend, cancel } = useRsvp(event, wording);
  return event.rsvped && !attend.isPending ? (
    <Button
      {...rsvpLook}
      variant="outline"
      busy={cancel.isPending}
      busyLabel="Cancelling..."
      onClick={() => cancel.mutate()}
    >
      Going ✓
    </Button>
  ) : (
    <Button
      {...rsvpLook}
      busy={attend.isPending || cancel.isPending}
      busyLabel={cancel.isPending ? 'Cancelling...' : 'Attending...'}
      onClick={() => attend.mutate()}
    >
      Attend Event
    </Button>
  );
}
