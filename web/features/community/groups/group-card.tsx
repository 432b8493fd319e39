import type { GroupCard as GroupData } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { JoinButton } from '#web/features/community/membership/join-button.tsx';
import {
  pendingRequestsIn,
  usePendingCounts,
} from '#web/features/base/accounts/use-pending-counts.ts';
import { requestWords } from '#web/features/base/accounts/pending-counts-text.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { milesAway } from '#web/features/base/accounts/near-words.ts';
import { asksToJoin } from './asks-to-join.ts';
import { memberLabel } from './member-label.ts';

interface GroupCardProps {
  group: GroupData;
  eager?: boolean;
  /** The member's role in the group. */
  role?: string;
}

export function GroupCard({ group, eager = false, role = 'Member' }: GroupCardProps) {
  return (
    <Card
      href={paths.group(group.id)}
      cover={
        <Cover
          seed={group.id}
          categoryId={group.categoryId}
          imageUrl={group.imageUrl}
          eager={eager}
        />
      }
      title={group.name}
      meta={
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {group.location ?? group.category.name}
          {group.distanceMiles !== undefined && <span>· {milesAway(group.distanceMiles)}</span>}
          {group.audienceText && <Badge tone="accent">{group.audienceText}</Badge>}
          <StatusBadge {...group} />
          {group.membership?.isOrganizer && <Requests groupId={group.id} />}
        </p>
      }
      footer={
        <>
          <span>{memberLabel(group.memberCount)}</span>
          <div className="relative flex min-h-9 items-center">
            <Joining group={group} role={role} />
          </div>
        </>
      }
    >
      {group.description}
    </Card>
  );
}

function Joining({ group, role }: Required<Pick<GroupCardProps, 'group' | 'role'>>) {
  switch (group.joinState) {
    case 'open':
      if (asksToJoin(group)) return <AskLink group={group} />;
      return <JoinButton group={group} size="sm" />;
    case 'sign_in':
      return <JoinButton group={group} size="sm" />;
    case 'member':
    case 'request_pending':
      return <Badge tone="good">{role}</Badge>;
    case 'closed':
      return null;
  }
}

/** The question is on the group's page. */
const AskLink = ({ group }: { group: GroupData }) => (
  <ButtonLink
    href={paths.group(group.id)}
    size="sm"
    variant="outline"
    label="Ask to join"
    aria-label={`Ask to join: ${group.name}`}
  />
);

function Requests({ groupId }: { groupId: number }) {
  const requests = pendingRequestsIn(usePendingCounts(), groupId);
  return requests > 0 && <Badge tone="accent">{requestWords(requests)}</Badge>;
}

/** Shows the state of a group, or of its edit, that isn't public. Only its own people see one. */
function StatusBadge({ status, editPending }: Pick<GroupData, 'status' | 'editPending'>) {
  if (editPending) return <Badge tone="accent">Changes under review</Badge>;
  if (status === 'pending_approval') return <Badge tone="accent">Under review</Badge>;
  return status === 'rejected' && <Badge tone="danger">Not approved</Badge>;
}
