import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Group } from '../../contract/groups.ts';
import { paths } from '../../contract/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Cover } from '../ui/cover.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Skeleton, SkeletonText } from '../ui/skeleton.tsx';
import { memberLabel } from './member-label.ts';

interface GroupHeaderProps {
  group: Group;
  back?: { href: string; label: string };
  actions?: ReactNode;
}

export const GroupHeader = ({ group, back, actions }: GroupHeaderProps) => (
  <div className="mt-4 mb-10 grid items-end gap-x-10 gap-y-6 md:grid-cols-[1fr_18rem] lg:grid-cols-[1fr_22rem]">
    <PageHeading back={back} title={group.name} lead={<GroupFacts group={group} />} />
    <div className="order-first -mx-4 overflow-hidden sm:mx-0 sm:rounded-card md:order-none">
      <Cover
        seed={group.id}
        categoryId={group.categoryId}
        imageUrl={group.imageUrl}
        eager
        sizes="(min-width: 64rem) 22rem, (min-width: 48rem) 18rem, 100vw"
      />
    </div>
    {actions != null && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
  </div>
);

const GroupFacts = ({ group }: { group: Group }) => (
  <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <span>{memberLabel(group.memberCount)}</span>
    {group.location && <span>{group.location}</span>}
    <Badge tone="primary">{group.category.name}</Badge>
    {group.chargeForEvents === 'paid' && <Badge>Some events cost money</Badge>}
    {group.joinPolicy === 'approval' && <Badge>Join by request</Badge>}
  </span>
);

export const MissingGroup = () => (
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

export const GroupSkeleton = () => (
  <div
    role="status"
    aria-label="Loading the group"
    className="mt-4 grid gap-10 md:grid-cols-[1fr_18rem] lg:grid-cols-[1fr_22rem]"
  >
    <SkeletonText lines={4} />
    <Skeleton className="aspect-video" />
    <SkeletonText lines={8} />
  </div>
);
