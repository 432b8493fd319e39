import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { dayOf, formatRange } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { attendeeLabel } from '#web/features/events/events/attendee-label.ts';
import { Button } from '#web/ui/button.tsx';
import { DayTile } from '#web/ui/day-tile.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { toast } from '#web/ui/toast.ts';

const answerTime = 500;
const redirectTime = 1000;

const exampleGuest = { firstName: 'Alex', email: 'alex@example.com' };

const exampleEvents = [
  {
    id: 1,
    title: 'Sunday walk along the canal',
    startTime: '2027-06-13T09:30:00Z',
    endTime: '2027-06-13T12:00:00Z',
    attendees: 7,
  },
  {
    id: 2,
    title: 'Board games by the fire',
    startTime: '2027-11-18T19:00:00Z',
    endTime: '2027-11-18T22:00:00Z',
    attendees: 12,
  },
];

type Demo = (typeof exampleEvents)[number];

/** Demonstrates the RSVP button without signing in. */
export default function TestRsvpPage() {
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        title="Test RSVP"
        lead={`Try the button as ${exampleGuest.firstName} (${exampleGuest.email}), who isn't real. Nothing here is saved.`}
      />
      <ul className="grid max-w-3xl gap-6 sm:grid-cols-2">
        {exampleEvents.map((event) => (
          <li key={event.id} className="grid">
            <DemoEvent event={event} />
          </li>
        ))}
      </ul>
    </>
  );
}

function DemoEvent({ event }: { event: Demo }) {
  const { going, busy, toggle } = useDemoRsvp(event.id);
  const day = dayOf(event.startTime);
  const [days, hours] = formatRange(event.startTime, event.endTime).split(' • ');
  return (
    <article className="flex flex-col gap-4 rounded-card bg-card p-5">
      <div className="flex items-start gap-4">
        {day && <DayTile {...day} />}
        <div className="min-w-0">
          <h2 className="text-xl">{event.title}</h2>
          <p className="mt-1 text-sm text-muted">
            <time dateTime={event.startTime}>
              {days} • <span className="whitespace-nowrap">{hours}</span>
            </time>
          </p>
          <p className="mt-1 text-sm text-muted">
            {attendeeLabel(event.attendees + (going ? 1 : 0))}
          </p>
        </div>
      </div>
      <Button
        className="mt-auto"
        variant={going ? 'outline' : 'primary'}
        busy={busy}
        busyLabel={going ? 'Cancelling...' : 'Attending...'}
        onClick={toggle}
      >
        {going ? 'Going ✓' : 'Attend Event'}
      </Button>
    </article>
  );
}

function useDemoRsvp(eventId: number) {
  const [, navigate] = useLocation();
  const [going, setGoing] = useState(false);
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const answer = () => {
    setBusy(false);
    setGoing(!going);
    toast({ title: going ? 'RSVP Cancelled' : 'RSVP Confirmed', tone: 'good' });
    if (!going) timer.current = setTimeout(() => navigate(paths.event(eventId)), redirectTime);
  };
  const toggle = () => {
    // A visitor who cancels before the redirect stays here.
    clearTimeout(timer.current);
    setBusy(true);
    timer.current = setTimeout(answer, answerTime);
  };
  return { going, busy, toggle };
}
