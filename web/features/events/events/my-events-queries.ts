import { hour } from '#contract/platform/durations.ts';
import { doorHours, pageSizes } from '#contract/platform/limits.ts';
import type { EventCard } from '#contract/events/events.ts';
import { param, pages } from '#web/platform/data/queries.ts';

/**
 * Upcoming events that the viewer hosts, or whose question they haven't answered, soonest first. A
 * series that asks is listed once.
 */
export const ownEvents = (which: 'hosting' | 'asking', cursor?: string) =>
  pages('GET /api/user/events', {
    query: {
      [which]: 'true',
      ...(which === 'asking' && { series: 'next' }),
      limit: pageSizes.hostedEvents,
      cursor,
    },
  });

/** On the day an organiser has the door at hand. */
export const isDoorOpen = ({ startTime, endTime, status }: EventCard) =>
  status !== 'cancelled' &&
  Date.parse(startTime) - doorHours * hour <= Date.now() &&
  Date.now() <= Date.parse(endTime);

/** The events that the viewer came to, the latest first. */
export const ownAttendance = () => pages('GET /api/user/attendance', { query: { limit: 100 } });

/** Reads the tab and the start of each list from the query string of My Events. */
export const myEventsParams = (search: URLSearchParams) => ({
  when: search.get('when') === 'past' ? ('past' as const) : ('upcoming' as const),
  cursor: param(search, 'cursor'),
  hosted: param(search, 'hosted'),
  asking: param(search, 'asking'),
});
