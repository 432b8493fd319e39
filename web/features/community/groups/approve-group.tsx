import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { refreshGroup } from '#web/features/community/membership/use-membership.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';

/** Whether the viewer is an admin whose own group waits for review. */
export const canApproveOwn = ({ can }: Group) => can.submit && can.review;

/**
 * Approves the viewer's own group. A group for under 18s needs a check of its safeguarding lead,
 * which the admin panel asks for.
 */
export function ApproveGroup({ group, size }: { group: Group; size?: ButtonLook['size'] }) {
  const client = useQueryClient();
  const approve = useMutation({
    mutationFn: () =>
      call('PATCH /api/admin/groups/:id/status', {
        params: { id: group.id },
        body: { status: 'approved' },
      }),
    onSuccess: () => refreshGroup(client, group.id),
    done: `${group.name} has been approved`,
    failed: 'Group not changed',
    reload: ['/api/admin'],
  });
  if (group.audience === 'under18') {
    return <ButtonLink href={paths.adminTab('groups')} size={size} label="Approve it now" />;
  }
  return (
    <Button
      size={size}
      busy={approve.isPending}
      busyLabel="Approving..."
      onClick={() => approve.mutate()}
    >
      Approve it now
    </Button>
  );
}
