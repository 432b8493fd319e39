import { useQueryClient } from '@tanstack/react-query';
import { paths } from '#contract/platform/paths.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { LookAgain } from '#web/features/events/attendance/look-again.tsx';
import { formatMoment } from '#contract/platform/dates.ts';
import type { Event, RsvpState } from '#contract/events/events.ts';

/** Lists the limits: places, guests and the deadline for RSVPs. */
export default function EventPlaces({ event }: { event: Event }) {
  const client = useQueryClient();
  const { capacity, placesLeft, guestsAllowed, rsvpClosesAt, waitlistEnabled } = event;
  return (
    <ul className="mt-3 flex flex-col gap-0.5">
      {placesLeft !== null && (
        <li className="font-semibold text-ink">
          {placesLeft === 0 ? 'Full' : `${placesLeft} of ${capacity} places left`}
        </li>
      )}
      {placesLeft === 0 && event.firstCome && canTakePlace.has(event.rsvpState) && (
        <li>
          <LookAgain
            path={paths.event(event.id)}
            onLook={() => refresh(client, `/api/events/${event.id}`)}
          />
        </li>
      )}
      {placesLeft === 0 && waitlistEnabled && !event.firstCome && canWait.has(event.rsvpState) && (
        <li>There's a waiting list</li>
      )}
      {guestsAllowed > 0 && (
        <li>
          Everyone can bring {guestsAllowed === 1 ? 'a guest' : `up to ${guestsAllowed} guests`}
        </li>
      )}
      {rsvpClosesAt && <Closing at={rsvpClosesAt} over={event.rsvpState === 'closed'} />}
    </ul>
  );
}

/** States in which the viewer could still take a place that becomes free. */
const canTakePlace = new Set<RsvpState>([
  'full',
  'waiting',
  'sign_in',
  'join_group',
  'request_pending',
]);

/** States in which the viewer could still join the waiting list. */
const canWait = new Set<RsvpState>(['waitlist', 'sign_in', 'join_group', 'request_pending']);

const Closing = ({ at, over }: { at: string; over: boolean }) => (
  <li>
    {over ? (
      'RSVPs have closed'
    ) : (
      <>
        RSVPs close{' '}
        <time dateTime={at} className="inline-block">
          {formatMoment(at)}
        </time>
      </>
    )}
  </li>
);
