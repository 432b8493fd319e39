import type { QueryClient } from '@tanstack/react-query';
import { dateOf, daysAfter, daysOfMonth } from '#contract/platform/days.ts';
import { query } from '#web/platform/data/queries.ts';
import { lastingFilters, type EventFilters } from '#web/features/events/events/event-filters.ts';
import { eventPages } from '#web/features/events/events/queries.ts';

/** Returns the last day shown, or undefined if there is no last day or it has passed. */
export function lastDayShown({ view, month, to }: EventFilters, now: Date): string | undefined {
  const today = dateOf(now);
  const last = view ? daysOfMonth(month ?? today.slice(0, 7)).at(-1) : to;
  return last !== undefined && last >= today ? last : undefined;
}

/** The first event after a day, with the same filters. */
export const firstAfter = (filters: EventFilters, day: string) =>
  query('GET /api/events', {
    query: { ...lastingFilters(filters), from: daysAfter(day, 1), limit: 1 },
  });

/** Returns the query for the next event if the cached days are empty. */
export function laterEvents(client: QueryClient, filters: EventFilters) {
  const day = lastDayShown(filters, new Date());
  return day && isEmpty(client, filters) ? [firstAfter(filters, day)] : [];
}

const isEmpty = (client: QueryClient, filters: EventFilters): boolean => {
  const shown = filters.view
    ? client.getQueryData(monthQuery(filters).queryKey)?.days
    : client.getQueryData(eventPages(filters).queryKey)?.pages[0]?.items;
  return shown?.length === 0;
};

export const monthQuery = (filters: EventFilters) =>
  query('GET /api/events/month', { query: { month: filters.month, ...lastingFilters(filters) } });
