import type { GroupCard as GroupData } from '../../../contract/groups.ts';
import { paths } from '../../../contract/paths.ts';
import { JoinButton } from '../membership/join-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { memberLabel } from './member-label.ts';

interface GroupCardProps {
  group: GroupData;
  eager?: boolean;
}

export function GroupCard({ group, eager = false }: GroupCardProps) {
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
          <Standing status={group.status} />
        </p>
      }
      footer={
        <>
          <span className="text-sm text-muted">{memberLabel(group.memberCount)}</span>
          <span className="relative flex min-h-9 items-center">
            {group.membership ? (
              <Badge tone="good">Member</Badge>
            ) : (
              <JoinButton group={group} size="sm" />
            )}
          </span>
        </>
      }
    >
      {group.description}
    </Card>
  );
}

/** Only those who belong to it see a group that is not public. */
function Standing({ status }: Pick<GroupData, 'status'>) {
  if (status === 'pending_approval') return <Badge tone="accent">Under review</Badge>;
  return status === 'rejected' && <Badge tone="danger">Not approved</Badge>;
}
