import { useQuery } from '@tanstack/react-query';
import type { Waiting } from '#contract/operations/site-stats.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { waitingQuery } from './waiting-queries.ts';

const nothing: Waiting = { requests: [] };

/** The counts of items awaiting the member's decision: none for a visitor or while loading. */
export function useWaiting(): Waiting {
  const { user } = useUser();
  return useQuery({ ...waitingQuery(), enabled: user !== undefined }).data ?? nothing;
}

/** How many requests wait, in one of the groups or in all of them. */
export const requestsIn = ({ requests }: Waiting, groupId?: number): number =>
  requests
    .filter((each) => groupId === undefined || each.groupId === groupId)
    .reduce((sum, { count }) => sum + count, 0);
