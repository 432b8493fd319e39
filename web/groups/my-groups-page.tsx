import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { GroupCard as GroupData } from '../../contract/groups.ts';
import { pageSizes } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { cardGridFour } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { CardSkeleton } from '../ui/card-skeleton.tsx';
import { GroupCard } from './group-card.tsx';
import { myGroups } from './queries.ts';

const roles: { title: string; holds: (group: GroupData) => boolean }[] = [
  { title: 'Groups you organise', holds: (group) => group.membership?.isOrganizer === true },
  {
    title: 'Groups you belong to',
    holds: (group) => group.membership?.status === 'approved' && !group.membership.isOrganizer,
  },
  { title: 'Waiting for approval', holds: (group) => group.membership?.status === 'pending' },
];

export default function MyGroupsPage() {
  const { data: groups, isPending } = useQuery(myGroups());
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        title="My Groups"
        actions={
          <Link href={paths.createGroup} className={buttonClass({ variant: 'outline' })}>
            Start a Group
          </Link>
        }
      />
      {isPending && <Loading />}
      {groups?.length === 0 && <NoGroups />}
      {roles.map(({ title, holds }) => (
        <Section key={title} title={title} groups={groups?.filter(holds) ?? []} />
      ))}
    </>
  );
}

function Section({ title, groups }: { title: string; groups: GroupData[] }) {
  if (groups.length === 0) return null;
  return (
    <section className="mb-12">
      <SectionHeading title={title} />
      <ul className={cardGridFour}>
        {groups.map((group) => (
          <li key={group.id} className="grid grid-cols-1">
            <GroupCard group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading your groups" className={cardGridFour}>
    {Array.from({ length: pageSizes.profileGroups }, (_, place) => (
      <CardSkeleton key={place} kind="group" />
    ))}
  </div>
);

const NoGroups = () => (
  <EmptyState
    title="You're not in any groups yet"
    hint="Find people near you who like what you like, or start the group you wish there was."
    actions={
      <Link href={paths.groups} className={buttonClass()}>
        Discover Groups
      </Link>
    }
  />
);
