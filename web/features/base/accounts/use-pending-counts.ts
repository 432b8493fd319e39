import { useQuery } from '@tanstack/react-query';
import type { PendingCounts } from '#contract/operations/site-stats.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { pendingCountsQuery } from './pending-counts-queries.ts';

const noPendingCounts: PendingCounts = { requests: [] };

/**
 * Returns the counts of items awaiting the member's decision: none for a visitor or while loading.
 */
export function usePendingCounts(): PendingCounts {
  const { user } = useUser();
  return useQuery({ ...pendingCountsQuery(), enabled: user !== undefined }).data ?? noPendingCounts;
}

/** Returns the number of requests to join one group, or all of the member's groups. */
export const pendingRequestsIn = ({ requests }: PendingCounts, groupId?: number): number =>
  requests
    .filter((each) => groupId === undefined || each.groupId === groupId)
    .reduce((sum, { count }) => sum + count, 0);
