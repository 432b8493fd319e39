import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Group } from '../../contract/groups.ts';
import { skeletons } from '../../contract/limits.ts';
import { paths } from '../../contract/paths.ts';
import { CardList } from '../card-list.tsx';
import { EventCard } from '../events/event-card.tsx';
import { groupEvents } from '../events/queries.ts';
import { JoinButton } from '../membership/join-button.tsx';
import { LeaveButton } from '../membership/leave-button.tsx';
import { MemberList } from '../membership/member-list.tsx';
import { usePageParam } from '../params.tsx';
import { Badge } from '../ui/badge.tsx';
import { Notice } from '../ui/banner.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { PlainText } from '../ui/prose.tsx';
import { SectionHeading } from '../ui/section-heading.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { memberLabel } from './group-card.tsx';
import { groupQuery } from './queries.ts';

type Tab = 'about' | 'events' | 'members';

export default function GroupPage() {
  const { data: group, isPending } = useQuery(groupQuery(usePageParam('id')));
  const [tab, setTab] = useState<Tab>('about');
  if (isPending) return <GroupSkeleton />;
  if (!group) return <MissingGroup />;
  return (
    <>
      <div className="mt-4 mb-10 grid items-end gap-x-10 gap-y-6 md:grid-cols-[1fr_22rem]">
        <PageHeading
          back={{ href: paths.groups, label: 'Back to Groups' }}
          title={group.name}
          lead={<GroupFacts group={group} />}
        />
        <div className="order-first -mx-4 overflow-hidden [view-transition-name:banner] sm:mx-0 sm:rounded-card md:order-none">
          <Cover seed={group.id} categoryId={group.categoryId} imageUrl={group.imageUrl} eager />
        </div>
        <div className="flex flex-wrap gap-3">
          <Actions group={group} onJoined={() => setTab('events')} />
        </div>
      </div>
      <UnderReview group={group} />
      <Tabs<Tab>
        label={`About ${group.name}`}
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'about',
            label: 'About',
            content: <PlainText className="wrap-anywhere" text={group.description} />,
          },
          { value: 'events', label: 'Events', content: <Events group={group} /> },
          {
            value: 'members',
            label: 'Members',
            count: group.memberCount,
            content: <MemberList group={group} />,
          },
        ]}
      />
    </>
  );
}

const GroupFacts = ({ group }: { group: Group }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <span>{memberLabel(group.memberCount)}</span>
    {group.location && <span>{group.location}</span>}
    <Badge tone="primary">{group.category.name}</Badge>
    {group.chargeForEvents === 'paid' && <Badge>Some events cost money</Badge>}
  </span>
);

function Actions({ group, onJoined }: { group: Group; onJoined: () => void }) {
  return (
    <>
      {!group.membership && (
        <JoinButton
          group={group}
          label="Join Group"
          signedOutLabel="Sign in to Join"
          onJoined={onJoined}
        />
      )}
      {group.can.createEvent && (
        <Link href={paths.createEventIn(group.id)} className={buttonClass({ variant: 'accent' })}>
          Create Event
        </Link>
      )}
      {group.membership && group.can.leave && <LeaveButton group={group} />}
    </>
  );
}

function UnderReview({ group }: { group: Group }) {
  if (group.status === 'approved') return null;
  const rejected = group.status === 'rejected';
  return (
    <Notice
      tone={rejected ? 'danger' : 'accent'}
      className="mb-8"
      title={rejected ? 'This group was not approved' : 'This group is under review'}
    >
      {rejected
        ? 'Only its members can see it.'
        : 'An admin looks at every new group. Once approved, it is visible to the community.'}
    </Notice>
  );
}

function Events({ group }: { group: Group }) {
  const list = useInfiniteQuery(groupEvents(group.id));
  return (
    <>
      <SectionHeading title="Upcoming Events" />
      <CardList
        kind="event"
        list={list}
        skeletons={skeletons.groupEvents}
        card={(event) => <EventCard event={event} />}
        empty={
          <EmptyState
            as="h3"
            title="No upcoming events"
            hint="This group hasn't scheduled any events yet."
          />
        }
      />
    </>
  );
}

const MissingGroup = () => (
  <EmptyState
    as="h1"
    className="py-24"
    title="Group not found"
    hint="The group you're looking for might have been removed or doesn't exist."
    actions={
      <Link href={paths.groups} className={buttonClass()}>
        Browse other groups
      </Link>
    }
  />
);

const GroupSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the group"
    className="mt-4 grid gap-10 md:grid-cols-[1fr_22rem]"
  >
    <SkeletonText lines={4} />
    <Skeleton className="aspect-video" />
    <SkeletonText lines={8} />
  </div>
);
