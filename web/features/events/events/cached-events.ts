import type { Event, EventCard } from '#contract/events/events.ts';
import type { CachedKind } from '#web/platform/data/known.ts';

/** The queries whose data contains events. */
export const cachedEvents: CachedKind<Event | EventCard> = {
  address: /^\/api\/(events(\?|$|\/\d+$|\/group\/)|user\/events)/,
};
