import type { GroupCard as GroupData } from '#contract/community/groups.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { GroupCard } from './group-card.tsx';

/** Shows one of the member's groups with their role in it. */
export function OwnGroupCard({ group }: { group: GroupData }) {
  const { user } = useUser();
  return <GroupCard group={group} role={roleIn(group, user?.id)} />;
}

function roleIn({ createdById, membership }: GroupData, userId: string | undefined): string {
  if (createdById !== null && createdById === userId) return 'Owner';
  return membership?.isOrganizer ? 'Organizer' : 'Member';
}
