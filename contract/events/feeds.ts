import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { filteredBy } from './event-search.ts';
import { FilterFlag, Instant } from '#contract/platform/values.ts';

/** The query of `GET /calendar.ics`. */
export const FeedQuery = filteredBy({});

/**
 * The query of `GET /calendar/<token>.ics`: whether it has what waits for an answer, as tentative.
 */
export const OwnFeedQuery = z.object({ asked: FilterFlag });

/**
 * Creates the address of the member's calendar feed. Only this answer contains it, and the earlier
 * address stops working.
 */
export const makeCalendarFeed = endpoint('POST /api/user/calendar-feed', {
  summary: 'Create the link to your calendar feed',
  answers: [201],

  access: 'signed_in',
  rate: 'write',
  keepsPublicCache: true,
  response: z.strictObject({ url: z.string() }),
});

export const CalendarFeed = z.strictObject({
  active: z.boolean(),
  /** Null if there is none. */
  createdAt: Instant.nullable(),
  /** When a program last fetched it, to within ten minutes; null if none has. */
  lastReadAt: Instant.nullable(),
});
export type CalendarFeed = z.infer<typeof CalendarFeed>;

export const getCalendarFeed = endpoint('GET /api/user/calendar-feed', {
  summary: 'Get the status of your calendar feed',

  access: 'signed_in',
  response: CalendarFeed,
});

export const endCalendarFeed = endpoint('DELETE /api/user/calendar-feed', {
  summary: 'Delete the link to your calendar feed',

  access: 'signed_in',
  rate: 'write',
  keepsPublicCache: true,
});
