import { useQueryClient } from '@tanstack/react-query';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

const list = '/api/admin/groups';
const failed = (error: unknown) => toastFailure('Error', error, 'Please try again later.');

interface Verdict {
  group: AdminGroup;
  status: 'approved' | 'rejected';
  reason?: string;
  safeguardingChecked?: boolean;
}

/** The group leaves the queue at once, and comes back to it where the verdict is refused. */
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
    onMutate: ({ group }) => changeRow<AdminGroup>(client, list, group.id, () => undefined),
    onSuccess: (_, { group, status }) =>
      toast({
        title: 'Success!',
        description: group.was
          ? `The changes to ${group.name} have been ${status}`
          : `${group.name} has been ${status}`,
        tone: 'good',
      }),
    onError: (error, _, undo) => {
      undo?.();
      failed(error);
    },
    onSettled: async () => {
      await refresh(client, list);
      await refreshSite(client);
    },
  });
}

export function useAppointment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ group, userId }: { group: AdminGroup; userId: string }) =>
      call('PUT /api/admin/groups/:id/organizer', { params: { id: group.id }, body: { userId } }),
    onSuccess: (_, { group }) =>
      toast({ title: 'Success!', description: `${group.name} has an organiser`, tone: 'good' }),
    onError: failed,
    onSettled: async () => {
      await refresh(client, list);
      await refreshSite(client);
    },
  });
}

export function useDeleteGroup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: AdminGroup) => call('DELETE /api/admin/groups/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      changeRow<AdminGroup>(client, list, id, () => undefined);
      toast({ title: 'Group deleted successfully', tone: 'good' });
      void refresh(client, '/api/admin/users', '/api/admin/events', '/api/admin/comments');
      void refreshSite(client);
    },
    onError: (error) => {
      failed(error);
      void refresh(client, list);
    },
  });
}
