import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { leftGroup } from '#contract/community/form-words.ts';
import { formatDay } from '#contract/platform/dates.ts';
import type { HiddenGroup } from '#contract/community/membership.ts';
import { call } from '#web/platform/data/api.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { LazyConfirmDialog } from '#web/platform/forms/lazy-confirm-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { toast } from '#web/ui/toast.ts';
import { refreshGroup } from './use-membership.ts';

/** Lists the member's groups that admins have hidden, with a button to leave each. */
export const HiddenGroups = ({ groups }: { groups: HiddenGroup[] }) =>
  groups.length > 0 && (
    <section className="mb-12">
      <SectionHeading title="Hidden by the admins" />
      <p className="mb-4 max-w-prose text-pretty text-muted">
        You belong to these groups, but you can't see them while they're hidden. You can leave them.
      </p>
      <ul className="flex max-w-2xl flex-col gap-3">
        {groups.map((group) => (
          <Hidden key={group.id} group={group} />
        ))}
      </ul>
    </section>
  );

function Hidden({ group }: { group: HiddenGroup }) {
  const [isConfirming, setConfirming] = useState(false);
  const leave = useLeaving(group);
  const since = formatDay(group.since);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-card px-5 py-4">
      <span className="font-semibold">A group you've been in since {since}</span>
      <Button
        variant="quiet"
        aria-label={`Leave Group: the one you've been in since ${since}`}
        busy={leave.isPending}
        busyLabel="Leaving..."
        onClick={() => setConfirming(true)}
      >
        Leave Group
      </Button>
      {isConfirming && (
        <LazyConfirmDialog
          open
          onOpenChange={setConfirming}
          title="Leave this group?"
          description={`You've been in it since ${since}. If you leave, you won't be a member when it's shown again.`}
          confirmLabel="Leave Group"
          cancelLabel="Stay"
          danger
          onConfirm={() => {
            setConfirming(false);
            leave.mutate();
          }}
        />
      )}
    </li>
  );
}

function useLeaving({ id }: HiddenGroup) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/members', { params: { id } }),
    onSuccess: () => toast({ ...leftGroup, tone: 'good' }),
    onError: (error) => toastFailure('Error', error, 'Failed to leave group. Please try again.'),
    onSettled: () => refreshGroup(client, id),
  });
}
