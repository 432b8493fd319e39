import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Event, EventCard } from '#contract/events/events.ts';
import { knownFromLists } from '#web/platform/data/known.ts';
import { cachedEvents } from '#web/features/events/events/cached-events.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';

/** An event; at once as far as a list has shown it, while the rest comes. */
export function useEvent(id: string) {
  const client = useQueryClient();
  return useQuery({
    ...eventQuery(id),
    placeholderData: () => inPart(knownFromLists(client, cachedEvents, Number(id))),
  });
}

function inPart(event: Event | EventCard | undefined): Event | undefined {
  if (!event) return undefined;
  const ended = Date.parse(event.endTime) < Date.now();
  return {
    ended,
    guestCount: 0,
    // The answer decides the viewer's permissions. Until it comes the page offers nothing.
    attendeeNames: 'organisers',
    attendeeNamesText: '',
    rsvpState: event.status === 'cancelled' ? 'cancelled' : ended ? 'ended' : 'open',
    can: {
      rsvp: false,
      waitlist: false,
      manageWaitlist: false,
      comment: false,
      edit: false,
      copy: false,
      seeNames: false,
      searchAttendees: false,
      message: false,
    },
    ...event,
  };
}
