import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import { counted } from '#contract/platform/counted.ts';

/** There is nothing that what somebody wrote may not have stood in. */
const refreshAll = (client: QueryClient) =>
  refresh(client, '/api/admin', '/api/events', '/api/groups', '/api/user/');

const failed = (error: unknown) => toastFailure('Error', error, 'Please try again later.');

export function useUndoCleanup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/admin/users/:id/cleanup', { params: { id } }),
    onSuccess: ({ lost }) =>
      toast({
        tone: 'good',
        title: 'Everything is back',
        ...(lost > 0 && {
          title: 'Back, but not all of it',
          description: `${counted(lost, 'thing')} had a place in a group or an event that is gone since.`,
        }),
      }),
    onError: failed,
    onSettled: () => refreshAll(client),
  });
}

/** Bans and removes; the toast offers to undo it at once, and the list of users for a day. */
export function useCleanup(userId: string, onDone: () => void) {
  const client = useQueryClient();
  const undo = useUndoCleanup();
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/admin/users/:id/cleanup', {
        params: { id: userId },
        body: { reason: reason.trim() || null },
      }),
    onSuccess: async () => {
      onDone();
      toast({
        tone: 'good',
        title: 'Banned, and all they wrote removed',
        description: 'Under Users you can undo it for a day.',
        action: { label: 'Undo', onSelect: () => undo.mutate(userId) },
      });
      await refreshAll(client);
    },
    onError: failed,
  });
}
