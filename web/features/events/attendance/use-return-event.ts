import { useQuery } from '@tanstack/react-query';
import { useSearch } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Event } from '#contract/events/events.ts';
import { eventQuery } from '#web/features/events/events/queries.ts';

/**
 * The event of a group that somebody was going to when they were sent there to join: named by the address, or by
 * what the link from the event leaves with the history of the tab.
 */
export function useReturnEvent(groupId: number | undefined): Event | undefined {
  const inAddress = new URLSearchParams(useSearch()).get('event');
  const inHistory = useHistoryState<{ event?: unknown } | null>()?.event;
  const id = Number(inAddress ?? inHistory);
  const { data: event } = useQuery({ ...eventQuery(id), enabled: Number.isInteger(id) && id > 0 });
  return event?.groupId === groupId ? event : undefined;
}
