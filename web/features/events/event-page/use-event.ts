import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import type { Event, EventCard } from '#contract/events/events.ts';
import { knownFromLists } from '#web/platform/data/known.ts';
import { cachedEvents } from '#web/features/events/events/cached-events.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';

/** Loads an event. Fields known from a list are shown at once as placeholder data. */
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
    cancelReason: null,
    access: allFacts({}),
    guestCount: 0,
    // The viewer's abilities come with the answer; until then the page offers no actions.
    attendeeNames: 'organisers',
    asksEverybody: false,
    attendeeNamesText: '',
    rsvpState: event.status === 'cancelled' ? 'cancelled' : ended ? 'ended' : 'open',
    can: {
      rsvp: false,
      waitlist: false,
      manageWaitlist: false,
      comment: false,
      guestRsvp: false,
      ask: false,
      edit: false,
      restore: false,
      delete: false,
      copy: false,
      seeNames: false,
      searchAttendees: false,
      message: false,
    },
    ...event,
  };
}

/** Returns true if the viewer has any organiser or admin action on the event. */
export const isRun = ({ can }: Event) =>
  can.edit || can.restore || can.delete || can.copy || can.message || can.cleanUp;
