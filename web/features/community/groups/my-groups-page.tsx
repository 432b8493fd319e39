import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { GroupCard as GroupData } from '#contract/community/groups.ts';
import { pageSizes } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { HiddenGroups } from '#web/features/community/membership/hidden-groups.tsx';
import WaitingForYou from '#web/features/community/membership/waiting-for-you.tsx';
import { OwnHidden } from '#web/features/trust/moderation/own-hidden.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cardGridFour } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { CardSkeleton } from '#web/ui/card-skeleton.tsx';
import { OwnGroupCard } from './own-group-card.tsx';
import { hiddenGroups, myGroups } from './queries.ts';
import { RoomForMore } from './room-for-more.tsx';

const roles: { title: string; includes: (group: GroupData) => boolean }[] = [
  { title: 'Groups you organise', includes: (group) => group.membership?.isOrganizer === true },
  {
    title: 'Groups you belong to',
    includes: (group) => group.membership?.status === 'approved' && !group.membership.isOrganizer,
  },
  { title: 'Waiting for approval', includes: (group) => group.membership?.status === 'pending' },
];

export default function MyGroupsPage() {
  const { data: groups, isPending } = useQuery(myGroups());
  const { data: hidden = [] } = useQuery(hiddenGroups());
  const sections = roles
    .map(({ title, includes }) => ({ title, groups: groups?.filter(includes) ?? [] }))
    .filter((section) => section.groups.length > 0);
  return (
    <>
      <PageHeading
        className="mt-10 mb-8"
        title="My Groups"
        lead="The groups you organise and the groups you belong to."
        actions={
          <Link href={paths.createGroup} className={buttonClass({ variant: 'outline' })}>
            Start a Group
          </Link>
        }
      />
      <OwnHidden type="group" />
      <WaitingForYou className="mb-8" />
      {isPending && <Loading />}
      {groups?.length === 0 && hidden.length === 0 && <NoGroups />}
      {sections.map(({ title, groups: ownGroups }, index) => (
        <Section
          key={title}
          title={title}
          groups={ownGroups}
          last={index === sections.length - 1}
        />
      ))}
      <HiddenGroups groups={hidden} />
    </>
  );
}

interface SectionProps {
  title: string;
  groups: GroupData[];
  last: boolean;
}

function Section({ title, groups, last }: SectionProps) {
  return (
    <section className="mb-12">
      <SectionHeading title={title} />
      <ul className={cardGridFour}>
        {groups.map((group) => (
          <li key={group.id} className="grid grid-cols-1">
            <OwnGroupCard group={group} />
          </li>
        ))}
        {last && <RoomForMore count={groups.length} columns={4} />}
      </ul>
    </section>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading your groups" className={cardGridFour}>
    {Array.from({ length: pageSizes.profileGroups }, (_, index) => (
      <CardSkeleton key={index} kind="group" />
    ))}
  </div>
);

const NoGroups = () => (
  <EmptyState
    title="You're not in any groups yet"
    hint="Find people near you who like what you like, or start the group you've been looking for."
    actions={
      <Link href={paths.groups} className={buttonClass()}>
        Discover Groups
      </Link>
    }
  />
);
