import { pageSizes } from '#contract/platform/limits.ts';
import { param, pages } from '#web/platform/data/queries.ts';

/** The events that the caller hosts, soonest first. */
export const hostedEvents = (cursor?: string) =>
  pages('GET /api/user/events', {
    query: { hosting: 'true', limit: pageSizes.hostedEvents, cursor },
  });

/** The tab that the address of My Events names, and the page it begins with. */
export const myEventsAsked = (search: URLSearchParams) => ({
  when: search.get('when') === 'past' ? ('past' as const) : ('upcoming' as const),
  cursor: param(search, 'cursor'),
  hosted: param(search, 'hosted'),
});
