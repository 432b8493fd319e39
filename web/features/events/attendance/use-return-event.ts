import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Event } from '#contract/events/events.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';

/**
 * Returns the event that sent the viewer to this group to join. The event's id is in the query
 * string, or in the history state that the event's link sets.
 */
export function useReturnEvent(groupId: number | undefined): Event | undefined {
  const fromQuery = new URLSearchParams(useSearch()).get('event');
  const fromHistory = useHistoryState<{ event?: unknown } | null>()?.event;
  const id = Number(fromQuery ?? fromHistory);
  const { data: event } = useQuery({ ...eventQuery(id), enabled: Number.isInteger(id) && id > 0 });
  return event?.groupId === groupId ? event : undefined;
}
