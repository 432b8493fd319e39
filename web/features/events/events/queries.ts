import { pageSizes } from '#contract/platform/limits.ts';
import { pages, query } from '#web/platform/data/queries.ts';
import type { EventFilters } from './event-filters.ts';

export const eventPages = (filters: EventFilters) =>
  pages('GET /api/events', { query: { ...filters, limit: pageSizes.events } });

export const eventCount = ({ view: _, month: __, cursor: ___, ...filters }: EventFilters) =>
  query('GET /api/events/count', { query: filters });

export const eventsNear = (near: string) =>
  query('GET /api/events', { query: { near, limit: pageSizes.nearEvents } });

export const homeEvents = (cursor?: string) =>
  pages('GET /api/events', { query: { limit: pageSizes.homeEvents, cursor } });

export const eventQuery = (id: string | number) => query('GET /api/events/:id', { params: { id } });

/** A group's upcoming events; a series appears once. */
export const groupEvents = (groupId: string | number) =>
  pages('GET /api/events/group/:groupId', {
    params: { groupId },
    query: { series: 'next' },
  });

/** The events of a public group on some days, each date of a series by itself. */
export const groupEventsOn = (group: number, from: string, to: string) =>
  query('GET /api/events', { query: { group, from, to } });

/** A group's next hundred events, also before it is public. */
export const nextHundredEvents = (groupId: number) =>
  query('GET /api/events/group/:groupId', { params: { groupId } });

export const nextEventsShown = 3;

export const nextEvents = (groupId: string | number) =>
  query('GET /api/events/group/:groupId', {
    params: { groupId },
    query: { series: 'next', limit: nextEventsShown },
  });

export const myEvents = (when: 'upcoming' | 'past', cursor?: string) =>
  pages('GET /api/user/events', { query: { when, limit: pageSizes.myEvents, cursor } });

/** The postcode and access of the group's last event at a location. */
export const lastVenue = (groupId: string, location: string) =>
  query('GET /api/groups/:id/venue', { params: { id: groupId }, query: { location } });
