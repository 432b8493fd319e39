import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Group, GroupCard } from '../../contract/groups.ts';
import { call } from '../api.ts';
import { patchCached } from '../cache.ts';
import { refresh } from '../queries.ts';
import { toastFailure } from '../toast-failure.ts';
import { toast } from '../ui/toast.tsx';

/** Joins and leaves a group; shown at once, taken back if refused. */
export function useMembership(
  group: GroupCard | Group,
  { onJoined }: { onJoined?: () => void } = {},
) {
  const client = useQueryClient();
  const settled = () =>
    refresh(client, `/api/groups/${group.id}`, '/api/groups?', '/api/user/groups', '/api/events');

  const join = useMutation({
    mutationFn: () => call('POST /api/groups/:id/members', { params: { id: group.id } }),
    onMutate: () => {
      const status = group.joinPolicy === 'open' ? 'approved' : 'pending';
      return patchCached(client, 'group', group.id, (each) => ({
        membership: { status, isOrganizer: false },
        memberCount: each.memberCount + (status === 'approved' ? 1 : 0),
      }));
    },
    onSuccess: () => {
      toast({
        title: 'Success!',
        description: `You've joined ${group.name}! Welcome to the group.`,
        tone: 'good',
      });
      onJoined?.();
    },
    onError: (error, _, undo) => {
      undo?.();
      toastFailure('Error', error, 'Failed to join group. Please try again.');
    },
    onSettled: settled,
  });

  const leave = useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
    onMutate: () => {
      const counted = group.membership?.status === 'approved' ? 1 : 0;
      return patchCached(client, 'group', group.id, (each) => ({
        membership: null,
        memberCount: each.memberCount - counted,
      }));
    },
    onSuccess: () =>
      toast({ title: 'Success!', description: `You've left ${group.name}`, tone: 'good' }),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure('Error', error, 'Failed to leave group. Please try again.');
    },
    onSettled: settled,
  });

  return { join, leave };
}
