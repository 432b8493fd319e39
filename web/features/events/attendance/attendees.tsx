import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import type { Event } from '#contract/events/events.ts';
import { attendeeAvatars } from '#contract/platform/limits.ts';
import { AvatarRow } from '#web/ui/avatar-row.tsx';
import { andGuests, comingLabel } from '#web/features/events/events/attendee-label.ts';
import { attendeesQuery } from './queries.ts';

const AttendeeList = lazyPart(() => import('./attendee-list.tsx'));

/** Shows some avatars and the count. Viewers who may see names can open the full list. */
export function Attendees({ event }: { event: Event }) {
  const { data } = useQuery(attendeesQuery(event.id));
  const [open, setOpen] = useState(false);
  const label = comingLabel(event);
  const people = data?.slice(0, attendeeAvatars).map(({ userId, firstName, profileImageUrl }) => ({
    name: firstName,
    imageUrl: profileImageUrl,
    seed: userId ?? undefined,
  }));
  // Organisers put people on an empty list, too.
  if (event.attendeeCount === 0 && !event.can.searchAttendees) return <p>{label}</p>;
  // Guests without an account count, but only organisers see them.
  const seesPeople = people
    ? people.length > 0
    : event.attendeeNames === 'signed_in' || event.can.seeNames;
  return (
    <div className="relative">
      <p>
        {event.can.seeNames ? (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="link min-h-6 outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-3 focus-visible:after:outline-offset-4 focus-visible:after:outline-focus"
          >
            {label}
          </button>
        ) : (
          label
        )}
        {event.guestCount > 0 && ` ${andGuests(event.guestCount)}`}
      </p>
      {event.attendeeCount > 0 && seesPeople && (
        <AvatarRow
          className="mt-2 max-sm:-ml-9"
          people={people}
          total={event.attendeeCount}
          max={attendeeAvatars}
          label={label}
        />
      )}
      {open && <AttendeeList event={event} onClose={() => setOpen(false)} />}
    </div>
  );
}
