import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Link } from 'wouter';
import type { QueueItem } from '#contract/operations/admin.ts';
import type { Setup } from '#contract/operations/setup.ts';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { paths } from '#contract/platform/paths.ts';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { setupQuery } from '#web/features/operations/setup/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { timeLeft } from '#web/features/safety/report-cases/time-left.ts';
import { queueQuery } from './tabs.ts';
import { waitingTime } from '#web/platform/text/waiting-time.ts';

/** Lists everything that awaits an admin's review. */
export function Queue() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(queueQuery());
  const stepsLeft = useQuery({ ...setupQuery(), select: stepsLeftOf }).data ?? 0;
  // The time comes with the data, so that server and browser render the same.
  const now = new Date(dataUpdatedAt);
  if (!data) return isError && <Unavailable what="This list" onRetry={() => void refetch()} />;
  return (
    <section aria-labelledby="queue" className="mb-12">
      <SectionHeading id="queue" title="To do" action={<GuideLink guide="first-week" />} />
      {stepsLeft > 0 && <SetupNotice left={stepsLeft} />}
      {data.items.length === 0 && stepsLeft === 0 && (
        <p className="text-muted">Nothing is waiting for you.</p>
      )}
      <ul className="grid gap-3">
        {data.items.map((item) => (
          <Item key={`${item.kind}-${item.id}`} item={item} now={now} />
        ))}
      </ul>
      {data.more && <p className="mt-4 text-muted">There's more in the tabs below.</p>}
    </section>
  );
}

const stepsLeftOf = ({ open, steps }: Setup) =>
  open ? steps.filter(({ done }) => !done).length : 0;

/** On a new site, leads to the steps that are left. */
const SetupNotice = ({ left }: { left: number }) => (
  <Notice
    tone="accent"
    className="mb-4"
    title="Finish setting up the site"
    action={
      <Link href={adminPaths.setup} className={buttonClass({ size: 'sm' })}>
        See the steps
      </Link>
    }
  >
    {left === 1 ? '1 step is left.' : `${left} steps are left.`}
  </Notice>
);

const words: Record<QueueItem['kind'], { label: string; action: string }> = {
  group: { label: 'Group', action: 'Review' },
  comment: { label: 'Comment', action: 'Review' },
  message: { label: 'Message', action: 'Review' },
  contact: { label: 'Message to organisers', action: 'Review' },
  report: { label: 'Report', action: 'Decide' },
  appeal: { label: 'Appeal', action: 'Decide' },
  complaint: { label: 'Complaint', action: 'Answer' },
};

function placeOf({ kind, id }: QueueItem): string {
  switch (kind) {
    case 'group':
      return paths.adminTab('groups');
    case 'comment':
    case 'message':
    case 'contact':
      return paths.adminTab('comments');
    case 'report':
    case 'appeal':
      return adminPaths.report(id);
    case 'complaint':
      return paths.adminTab('complaints');
  }
}

interface ItemProps {
  item: QueueItem;
  now: Date;
}

function Item({ item, now }: ItemProps) {
  const { label, action } = words[item.kind];
  return (
    <li className="flex items-center gap-3 rounded-card bg-card p-4">
      <div className="min-w-0 grow">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {item.title}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          <span>{label}</span>
          <Waiting item={item} now={now} />
        </p>
      </div>
      <Link
        href={placeOf(item)}
        aria-label={`${action} ${label.toLowerCase()}: ${item.title}`}
        className={buttonClass({ variant: item.overdue ? 'primary' : 'outline', size: 'sm' })}
      >
        {action}
      </Link>
    </li>
  );
}

const Waiting = ({ item: { dueBy, overdue, since }, now }: ItemProps) =>
  dueBy ? (
    <Badge tone={overdue ? 'danger' : 'neutral'} icon={<Clock aria-hidden="true" />}>
      {timeLeft(dueBy, now).words}
    </Badge>
  ) : (
    <span>Waiting for {waitingTime(since, now)}</span>
  );
