import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '#contract/community/groups.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { countMembers, refreshGroup } from './use-membership.ts';

/**
 * Leaves a group, or withdraws the request to join it. The member count changes at once, and back
 * if the call fails.
 */
export function useLeave(group: Group) {
  const client = useQueryClient();
  const isRequest = group.membership?.status === 'pending';
  return useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
    onMutate: () => countMembers(client, group, isRequest ? 0 : -1),
    onSuccess: () => {
      toast(
        isRequest
          ? { title: `You've withdrawn your request to join ${group.name}`, tone: 'good' }
          : { title: 'Success!', description: `You've left ${group.name}`, tone: 'good' },
      );
    },
    onError: (error, _, undo) => {
      undo?.();
      toastFailure(
        'Error',
        error,
        isRequest
          ? 'Failed to withdraw your request. Please try again.'
          : 'Failed to leave group. Please try again.',
      );
    },
    onSettled: () => refreshGroup(client, group.id),
  });
}
