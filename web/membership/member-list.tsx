import { useQuery } from '@tanstack/react-query';
import type { Group } from '../../contract/groups.ts';
import { skeletons } from '../../contract/limits.ts';
import type { Member } from '../../contract/membership.ts';
import { memberLabel } from '../groups/group-card.tsx';
import { membersQuery } from '../groups/queries.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const grid = 'grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3';

/** Members by name for those who are signed in, by number for others; organisers first. */
export function MemberList({ group }: { group: Group }) {
  const { data, isPending } = useQuery(membersQuery(group.id));
  if (isPending) return <Loading />;
  const members = data?.approved ?? [];
  if (members.length === 0) {
    return <EmptyState as="h3" title="No members" hint="Be the first to join this group!" />;
  }
  const unseen = group.memberCount - members.length;
  return (
    <>
      <SectionHeading title={memberLabel(group.memberCount)} />
      <ul className={grid}>
        {members.map((member, place) => (
          <MemberItem key={member.userId} member={member} number={place + 1} />
        ))}
      </ul>
      {unseen > 0 && <p className="mt-6 text-muted">and {unseen} more</p>}
    </>
  );
}

function MemberItem({ member, number }: { member: Member; number: number }) {
  const name = member.firstName ?? `Member ${number}`;
  return (
    <li className="flex items-center gap-3">
      <Avatar name={member.firstName} imageUrl={member.profileImageUrl} seed={member.userId} />
      <span className="min-w-0 grow truncate font-semibold">{name}</span>
      <Badge tone={member.isOrganizer ? 'accent' : 'neutral'}>
        {member.isOrganizer ? 'Organizer' : 'Member'}
      </Badge>
    </li>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading members" className={grid}>
    {Array.from({ length: skeletons.members }, (_, place) => (
      <Skeleton key={place} className="h-11" />
    ))}
  </div>
);
