import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshGroup } from './use-membership.ts';

/**
 * Mutes or unmutes a group's messages for the member. The button stays busy until everything is
 * loaded again.
 */
export function useMute(group: { id: number; name: string }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (muted: boolean) => {
      await call('PATCH /api/groups/:id/membership', {
        params: { id: group.id },
        body: { muted },
      });
      await refreshGroup(client, group.id);
    },
    done: (_, muted) =>
      muted
        ? {
            title: 'Group muted',
            description: `You won't get messages from ${group.name} any more.`,
          }
        : {
            title: 'Group unmuted',
            description: `You'll get messages from ${group.name} again.`,
          },
    failed: "Your change wasn't saved",
  });
}
