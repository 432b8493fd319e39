import { useQueryClient } from '@tanstack/react-query';
import type { AdminUser } from '#contract/operations/admin.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { changeRow } from '#web/platform/data/cache.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshSite } from '#web/features/trust/moderation/refresh-site.ts';

const list = '/api/admin/users';

/** Updates the member's row. Reloads the list on failure, because it may be out of date. */
function useAccountChange<Change extends { id: string }>(
  send: (change: Change) => Promise<AdminUser>,
  done: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      changeRow<AdminUser>(client, list, changed.id, () => changed);
      toast({ title: done, tone: 'good' });
      void refresh(client, '/api/admin/summary', '/api/admin/analytics', '/api/admin/audit');
    },
    onError: (error) => {
      toastFailure('User not changed', error, 'Please try again later.');
      void refresh(client, list);
    },
  });
}

export const useRoleChange = () =>
  useAccountChange(
    ({ id, role }: { id: string; role: 'user' | 'admin' }) =>
      call('PATCH /api/admin/users/:id/role', { params: { id }, body: { role } }),
    'User role updated successfully',
  );

export const useStatusChange = () =>
  useAccountChange(
    ({ id, isActive, reason }: { id: string; isActive: boolean; reason: string }) =>
      call('PATCH /api/admin/users/:id/status', {
        params: { id },
        body: { isActive, reason: reason.trim() || null },
      }),
    'User status updated successfully',
  );

export const useSignOut = () =>
  useAccountChange(
    ({ id }: { id: string }) => call('DELETE /api/admin/users/:id/sessions', { params: { id } }),
    'Signed out everywhere',
  );

export const useTwoStepReset = () =>
  useAccountChange(
    ({ id }: { id: string }) => call('DELETE /api/admin/users/:id/two-step', { params: { id } }),
    'Two-step sign-in has been reset',
  );

export function useDeleteUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: { id: string }) => call('DELETE /api/admin/users/:id', { params: { id } }),
    onSuccess: (_, { id }) => {
      changeRow<AdminUser>(client, list, id, () => undefined);
      toast({ title: 'User deleted successfully', tone: 'good' });
      void refresh(client, '/api/admin/groups', '/api/admin/events', '/api/admin/comments');
      void refreshSite(client);
    },
    onError: (error) => {
      const { status = 'no answer' } = failureOf(error);
      toastFailure(`Failed to delete user: ${status}`, error, 'Please try again later.');
      void refresh(client, list);
    },
  });
}
