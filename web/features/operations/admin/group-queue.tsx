import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, Clock, MapPin } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { AdminGroup } from '#contract/operations/admin.ts';
import { audienceWords } from '#contract/community/audience-words.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { publicLocation } from '#web/features/base/accounts/location.ts';
import { groupTypeLabels } from '#web/features/community/groups/labels.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { GroupChangesList } from './group-changes.tsx';
import { queuePages } from './queries.ts';
import { counted } from '#contract/platform/counted.ts';
import { waitingTime } from '#web/platform/text/waiting-time.ts';
import { fullName } from '#contract/base/names.ts';

interface Verdicts {
  onApprove: (group: AdminGroup) => void;
  onReject: (group: AdminGroup) => void;
}

/** Lists groups that await approval, longest wait first. */
export function GroupQueue({ onApprove, onReject }: Verdicts) {
  const list = useInfiniteQuery(queuePages());
  const container = useRef<HTMLElement>(null);
  const readAt = new Date(list.dataUpdatedAt);
  const groups = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const approve = (group: AdminGroup) => {
    onApprove(group);
    // The pressed button disappears with its card, so the list takes the focus.
    container.current?.focus();
  };
  return (
    <section ref={container} tabIndex={-1} aria-labelledby="queue" className="mb-12 outline-none">
      <SectionHeading id="queue" title="Waiting for review" />
      {list.isPending && <Loading />}
      {list.isError && !list.data && (
        <Unavailable what="This list" onRetry={() => void list.refetch()} />
      )}
      {list.data && groups.length === 0 && (
        <Notice tone="good">Nothing to review. You've looked at every group.</Notice>
      )}
      <ul className="grid gap-4">
        {groups.map((group) => (
          <li key={group.id}>
            <Waiting group={group} readAt={readAt} onApprove={approve} onReject={onReject} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <LoadMore
          className="mt-6"
          label="Show more"
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </section>
  );
}

interface WaitingProps extends Verdicts {
  group: AdminGroup;
  /** When the data was loaded, so that server and browser render the same. */
  readAt: Date;
}

function Waiting({ group, readAt, onApprove, onReject }: WaitingProps) {
  return (
    <article className="grid gap-x-8 gap-y-5 rounded-card bg-card p-4 forced-colors:border sm:p-6 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="accent" icon={<Clock aria-hidden="true" />}>
            Waiting {waitingTime(group.submittedAt, readAt)}
          </Badge>
          {group.was && <Badge tone="primary">Edit of a public group</Badge>}
          <Badge>{groupTypeLabels[group.groupType]}</Badge>
          {group.chargeForEvents === 'paid' && <Badge>Paid events</Badge>}
          {group.audience !== 'all' && <Badge tone="accent">{audienceWords[group.audience]}</Badge>}
        </div>
        <h3 dir="auto" className="mt-3 text-xl wrap-anywhere">
          <Link href={paths.group(group.id)}>{group.name}</Link>
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-muted">
          <Fact icon={<MapPin />}>{group.location ?? 'No town'}</Fact>
          <Fact icon={<CalendarDays />}>
            {group.eventCount === 0 ? 'No events' : counted(group.eventCount, 'event')} planned
          </Fact>
        </p>
        {group.was ? (
          <GroupChangesList group={group} was={group.was} />
        ) : (
          <p
            dir="auto"
            className="mt-3 line-clamp-6 max-w-[68ch] whitespace-pre-line wrap-anywhere"
          >
            {group.description}
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-3">
          <Button aria-label={`Approve ${group.name}`} onClick={() => onApprove(group)}>
            Approve
          </Button>
          <Button
            variant="quiet"
            aria-label={`Reject ${group.name}`}
            onClick={() => onReject(group)}
          >
            Reject
          </Button>
        </div>
      </div>
      <OwnerProfile owner={group.owner} />
    </article>
  );
}

const Fact = ({ icon, children }: { icon: React.ReactNode; children: React.ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className="[&>svg]:size-[1.1em]">
      {icon}
    </span>
    {children}
  </span>
);

function OwnerProfile({ owner }: { owner: AdminGroup['owner'] }) {
  if (!owner) return <p className="text-muted">The owner has left.</p>;
  return (
    <div className="min-w-0 border-t border-line pt-5 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-6">
      <div className="flex items-center gap-3">
        <Avatar name={owner.firstName} imageUrl={owner.profileImageUrl} seed={owner.id} />
        <div className="min-w-0">
          <p dir="auto" className="font-semibold wrap-anywhere">
            {fullName(owner)}
          </p>
          <p className="text-sm wrap-anywhere text-muted">{owner.email}</p>
        </div>
      </div>
      {owner.bio && (
        <p dir="auto" className="mt-3 line-clamp-4 text-sm whitespace-pre-line wrap-anywhere">
          {owner.bio}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        {owner.location && <span className="block">{publicLocation(owner.location)}</span>}
        Joined {formatDay(owner.createdAt)} ·{' '}
        {owner.otherGroups === 0 ? 'First group' : counted(owner.otherGroups, 'other group')}
      </p>
      {!owner.isActive && (
        <Badge tone="danger" className="mt-2">
          Banned
        </Badge>
      )}
    </div>
  );
}

const Loading = () => (
  <div role="status" aria-label="Loading the queue">
    <Skeleton className="h-64" />
  </div>
);
