import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { call } from '#web/platform/data/api.ts';
import { refreshGroup } from '#web/features/community/membership/use-membership.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import HiddenNotice from '#web/features/trust/moderation/hidden-notice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EditGroupButton } from '#web/features/community/group-form/edit-group-button.tsx';
import { ApproveGroup, canApproveOwn } from './approve-group.tsx';
import { isPublic } from './is-public.ts';

/** Shows the owner of a hidden or unapproved group its state and the next steps. */
export default function SubmissionBar({ group }: { group: Group }) {
  const publish = usePublishing(group);
  if (group.hidden) return <HiddenNotice of={[{ type: 'group', id: group.id }]} className="mb-8" />;
  if (isPublic(group)) return <EditNotice group={group} />;
  return (
    <section aria-label="Your draft" className="mb-8">
      <ReviewNotice group={group} />
      <div className="mt-4 flex flex-wrap gap-3">
        {canApproveOwn(group) && <ApproveGroup group={group} />}
        <Button busy={publish.isPending} busyLabel="Submitting..." onClick={() => publish.mutate()}>
          Done
        </Button>
        <EditGroupButton group={group} />
        <Link
          href={paths.dashboard}
          className={cx(buttonClass({ variant: 'ghost' }), 'max-sm:-ml-5')}
        >
          Back to Dashboard
        </Link>
      </div>
    </section>
  );
}

/**
 * Tells owner, organisers and admins that an edit is under review or was rejected. The group stays
 * public meanwhile.
 */
function EditNotice({ group: { editPending, statusReason, can } }: { group: Group }) {
  if (!editPending) {
    return (
      <Notice tone="danger" className="mb-8" title="The last changes weren't approved">
        <p className="wrap-anywhere">Reason: {statusReason}</p>
        <p>The group is still public as it was before. Its owner can edit it again.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="accent" className="mb-8" title="Changes to this group are under review">
      Organisers and admins see the new version here. Everyone else sees the old version until an
      admin approves the changes.
      {can.review && (
        <p className="mt-1">
          <Link href={paths.adminTab('groups')}>Go to groups waiting for review</Link>
        </p>
      )}
    </Notice>
  );
}

function ReviewNotice({ group }: { group: Group }) {
  const { status, statusReason } = group;
  if (status !== 'rejected') {
    return (
      <Notice tone="accent" title="This group is under review">
        {canApproveOwn(group)
          ? "You're an admin, so you can approve it yourself."
          : 'An admin checks every new group.'}{' '}
        Once approved, it is visible to the community. Until then, you can still change it.
      </Notice>
    );
  }
  return (
    <Notice tone="danger" title="This group wasn't approved">
      {statusReason && <p className="wrap-anywhere">Reason: {statusReason}</p>}
      <p>You can edit it and send it again. Press Done when it's ready.</p>
    </Notice>
  );
}

function usePublishing({ id }: Group) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () =>
      call('PUT /api/groups/:id', { params: { id }, body: { status: 'pending_approval' } }),
    onSuccess: () => {
      void refreshGroup(client, id);
      navigate(paths.groupCreated(id));
    },
    done: 'Your group has been published!',
    failed: 'Failed to publish group',
  });
}
