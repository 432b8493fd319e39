import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { memberPages } from '#web/features/community/groups/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioCards } from '#web/ui/choices.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Field, NativeSelect, Textarea } from '#web/ui/field.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { rejections } from './rejections.ts';
import { useAppointment, useDeleteGroup, useReview } from './use-group-actions.ts';
import { counted } from '#contract/platform/counted.ts';

export type Question = 'approve' | 'reject' | 'appoint' | 'delete';

interface GroupDialogProps {
  question: Question;
  group: AdminGroup;
  onClose: () => void;
}

export function GroupDialog({ question, ...props }: GroupDialogProps) {
  switch (question) {
    case 'approve':
      return <ApproveDialog {...props} />;
    case 'reject':
      return <RejectDialog {...props} />;
    case 'appoint':
      return <AppointDialog {...props} />;
    case 'delete':
      return <DeleteDialog {...props} />;
  }
}

type Props = Omit<GroupDialogProps, 'question'>;

/** Approves a group for under 18s, after a question. */
function ApproveDialog({ group, onClose }: Props) {
  const review = useReview();
  const [checked, setChecked] = useState(false);
  const [error, setError] = useState<string>();
  const { safeguardingLead: lead, safeguardingContact: contact } = group;
  const isKnown = Boolean(lead && contact);
  const approve = () => {
    if (!checked) return setError('Please check who looks after the safety of children first');
    review.mutate({ group, status: 'approved', safeguardingChecked: true });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Approve ${group.name}?`}
      description="It is for under 18s. Speak to its safeguarding lead before it goes up."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          {isKnown && <Button onClick={approve}>Approve Group</Button>}
        </>
      }
    >
      {isKnown ? (
        <div className="flex flex-col gap-5">
          <div className="rounded-card bg-sunken px-4 py-3 wrap-anywhere">
            <p className="text-sm text-muted">Safeguarding lead</p>
            <p className="font-display text-lg font-semibold">{lead}</p>
            <p>{contact}</p>
          </div>
          <Checkbox
            label="I have checked the safeguarding lead"
            description="Who they are, that they know what to do, and that they can be reached. It is kept in the log that you said so."
            checked={checked}
            error={error}
            onChange={(event) => setChecked(event.target.checked)}
          />
        </div>
      ) : (
        <p>
          It names no safeguarding lead, or no way to reach them. It can be approved once its owner
          has added both: reject it with a reason that says so.
        </p>
      )}
    </Dialog>
  );
}

function titleOf({ name, status, was }: AdminGroup): string {
  if (was) return `Reject the changes to ${name}?`;
  return status === 'approved' ? `Take ${name} off the board?` : `Reject ${name}?`;
}

function verdictOf({ status, was }: AdminGroup): string {
  if (was) return 'Reject Changes';
  return status === 'approved' ? 'Take Off the Board' : 'Reject Group';
}

function RejectDialog({ group, onClose }: Props) {
  const review = useReview();
  const [reason, setReason] = useState('');
  const start = (name: string) => {
    const template = rejections.find((each) => each.name === name);
    if (template) setReason(template.text);
  };
  const reject = () => {
    review.mutate({ group, status: 'rejected', reason });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={reason.trim() !== ''}
      title={titleOf(group)}
      description={
        group.was
          ? 'The changes are dropped, and the group stays public as it was. Its owner reads the reason.'
          : 'Its owner reads the reason, and can change the group and send it again. Only its members see it meanwhile.'
      }
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" onClick={reject}>
            {verdictOf(group)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field label="Start from" optional>
          {(control) => (
            <NativeSelect
              {...control}
              defaultValue=""
              onChange={(event) => start(event.target.value)}
            >
              <option value="">Words of your own</option>
              {rejections.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Reason" hint="Say what would make it right." optional>
          {(control) => (
            <Textarea
              {...control}
              maxLength={1_000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

function AppointDialog({ group, onClose }: Props) {
  const list = useInfiniteQuery(memberPages(group.id));
  const members = list.data?.pages.flatMap(({ items }) => items.approved) ?? [];
  const [userId, setUserId] = useState('');
  const appointment = useAppointment();
  const appoint = () => appointment.mutate({ group, userId }, { onSuccess: onClose });
  const nobody = list.data !== undefined && members.length === 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Who looks after ${group.name}?`}
      description="The member you choose becomes its organiser and owner, and is told by email."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={userId === ''}
            busy={appointment.isPending}
            busyLabel="Appointing..."
            onClick={appoint}
          >
            Appoint Organiser
          </Button>
        </>
      }
    >
      {list.isPending && <p role="status">Loading...</p>}
      {nobody && <p>Nobody is left in this group. You can only delete it.</p>}
      {members.length > 0 && (
        <RadioCards
          name="organiser"
          legend="Members, the longest-standing first"
          columns={1}
          value={userId}
          onChange={(event) => setUserId(event.target.value)}
          options={members.map((member) => ({
            value: member.userId,
            label: member.firstName ?? 'A member',
          }))}
        />
      )}
      {list.hasNextPage && (
        <LoadMore
          className="mt-4 justify-start!"
          label="Show More Members"
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </Dialog>
  );
}

function DeleteDialog({ group, onClose }: Props) {
  const deletion = useDeleteGroup();
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${group.name}?`}
      description={`It goes for good, and with it ${counted(group.memberCount, 'membership')} and ${counted(group.eventCount, 'event')} with their RSVPs and comments. Its members are told by email. This can't be undone.`}
      confirmLabel="Delete Group"
      busyLabel="Deleting..."
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate(group, { onSettled: onClose })}
    />
  );
}
