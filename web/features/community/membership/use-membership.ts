import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Group, GroupCard } from '#contract/community/groups.ts';
import { call } from '#web/platform/data/api.ts';
import { patchCached } from '#web/platform/data/cache.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { cachedGroups } from '#web/features/community/groups/queries.ts';
import { toast } from '#web/ui/toast.ts';
import { useSearch } from 'wouter';

/** Refreshes everything that a change of a group or its members may affect. */
export const refreshGroup = (client: QueryClient, id: number) =>
  refresh(
    client,
    `/api/groups/${id}`,
    '/api/groups?',
    '/api/user/groups',
    '/api/user/hidden-groups',
    '/api/user/waiting',
    '/api/events',
  );

/** Changes the member count optimistically, before the server answers. */
export const countMembers = (client: QueryClient, group: GroupCard | Group, by: number) =>
  patchCached(client, cachedGroups, group.id, ({ memberCount }) => ({
    memberCount: memberCount + by,
  }));

/**
 * Joins a group. The member count changes at once, and back if the call fails. The button stays
 * busy until the group is loaded again, with the member's new role.
 */
export function useJoin(
  group: GroupCard | Group,
  { onJoined, quietly = false }: { onJoined?: () => void; quietly?: boolean } = {},
) {
  const client = useQueryClient();
  const query = useInvitation();
  return useMutation({
    mutationFn: (body: { answer?: string } | void) =>
      call('POST /api/groups/:id/members', { params: { id: group.id }, query, body: body ?? {} }),
    onMutate: () => countMembers(client, group, group.joinPolicy === 'open' ? 1 : 0),
    onSuccess: ({ status }) => {
      const isQuiet = status === 'approved' && quietly;
      if (!isQuiet)
        toast({
          title: 'Success!',
          description:
            status === 'approved'
              ? `You've joined ${group.name}! Welcome to the group.`
              : `Your request to join ${group.name} has been sent. An organiser will look at it.`,
          tone: 'good',
        });
      onJoined?.();
    },
    failed: 'Error',
    fallback: 'Failed to join group. Please try again.',
    onSettled: () => refreshGroup(client, group.id),
  });
}

/** Returns the token of the invitation link that led here, as a query of the join call. */
export function useInvitation(): { invitation?: string } {
  const invitation = new URLSearchParams(useSearch()).get('invitation');
  return invitation ? { invitation } : {};
}
