import type { ReactNode } from 'react';
import type { Group } from '#contract/community/groups.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { headingSize } from '#web/ui/heading-size.ts';
import { MapPin, Users } from '#web/ui/icons.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';
import { memberLabel } from './member-label.ts';

interface GroupHeaderProps {
  group: Group;
  /** The name of the group by default. */
  title?: string;
  back?: { href: string; label: string };
  actions?: ReactNode;
}

export const GroupHeader = ({ group, title = group.name, back, actions }: GroupHeaderProps) => (
  <div className={headerShape}>
    <div className="min-w-0">
      <PageHeading
        className={back ? undefined : 'sm:mt-4'}
        back={back}
        title={title}
        size={headingSize(title)}
        lead={<GroupFacts group={group} />}
      />
      {actions != null && <div className={actionRow}>{actions}</div>}
    </div>
    <div className="order-first -mx-4 overflow-hidden sm:mx-0 sm:rounded-card md:order-none">
      <Cover
        seed={group.id}
        categoryId={group.categoryId}
        imageUrl={group.imageUrl}
        eager
        sizes="(min-width: 64rem) 26rem, (min-width: 48rem) 20rem, 100vw"
      />
    </div>
  </div>
);

/** On a phone two buttons share a row; an odd last one takes the whole width. */
const actionRow =
  'mt-6 grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap max-sm:*:px-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2';

const headerShape =
  'mb-10 grid items-center gap-x-10 gap-y-6 sm:mt-6 md:grid-cols-[1fr_20rem] lg:grid-cols-[1fr_26rem]';

const GroupFacts = ({ group }: { group: Group }) => (
  <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <Fact icon={<Users className="size-5" />}>{memberLabel(group.memberCount)}</Fact>
    {group.location && <Fact icon={<MapPin className="size-5" />}>{group.location}</Fact>}
    <Badge tone="primary">{group.category.name}</Badge>
    {group.audienceText && <Badge tone="accent">{group.audienceText}</Badge>}
    {group.joinPolicy === 'approval' && <Badge>Join by request</Badge>}
  </span>
);

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className="inline-flex min-w-0 items-center gap-1.5">
    {icon}
    <span className="min-w-0">{children}</span>
  </span>
);

export const GroupSkeleton = () => (
  <div role="status" aria-label="Loading the group">
    <div className={headerShape}>
      <div>
        <Skeleton className="mt-3 h-5 w-36" />
        <Skeleton className="mt-5 h-12 w-11/12" />
        <Skeleton className="mt-4 h-6 w-3/5" />
        <Skeleton className="mt-6 h-11 w-36" />
      </div>
      <div className="order-first -mx-4 overflow-hidden sm:mx-0 sm:rounded-card md:order-none">
        <Skeleton className="aspect-video rounded-none" />
      </div>
    </div>
    <Skeleton className="h-11 max-w-72" />
    <SkeletonText lines={8} className="mt-6 max-w-[68ch]" />
  </div>
);
