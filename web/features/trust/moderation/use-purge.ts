import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { pluralise } from '#contract/platform/counted.ts';

/** Refreshes everything, because a member's content may appear anywhere. */
const refreshAll = (client: QueryClient) =>
  refresh(client, '/api/admin', '/api/events', '/api/groups', '/api/user/');

const failure = { failed: "That didn't work", fallback: 'Please try again later.' };

export function useUndoPurge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/admin/users/:id/cleanup', { params: { id } }),
    done: ({ lost }) =>
      lost > 0
        ? {
            title: 'Restored, but not everything',
            description: `${pluralise(lost, 'item')} belonged to a group or an event that has gone since.`,
          }
        : 'Everything has been restored',
    ...failure,
    onSettled: () => refreshAll(client),
  });
}

/**
 * Bans a member and removes their content. The toast offers to undo it, and so does the list of
 * users for a day.
 */
export function usePurge(userId: string, onDone: () => void) {
  const client = useQueryClient();
  const undo = useUndoPurge();
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/admin/users/:id/cleanup', {
        params: { id: userId },
        body: { reason: reason.trim() || null },
      }),
    onSuccess: () => {
      onDone();
      return refreshAll(client);
    },
    done: {
      title: 'Banned, and everything they wrote removed',
      description: 'You can undo this under Users for a day.',
      action: { label: 'Undo', onSelect: () => undo.mutate(userId) },
    },
    ...failure,
  });
}
