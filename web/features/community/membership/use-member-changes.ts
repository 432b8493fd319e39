import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '#contract/community/groups.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { toast } from '#web/ui/toast.ts';
import type { Question } from './questions.ts';
import { refreshGroup } from './use-membership.ts';

export type MemberAction = Question | 'approve' | 'promote';

interface Change {
  action: MemberAction;
  userId: string;
  name: string;
}

const done: Record<MemberAction, (name: string, group: string) => string> = {
  approve: (name, group) => `${name} is now a member of ${group}`,
  decline: (name) => `${name}'s request has been declined`,
  promote: (name) => `${name} is now an organiser`,
  demote: (name) => `${name} is no longer an organiser`,
  remove: (name, group) => `${name} has been removed from ${group}`,
  handOver: (name, group) => `${name} is now the owner of ${group}`,
};

/** Runs an action on a member. It stays pending until the list is loaded again. */
export function useMemberChanges(group: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, userId }: Change) => send(group.id, action, userId),
    onSuccess: (_, { action, name }) => {
      toast({ title: done[action](name, group.name), tone: 'good' });
    },
    onError: (error) => toastFailure("That didn't work", error, 'Please try again later.'),
    // Runs after a refusal too, which often means that the list is out of date.
    onSettled: () => refreshGroup(client, group.id),
  });
}

async function send(id: number, action: MemberAction, userId: string): Promise<void> {
  const params = { id, userId };
  const change = 'PATCH /api/groups/:id/members/:userId';
  switch (action) {
    case 'approve':
      await call(change, { params, body: { status: 'approved' } });
      return;
    case 'promote':
      await call(change, { params, body: { isOrganizer: true } });
      return;
    case 'demote':
      await call(change, { params, body: { isOrganizer: false } });
      return;
    case 'handOver':
      await call('PUT /api/groups/:id/owner', { params: { id }, body: { userId } });
      return;
    case 'decline':
    case 'remove':
      await call('DELETE /api/groups/:id/members/:userId', { params });
  }
}
