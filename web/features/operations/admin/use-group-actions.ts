import { useQueryClient } from '@tanstack/react-query';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

const listPath = '/api/admin/groups';
const unsaved = { failed: 'Group not changed', fallback: 'Please try again later.' };

interface Verdict {
  group: AdminGroup;
  status: 'approved' | 'rejected';
  reason?: string;
  safeguardingChecked?: boolean;
}

/** Removes the group from the queue at once, and puts it back if the call fails. */
export function useReview() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ group, status, reason, safeguardingChecked }: Verdict) =>
      call('PATCH /api/admin/groups/:id/status', {
        params: { id: group.id },
        body: {
          status,
          reason: reason?.trim() || null,
          version: group.version,
          safeguardingChecked,
        },
      }),
    onMutate: ({ group }) => changeRow<AdminGroup>(client, listPath, group.id, () => undefined),
    done: (_, { group, status }) =>
      group.was
        ? `The changes to ${group.name} have been ${status}`
        : `${group.name} has been ${status}`,
    ...unsaved,
    onSettled: async () => {
      await refresh(client, listPath);
      await refreshSite(client);
    },
  });
}

export function useAppointment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ group, userId }: { group: AdminGroup; userId: string }) =>
      call('PUT /api/admin/groups/:id/organizer', { params: { id: group.id }, body: { userId } }),
    done: (_, { group }) => `${group.name} has an organiser`,
    ...unsaved,
    onSettled: async () => {
      await refresh(client, listPath);
      await refreshSite(client);
    },
  });
}

export function useDeleteGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminGroup) => call('DELETE /api/admin/groups/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      changeRow<AdminGroup>(client, listPath, id, () => undefined);
      void refresh(client, '/api/admin/users', '/api/admin/events', '/api/admin/comments');
      void refreshSite(client);
    },
    done: 'Group deleted successfully',
    ...unsaved,
    onError: () => void refresh(client, listPath),
  });
}
