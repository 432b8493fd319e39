import { useQueryClient } from '@tanstack/react-query';
import type { GroupImports } from '#contract/events/imports.ts';
import { formatCommentDate } from '#contract/platform/dates.ts';
import { call } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';

interface FollowedCalendarProps {
  groupId: number;
  followed: NonNullable<GroupImports['followed']>;
}

/** The calendar that is looked at every day. */
export function FollowedCalendar({ groupId, followed }: FollowedCalendarProps) {
  const client = useQueryClient();
  const unfollow = useMutation({
    mutationFn: () => call('DELETE /api/groups/:id/followed-calendar', { params: { id: groupId } }),
    onSuccess: async () => {
      await refresh(client, `/api/groups/${groupId}/imports`, '/api/user/waiting');
      toast({ title: 'We no longer look at this calendar', tone: 'good' });
    },
    onError: (error) => toastFailure('Nothing changed', error, 'Please try again.'),
  });
  return (
    <Notice
      className="mt-10"
      tone={followed.problem ? 'danger' : 'neutral'}
      title={`We look at a calendar at ${followed.host} every day`}
      action={
        <Button
          variant="outline"
          className="needs-script"
          busy={unfollow.isPending}
          onClick={() => unfollow.mutate()}
        >
          Stop looking
        </Button>
      }
    >
      <p>{stateOf(followed)}</p>
    </Notice>
  );
}

function stateOf({ problem, checkedAt }: FollowedCalendarProps['followed']): string {
  if (problem) return `It could not be read the last time. ${problem}.`;
  return checkedAt === null
    ? 'We will look for the first time within the hour.'
    : `The last time was ${formatCommentDate(checkedAt)}.`;
}
