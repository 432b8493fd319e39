import { lazy, Suspense, useState } from 'react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import type { Group } from '#contract/community/groups.ts';
import { skeletonCounts } from '#contract/platform/limits.ts';
import type { Member } from '#contract/community/membership.ts';
import { memberLabel } from '#web/features/community/groups/member-label.ts';
import { memberPages, type MemberFilters } from '#web/features/community/groups/queries.ts';
import { Centred } from '#web/ui/centred.tsx';
import { MoreOf } from '#web/platform/lists/more-of.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MemberItem, memberGrid } from './member-item.tsx';
import { waitForModule } from '#web/platform/router/modules.ts';

// Loaded only for organisers, who need menus and dialogs.
const ManagedMembers = lazy(() => waitForModule(() => import('./managed-members.tsx')));

/** Lists members, organisers first: by name for signed-in viewers, by number for others. */
export function MemberList({ group }: { group: Group }) {
  const [filters, setFilters] = useState<MemberFilters>({});
  const list = useInfiniteQuery({
    ...memberPages(group.id, filters),
    placeholderData: keepPreviousData,
  });
  if (list.isPending) return <Loading />;
  const pages = list.data?.pages ?? [];
  const members = pages.flatMap(({ items }) => items.approved);
  const waiting = group.can.manageMembers ? (pages[0]?.items.pending ?? []) : [];
  if (members.length + waiting.length === 0 && !group.can.manageMembers) {
    return <Centred as="h3" title="No members" hint="Be the first to join this group!" />;
  }
  const unmanaged = <Members group={group} members={members} />;
  const more = <MoreOf list={list} className="mt-8" label="Load More Members" />;
  if (!group.can.manageMembers) {
    return (
      <>
        {unmanaged}
        {more}
      </>
    );
  }
  // The button waits for the list above it, which would move the button while somebody presses it.
  return (
    <Suspense fallback={unmanaged}>
      <ManagedMembers
        group={group}
        members={members}
        waiting={waiting}
        filters={filters}
        onFilters={setFilters}
      />
      {more}
    </Suspense>
  );
}

const Members = ({ group, members }: { group: Group; members: Member[] }) => (
  <>
    <SectionHeading title={memberLabel(group.memberCount)} />
    <ul className={memberGrid}>
      {members.map((member, index) => (
        <MemberItem key={member.userId} member={member} number={index + 1} />
      ))}
    </ul>
  </>
);

const Loading = () => (
  <div role="status" aria-label="Loading members" className={memberGrid}>
    {Array.from({ length: skeletonCounts.members }, (_, index) => (
      <Skeleton key={index} className="h-11" />
    ))}
  </div>
);
