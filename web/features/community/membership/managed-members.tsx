import { useIfMailed, type IfMailed } from '#web/platform/site.tsx';
import { useRef, useState, type ComponentProps } from 'react';
import { formatCommentDate } from '#contract/platform/dates.ts';
import type { Group } from '#contract/community/groups.ts';
import type { Member } from '#contract/community/membership.ts';
import { MemberName } from '#web/features/community/profiles/member-name.tsx';
import { memberLabel } from '#web/features/community/groups/member-label.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { MemberTools } from './member-tools.tsx';
import { MemberItem, memberGrid, nameOf } from './member-item.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { refreshGroup } from './use-membership.ts';

interface ManagedMembersProps extends ComponentProps<typeof MemberTools> {
  members: Member[];
  waiting: Member[];
}

/** Lists a group's members and requests for its organisers, with what they can do. */
export default function ManagedMembers({ members, waiting, ...tools }: ManagedMembersProps) {
  const { group } = tools;
  const ifMailed = useIfMailed();
  const container = useRef<HTMLDivElement>(null);
  const [openQuestion, setOpenQuestion] = useState<{ question: Question; member: Member }>();
  const change = useMemberChanges(group);
  const runAction = (action: MemberAction, member: Member) =>
    change.mutate(
      { action, userId: member.userId, name: nameOf(member) },
      {
        onSettled: () => setOpenQuestion(undefined),
        // The pressed button has disappeared with its row.
        onSuccess: () => action === 'approve' && container.current?.focus(),
      },
    );
  const current = change.isPending ? change.variables : undefined;
  const approving = current?.action === 'approve' ? current.userId : undefined;
  return (
    <div ref={container} tabIndex={-1} role="group" aria-label="Members" className="outline-none">
      {waiting.length > 0 && (
        <section aria-label="Requests" className="mb-10">
          <SectionHeading title="Requests" />
          <ul className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
            {waiting.map((member) => (
              <Request
                key={member.userId}
                member={member}
                approving={member.userId === approving}
                onApprove={() => runAction('approve', member)}
                onDecline={() => setOpenQuestion({ question: 'decline', member })}
              />
            ))}
          </ul>
        </section>
      )}
      <SectionHeading title={memberLabel(group.memberCount)} />
      <MemberTools {...tools} />
      {members.length === 0 && (
        <p role="status" className="text-muted">
          No members like that.
        </p>
      )}
      <ul className={memberGrid}>
        {members.map((member, index) => (
          <MemberItem
            key={member.userId}
            member={member}
            number={index + 1}
            actions={
              <MemberMenu
                group={group}
                member={member}
                onAsk={(question) => setOpenQuestion({ question, member })}
              />
            }
          />
        ))}
      </ul>
      {openQuestion && (
        <ConfirmDialog
          onOpenChange={() => setOpenQuestion(undefined)}
          {...confirmQuestions[openQuestion.question](nameOf(openQuestion.member), group, ifMailed)}
          busy={change.isPending}
          onConfirm={() => runAction(openQuestion.question, openQuestion.member)}
        />
      )}
    </div>
  );
}

interface RequestProps {
  member: Member;
  approving: boolean;
  onApprove: () => void;
  onDecline: () => void;
}

function Request({ member, approving, onApprove, onDecline }: RequestProps) {
  const name = nameOf(member);
  return (
    <li className="flex flex-wrap items-center gap-3">
      <Avatar name={member.firstName} imageUrl={member.profileImageUrl} seed={member.userId} />
      <span className="min-w-24 grow">
        <MemberName
          person={{ ...member, firstName: name }}
          className="block truncate font-semibold"
        />
        {member.requestedAt && (
          <time dateTime={member.requestedAt} className="block text-sm text-muted">
            {formatCommentDate(member.requestedAt)}
          </time>
        )}
        {member.answer && (
          <span dir="auto" className="mt-1 block whitespace-pre-line wrap-anywhere">
            {member.answer}
          </span>
        )}
      </span>
      <span className="flex gap-2">
        <Button
          busy={approving}
          busyLabel="Approving..."
          aria-label={approving ? undefined : `Approve ${name}`}
          onClick={onApprove}
        >
          Approve
        </Button>
        <Button variant="quiet" aria-label={`Decline ${name}`} onClick={onDecline}>
          Decline
        </Button>
      </span>
    </li>
  );
}

interface MemberMenuProps {
  group: Group;
  member: Member;
  onAsk: (question: Question) => void;
}

function MemberMenu({ group, member, onAsk }: MemberMenuProps) {
  const items: MenuItem[] = [];
  if (member.can?.removeOrganizer) {
    items.push({ label: 'Remove organiser role', onSelect: () => onAsk('demote') });
  }
  if (member.can?.makeOrganizer) {
    items.push({ label: 'Make organiser', onSelect: () => onAsk('promote') });
  }
  if (member.can?.handOver) {
    items.push({ label: 'Hand over ownership', onSelect: () => onAsk('handOver') });
  }
  if (member.can?.remove) {
    items.push({ label: 'Remove from group', danger: true, onSelect: () => onAsk('remove') });
  }
  if (items.length > 0) return <Menu label={`Actions for ${nameOf(member)}`} items={items} />;
  const owns = member.userId === group.createdById;
  return owns && <span className="text-sm text-muted">Owner</span>;
}

type MemberAction = Question | 'approve';

interface Change {
  action: MemberAction;
  userId: string;
  name: string;
}

const doneToasts: Record<MemberAction, (name: string, group: string) => string> = {
  approve: (name, group) => `${name} is now a member of ${group}`,
  decline: (name) => `${name}'s request has been declined`,
  promote: (name) => `${name} is now an organiser`,
  demote: (name) => `${name} is no longer an organiser`,
  remove: (name, group) => `${name} has been removed from ${group}`,
  handOver: (name, group) => `${name} is now the owner of ${group}`,
};

/** Runs an action on a member. It stays pending until the list is loaded again. */
function useMemberChanges(group: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, userId }: Change) => sendChange(group.id, action, userId),
    done: (_, { action, name }) => doneToasts[action](name, group.name),
    failed: "That didn't work",
    fallback: 'Please try again later.',
    // Runs after a refusal too, which often means that the list is out of date.
    onSettled: () => refreshGroup(client, group.id),
  });
}

async function sendChange(id: number, action: MemberAction, userId: string): Promise<void> {
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
interface QuestionText {
  title: string;
  description: string;
  confirmLabel: string;
  busyLabel: string;
  danger: boolean;
}

type Question = 'decline' | 'promote' | 'demote' | 'remove' | 'handOver';

/** The confirmations before an organiser changes a member's role, or takes something from them. */
const confirmQuestions: Record<
  Question,
  (name: string, group: Group, ifMailed: IfMailed) => QuestionText
> = {
  promote: (name, group) => ({
    title: `Make ${name} an organiser?`,
    description: `Organisers of ${group.name} create and change events, look after members, write to them, and see who is coming.${group.organisersEdit ? ' They can also edit the group.' : ''}`,
    confirmLabel: 'Make organiser',
    busyLabel: 'Saving...',
    danger: false,
  }),
  decline: (name, group, ifMailed) => ({
    title: `Decline ${name}?`,
    description: `This removes their request to join ${group.name}${ifMailed(", and we'll tell them by email")}. They can ask again.`,
    confirmLabel: 'Decline request',
    busyLabel: 'Declining...',
    danger: true,
  }),
  demote: (name, group) => ({
    title: `Remove ${name} as an organiser?`,
    description: `They'll still be a member of ${group.name}, but they won't be able to create events or manage members.`,
    confirmLabel: 'Remove role',
    busyLabel: 'Removing...',
    danger: true,
  }),
  remove: (name, group) => ({
    title: `Remove ${name} from the group?`,
    description: `They'll no longer be a member of ${group.name}, and they'll lose their place at its upcoming events.`,
    confirmLabel: 'Remove member',
    busyLabel: 'Removing...',
    danger: true,
  }),
  handOver: (name, group) => ({
    title: `Hand ${group.name} over to ${name}?`,
    description: `${name} will become its owner and an organiser. You'll still be an organiser, but only ${name} can hand it over or decide who edits it.`,
    confirmLabel: 'Hand over',
    busyLabel: 'Handing over...',
    danger: false,
  }),
};
