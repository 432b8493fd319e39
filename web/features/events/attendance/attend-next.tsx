import { Link } from 'wouter';
import { formatMoment } from '#contract/platform/dates.ts';
import type { Event, RsvpState } from '#contract/events/events.ts';
import { paths, withNext } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { useFocusOnce } from '#web/ui/use-focus-once.ts';
import { Notice } from '#web/ui/notice.tsx';
import { RsvpButton } from './rsvp-button.tsx';
import { rsvpLook } from './rsvp-look.ts';
import { RsvpRule } from './rsvp-rule.tsx';

interface AttendNextProps {
  event: Event;
  /**
   * True when the viewer has just joined: their button is gone, so this section takes the focus.
   */
  joined: boolean;
}

/** Offers the RSVP to a member who joined the group in order to attend this event. */
export default function AttendNext({ event, joined }: AttendNextProps) {
  if (event.rsvpState === 'request_pending') {
    return (
      <Notice tone="accent" className="mb-8" title="Your request is waiting for an organiser">
        Once you're in, you can attend <EventLink event={event} />.
      </Notice>
    );
  }
  return stateTitles[event.rsvpState] ? <Attend event={event} joined={joined} /> : null;
}

/** Titles for the states that have a button. */
const stateTitles: Partial<Record<RsvpState, string>> = {
  open: "You're in. Attend",
  waitlist: "You're in. Join the waiting list for",
  waiting: "You're waiting for a place at",
  offered: "You've been offered a place at",
  full: "You're in, but there's no place left at",
};

function Attend({ event, joined }: AttendNextProps) {
  const { user } = useUser();
  const isIncomplete =
    event.rsvpState === 'open' && !event.rsvped && user?.profileCompleted === false;
  const place = useFocusOnce<HTMLElement>(joined);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="attend-next"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-card bg-good px-4 py-4 text-good-ink outline-none sm:px-6 forced-colors:border"
    >
      <div className="min-w-0 grow basis-72">
        <h2 id="attend-next" className="text-xl wrap-anywhere">
          {isIncomplete ? (
            "You're in. Next, complete your profile"
          ) : (
            <>
              {event.rsvped ? "You're going to" : stateTitles[event.rsvpState]} {event.title}
            </>
          )}
        </h2>
        {joined && <p className="mt-1">You've joined {event.group.name}! Welcome to the group.</p>}
        {isIncomplete && (
          <p className="mt-1 wrap-anywhere">
            Add a bio and where you live, then you can attend {event.title}.
          </p>
        )}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4">
          <time dateTime={event.startTime}>{formatMoment(event.startTime)}</time>
          <Link href={paths.event(event.id)} className="inline-block py-1 text-inherit underline">
            See the event
          </Link>
        </p>
      </div>
      <div className="w-full sm:w-64">
        {isIncomplete ? (
          <Link
            href={withNext(paths.completeProfile, paths.groupToAttend(event.groupId, event.id))}
            className={buttonClass(rsvpLook)}
          >
            Complete your profile
          </Link>
        ) : (
          <>
            <RsvpButton event={event} wording="button" />
            <RsvpRule event={event} backTo={paths.groupToAttend(event.groupId, event.id)} />
          </>
        )}
      </div>
    </section>
  );
}

const EventLink = ({ event }: { event: Event }) => (
  <Link href={paths.event(event.id)} className="link wrap-anywhere">
    {event.title}
  </Link>
);
