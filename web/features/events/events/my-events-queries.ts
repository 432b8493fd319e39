import { pageSizes } from '#contract/platform/limits.ts';
import { param, pages } from '#web/platform/data/queries.ts';

/** Events that the viewer hosts, soonest first. */
export const hostedEvents = (cursor?: string) =>
  pages('GET /api/user/events', {
    query: { hosting: 'true', limit: pageSizes.hostedEvents, cursor },
  });

/** Reads the tab and the start of each list from the query string of My Events. */
export const myEventsParams = (search: URLSearchParams) => ({
  when: search.get('when') === 'past' ? ('past' as const) : ('upcoming' as const),
  cursor: param(search, 'cursor'),
  hosted: param(search, 'hosted'),
});
