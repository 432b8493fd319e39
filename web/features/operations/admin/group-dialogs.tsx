import { useIfMailed } from '#web/platform/site.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { memberPages } from '#web/features/community/groups/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, RadioCards } from '#web/ui/choices.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { SelectField, TextareaField } from '#web/ui/field.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { useAppointment, useDeleteGroup, useReview } from './use-group-actions.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { Options } from '#web/ui/options.tsx';

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

/** Approves a group for under 18s once the admin has checked its safeguarding lead. */
function ApproveDialog({ group, onClose }: Props) {
  const review = useReview();
  const [checked, setChecked] = useState(false);
  const [error, setError] = useState<string>();
  const { safeguardingLead: lead, safeguardingContact: contact } = group;
  const hasLead = Boolean(lead && contact);
  const approve = () => {
    if (!checked) return setError('Please check the safeguarding lead first');
    review.mutate({ group, status: 'approved', safeguardingChecked: true });
    onClose();
  };
  return (
    <Dialog
      onOpenChange={onClose}
      title={`Approve ${group.name}?`}
      description="This group is for under 18s. Speak to its safeguarding lead before you approve it."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          {hasLead && <Button onClick={approve}>Approve group</Button>}
        </>
      }
    >
      {hasLead ? (
        <div className="flex flex-col gap-5">
          <div className="rounded-card bg-sunken px-4 py-3 wrap-anywhere">
            <p className="text-sm text-muted">Safeguarding lead</p>
            <p className="font-display text-lg font-semibold">{lead}</p>
            <p>{contact}</p>
          </div>
          <Checkbox
            label="I've checked the safeguarding lead"
            description="You know who they are, and that they know what to do and can be reached. We'll note this in the audit log."
            checked={checked}
            error={error}
            onChange={(event) => setChecked(event.target.checked)}
          />
        </div>
      ) : (
        <p>
          The safeguarding lead or their contact details are missing. Reject the group and ask its
          owner to add both, and then you can approve it.
        </p>
      )}
    </Dialog>
  );
}

function titleOf({ name, status, was }: AdminGroup): string {
  if (was) return `Reject the changes to ${name}?`;
  return status === 'approved' ? `Unpublish ${name}?` : `Reject ${name}?`;
}

function verdictOf({ status, was }: AdminGroup): string {
  if (was) return 'Reject changes';
  return status === 'approved' ? 'Unpublish group' : 'Reject group';
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
      onOpenChange={onClose}
      unsaved={reason.trim() !== ''}
      title={titleOf(group)}
      description={
        group.was
          ? 'The changes will be dropped, and the group will stay public as it was. Its owner will see your reason.'
          : 'Its owner will see your reason, and can change the group and send it again. Until then, only its members can see it.'
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
        <SelectField
          label="Start from"
          optional
          defaultValue=""
          onChange={(event) => start(event.target.value)}
        >
          <option value="">Your own words</option>
          <Options of={rejections.map(({ name }) => [name, name])} />
        </SelectField>
        <TextareaField
          label="Reason"
          hint="Say what they could change."
          optional
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Dialog>
  );
}

function AppointDialog({ group, onClose }: Props) {
  const ifMailed = useIfMailed();
  const list = useInfiniteQuery(memberPages(group.id));
  const members = list.data?.pages.flatMap(({ items }) => items.approved) ?? [];
  const [userId, setUserId] = useState('');
  const appointment = useAppointment();
  const appoint = () => appointment.mutate({ group, userId }, { onSuccess: onClose });
  const nobody = list.data !== undefined && members.length === 0;
  return (
    <Dialog
      onOpenChange={onClose}
      title={`Who looks after ${group.name}?`}
      description={`The member you choose becomes its organiser and owner. ${ifMailed("We'll tell them by email.", 'Please tell them: this site can’t send email yet.')}`}
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
            Appoint organiser
          </Button>
        </>
      }
    >
      {list.isPending && <p role="status">Loading...</p>}
      {nobody && <p>This group has no members left. You can only delete it.</p>}
      {members.length > 0 && (
        <RadioCards
          name="organiser"
          legend="Members, longest first"
          columns={1}
          value={userId}
          onChange={(event) => setUserId(event.target.value)}
          options={members.map((member) => ({
            value: member.userId,
            label: member.firstName ?? 'A member',
          }))}
        />
      )}
      <MoreOf list={list} className="mt-4 justify-start!" label="Show more members" />
    </Dialog>
  );
}

function DeleteDialog({ group, onClose }: Props) {
  const ifMailed = useIfMailed();
  const deletion = useDeleteGroup();
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={`Delete ${group.name}?`}
      description={`It will be gone for good, with ${pluralise(group.memberCount, 'membership')} and ${pluralise(group.eventCount, 'event')}, their RSVPs and comments. ${ifMailed("We'll email its members. ")}You can't undo this.`}
      confirmLabel="Delete group"
      busyLabel="Deleting..."
      danger
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate(group, { onSettled: onClose })}
    />
  );
}
/** Templates for rejections, which admins can edit. */
const rejections: readonly { name: string; text: string }[] = [
  {
    name: 'More about what you do',
    text: "Please tell people more about what the group does, how often it meets and who it is for, so they can see if it's for them.",
  },
  {
    name: 'Where you meet',
    text: 'Please say which town or area the group meets in. People look for groups near them.',
  },
  {
    name: 'Selling something',
    text: "Groups here are for people to do things together. This one reads like an advert. You're welcome to start it again as a group that people join for its own sake.",
  },
  {
    name: 'Already here',
    text: "There's already a group like this near you. Have a look at it first, as its organisers may be glad of your help. If yours is different, say how, and send it again.",
  },
  {
    name: 'Against the rules',
    text: "What the group describes goes against our terms of service, so we can't put it up.",
  },
];
