import { useSite } from '#web/platform/site.tsx';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Mail, ShieldCheck } from 'lucide-react';
import { Link, Redirect, useSearch } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { paths } from '#contract/platform/paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Cover } from '#web/ui/cover.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ShareButton } from '#web/platform/share/share-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { ApproveGroup, canApproveOwn } from './approve-group.tsx';
import { isPublic } from './is-public.ts';
import MissingGroup from './missing-group.tsx';
import { groupQuery } from './queries.ts';
import { isNoGroup } from './use-group.ts';

export default function GroupCreatedPage() {
  const groupId = new URLSearchParams(useSearch()).get('groupId');
  return groupId ? <Created groupId={groupId} /> : <Redirect to={paths.home} replace />;
}

function Created({ groupId }: { groupId: string }) {
  const { mailLeaves } = useSite();
  const { data: group, error, refetch } = useQuery(groupQuery(groupId));
  if (!group && isNoGroup(error)) return <MissingGroup />;
  if (!group && error)
    return <Unavailable as="h1" what="This group" onRetry={() => void refetch()} />;
  const isLive = group !== undefined && isPublic(group);
  return (
    <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,36rem)_1fr]">
      <div className="min-w-0">
        <PageHeading
          className="mt-10 mb-8"
          title={isLive ? 'Your group is public' : 'Your group has been submitted'}
          lead="Thank you for starting a group. Here's what happens next."
        />
        <DetailsList items={stepsOf(group, mailLeaves)} />
        <p className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
          {group && canApproveOwn(group) && <ApproveGroup group={group} size="lg" />}
          {group && (
            <ButtonLink
              href={paths.createFirstEventIn(group.id)}
              variant="accent"
              size="lg"
              label="Create an Event"
            />
          )}
          {group && isLive && (
            <ShareButton title={group.name} path={paths.group(group.id)} size="lg" />
          )}
          <ButtonLink
            href={paths.dashboard}
            variant="outline"
            size="lg"
            label="Go to your profile"
          />
        </p>
      </div>
      {group ? <Preview group={group} /> : <Skeleton className="aspect-video lg:mt-10" />}
    </div>
  );
}

function stepsOf(group: Group | undefined, mailLeaves: boolean) {
  if (group && isPublic(group)) return publicSteps;
  return group && canApproveOwn(group) ? ownReviewSteps : reviewSteps(mailLeaves);
}

const planning = {
  icon: <CalendarPlus />,
  label: 'You can start planning',
  value: 'Create your first event now. It will become public together with your group.',
};

const reviewSteps = (mailLeaves: boolean) => [
  {
    icon: <ShieldCheck />,
    label: 'An admin reviews it',
    value:
      'We check each new group before it goes on the board. Once approved, it is visible to the community.',
  },
  mailLeaves
    ? {
        icon: <Mail />,
        label: 'You get an email',
        value: "We'll email you either way, as soon as we've reviewed it.",
      }
    : {
        icon: <Mail />,
        label: 'Look here again',
        value: 'Your profile shows the group, and whether it has been approved.',
      },
  planning,
];

const ownReviewSteps = [
  {
    icon: <ShieldCheck />,
    label: 'You can approve it',
    value: "You're an admin of this site. Once approved, the group is visible to the community.",
  },
  planning,
];

/** Shown where the group is approved, or needed no approval. */
const publicSteps = [
  {
    icon: <ShieldCheck />,
    label: "It's already on the board",
    value: 'Everyone can see it, and people near you can find it.',
  },
  {
    icon: <CalendarPlus />,
    label: 'Plan your first event',
    value: 'People like to join groups that have something planned.',
  },
];

const Preview = ({ group }: { group: Group }) => (
  <article className="overflow-hidden rounded-card bg-card lg:mt-10">
    <Cover
      seed={group.id}
      categoryId={group.categoryId}
      imageUrl={group.imageUrl}
      eager
      sizes="(min-width: 64rem) 34rem, 100vw"
    />
    <div className="px-5 pt-4 pb-6">
      <h2 dir="auto" className="text-2xl wrap-anywhere">
        {group.name}
      </h2>
      <p className="mt-1 text-muted">{group.category.name}</p>
      <Link href={paths.group(group.id)} className="link mt-3 inline-flex min-h-11 items-center">
        View your group
      </Link>
    </div>
  </article>
);
