import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageSizes } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import { OwnGroupCard } from '#web/features/community/groups/own-group-card.tsx';
import { myGroups } from '#web/features/community/groups/queries.ts';
import { RoomForMore } from '#web/features/community/groups/room-for-more.tsx';
import WaitingForYou from '#web/features/community/membership/waiting-for-you.tsx';
import { ViewAll } from '#web/features/site/site/view-all.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { cardGrid } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { CardSkeleton } from '#web/ui/card-skeleton.tsx';

/** Shows the member's first groups, with links to all of them. */
export function ProfileGroups() {
  return (
    <section aria-labelledby="my-groups">
      <SectionHeading
        id="my-groups"
        title="My Groups"
        action={
          <span className="flex flex-wrap gap-x-6">
            <ViewAll href={paths.groups}>Discover</ViewAll>
            <ViewAll href={paths.myGroups}>View All</ViewAll>
          </span>
        }
      />
      <WaitingForYou className="mb-5" />
      <Groups />
    </section>
  );
}

function Groups() {
  const { data: groups, isPending, refetch } = useQuery(myGroups());
  if (isPending) return <GroupsSkeleton />;
  if (!groups) {
    return (
      <EmptyState
        as="h3"
        title="We couldn't load your groups"
        actions={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  if (groups.length === 0) return <NoGroups />;
  return (
    <ul className={cardGrid}>
      {groups.slice(0, pageSizes.profileGroups).map((group) => (
        <li key={group.id} className="grid">
          <OwnGroupCard group={group} />
        </li>
      ))}
      {groups.length < pageSizes.profileGroups && <RoomForMore count={groups.length} columns={3} />}
    </ul>
  );
}

const GroupsSkeleton = () => (
  <div role="status" aria-label="Loading your groups" className={cardGrid}>
    {Array.from({ length: pageSizes.profileGroups }, (_, index) => (
      <CardSkeleton key={index} kind="group" />
    ))}
  </div>
);

const NoGroups = () => (
  <EmptyState
    as="h3"
    title="You haven't joined a group yet"
    hint="Find the people near you who like what you like, or start something of your own."
    actions={
      <>
        <Link href={paths.groups} className={buttonClass()}>
          Discover Groups
        </Link>
        <Link href={paths.createGroup} className={buttonClass({ variant: 'outline' })}>
          Start a Group
        </Link>
      </>
    }
  />
);
