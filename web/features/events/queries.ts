import { pageSizes } from '../../../contract/limits.ts';
import { given, pages, query } from '../../platform/data/queries.ts';

export interface EventFilters {
  q?: string | undefined;
  location?: string | undefined;
  category?: string | undefined;
  /** A town or a region, and all around it. */
  near?: string | undefined;
  /** The first and the last day: '2026-06-12'. */
  from?: string | undefined;
  to?: string | undefined;
  free?: 'true' | undefined;
  /** The page to begin with, for a reader without JavaScript. */
  cursor?: string | undefined;
}

/** A day in an address; what is none is no filter. */
const dayGiven = (search: URLSearchParams, name: string) => {
  const text = given(search, name);
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
};

/** The filters that the address of Explore Events carries. */
export const eventFilters = (search: URLSearchParams): EventFilters => ({
  q: given(search, 'q'),
  location: given(search, 'location'),
  category: given(search, 'category'),
  near: given(search, 'near'),
  from: dayGiven(search, 'from'),
  to: dayGiven(search, 'to'),
  free: search.get('free') === 'true' ? 'true' : undefined,
  cursor: given(search, 'cursor'),
});

export const eventPages = (filters: EventFilters) =>
  pages('GET /api/events', { query: { ...filters, limit: pageSizes.events } });

/** 'Newport' of 'Newport, Isle of Wight'. */
export const townOf = (place: string) => place.split(',')[0]?.trim() ?? place;

export const eventsNear = (near: string) =>
  query('GET /api/events', { query: { near, limit: pageSizes.nearEvents } });

export const homeEvents = (cursor?: string) =>
  pages('GET /api/events', { query: { limit: pageSizes.homeEvents, cursor } });

export const eventQuery = (id: string | number) =>
  query('GET /api/events/:id', { params: { id: String(id) } });

/** What a group has coming up, a series told once. */
export const groupEvents = (groupId: string | number) =>
  pages('GET /api/events/group/:groupId', {
    params: { groupId: String(groupId) },
    query: { series: 'next' },
  });

export const nextEventsShown = 3;

/** What a group has coming up, to go to instead. */
export const nextEvents = (groupId: string | number) =>
  query('GET /api/events/group/:groupId', {
    params: { groupId: String(groupId) },
    query: { series: 'next', limit: nextEventsShown },
  });

export const myEvents = (when: 'upcoming' | 'past', cursor?: string) =>
  pages('GET /api/user/events', { query: { when, limit: pageSizes.myEvents, cursor } });

/** The tab that the address of My Events names, and the page it begins with. */
export const myEventsAsked = (search: URLSearchParams) => ({
  when: search.get('when') === 'past' ? ('past' as const) : ('upcoming' as const),
  cursor: given(search, 'cursor'),
});
