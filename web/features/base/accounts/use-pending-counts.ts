import { useQuery } from '@tanstack/react-query';
import type { PendingCounts } from '#contract/operations/site-stats.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { pendingCountsQuery } from './pending-counts-queries.ts';

const nothing: PendingCounts = { requests: [] };

/** The counts of items awaiting the member's decision: none for a visitor or while loading. */
export function usePendingCounts(): PendingCounts {
  const { user } = useUser();
  return useQuery({ ...pendingCountsQuery(), enabled: user !== undefined }).data ?? nothing;
}

/** How many requests wait, in one of the groups or in all of them. */
export const pendingRequestsIn = ({ requests }: PendingCounts, groupId?: number): number =>
  requests
    .filter((each) => groupId === undefined || each.groupId === groupId)
    .reduce((sum, { count }) => sum + count, 0);
