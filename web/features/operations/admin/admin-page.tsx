import { useQuery } from '@tanstack/react-query';
import { createElement, Suspense, useEffect, type ReactNode } from 'react';
import { Link, Redirect, useLocation, useSearch } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import type { PendingCounts } from '#contract/operations/site-stats.ts';
import { beginsWords } from '#contract/safety/report-words.ts';
import { missingOfController } from '#contract/base/legal-words.ts';
import { pluralise } from '#contract/platform/counted.ts';
import { paths, twoStepPath } from '#contract/platform/paths.ts';
import { failureOf, type AnswerFor } from '#web/platform/data/api.ts';
import { usePendingCounts } from '#web/features/base/accounts/use-pending-counts.ts';
import { adminWords } from '#web/features/base/accounts/pending-counts-text.ts';
import { Hydrated } from '#web/platform/router/lazy-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CountBadge } from '#web/ui/count-badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { useSite } from '#web/platform/site.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { canLeave } from '#web/ui/leaving.ts';
import {
  namesTab,
  summaryQuery,
  tabComponent,
  tabIn,
  tabNames,
  tabs,
  type TabName,
  queueQuery,
} from './tabs.ts';
import { CalendarDays, MessageSquareText, UserRound, UsersRound, Clock } from 'lucide-react';
import { StatCard, StatCards } from '#web/ui/stat-card.tsx';
import type { QueueItem } from '#contract/operations/admin.ts';
import type { Setup } from '#contract/operations/setup.ts';
import { GuideLink } from '#web/features/base/guides/guide-link.tsx';
import { settingsQuery } from '#web/features/base/settings/settings-queries.ts';
import { setupQuery } from '#web/features/operations/setup/queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { SectionHeading } from '#web/ui/section-heading.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { waitingTime } from '#web/platform/text/waiting-time.ts';
import { dueWords } from './queue-due.ts';

export default function AdminPage() {
  const search = new URLSearchParams(useSearch());
  const tab = tabIn(search);
  const [, navigate] = useLocation();
  const { admin } = usePendingCounts();
  const { adminless } = useSite();
  const summary = useQuery(summaryQuery());
  useEffect(showTab, [tab]);
  const { code, reason } = failureOf(summary.error);
  if (code === 'forbidden' && adminless) return <Adminless />;
  if (code === 'forbidden') return <RequirementNotice reason={reason} />;
  // Donations have a page of their own, but old links name a tab.
  if (search.get('tab') === 'donations') return <Redirect to={adminPaths.donations} replace />;
  return (
    <>
      <PageHeading className="mt-10 mb-6" title="Admin Panel" actions={<AdminPageLinks />} />
      <Tabs<TabName>
        label="Admin panel"
        manual
        value={tab}
        onValueChange={(name) => canLeave() && navigate(paths.adminTab(name))}
        lead={
          <div className="pt-8">
            {!namesTab(search) && <Queue />}
            <Summary />
          </div>
        }
        items={tabNames.map((value) => ({
          value,
          label: tabs[value].label,
          badge: pendingBadges[value]?.(admin ?? noCounts),
          content: (
            <Suspense fallback={<Loading />}>
              <TabContent name={value} />
              <Hydrated />
            </Suspense>
          ),
        }))}
      />
    </>
  );
}

/** Scrolls to the active tab, because tabs are wider than a phone's screen. */
function showTab(): void {
  const tab = document.querySelector<HTMLElement>('[role=tab][data-state=active]');
  const row = tab?.parentElement;
  if (tab && row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

/** Badges that count the items awaiting review in each tab. */
const pendingBadges: Partial<
  Record<TabName, (pending: NonNullable<PendingCounts['admin']>) => ReactNode>
> = {
  groups: ({ groups }) => <CountBadge count={groups} words={adminWords({ groups })} />,
  reports: ({ reports }) => <CountBadge count={reports} words={adminWords({ reports })} />,
  comments: ({ comments, messages }) => (
    <CountBadge count={comments + messages} words={adminWords({ comments, messages })} />
  ),
  complaints: ({ complaints }) => (
    <CountBadge count={complaints} words={adminWords({ complaints })} />
  ),
  safety: () => <DocumentsToReview />,
};

/** Counts compliance documents to review, and a privacy policy that doesn't name its controller. */
function DocumentsToReview() {
  const documents = useQuery(summaryQuery()).data?.papersToReview ?? 0;
  const { data: settings } = useQuery(settingsQuery());
  const isUnnamed = settings !== undefined && missingOfController(settings).length > 0;
  const words = [
    documents > 0 && `${pluralise(documents, 'document')} to review`,
    isUnnamed && 'a privacy policy to complete',
  ];
  return (
    <CountBadge count={documents + (isUnnamed ? 1 : 0)} words={words.filter(Boolean).join(', ')} />
  );
}

const noCounts = { groups: 0, comments: 0, messages: 0, complaints: 0, reports: 0 };

/** Small, so that all fit in one row on a phone. */
const smallButton = buttonClass({ variant: 'quiet', size: 'sm' });

/** Shown on a new site that has no admin yet. */
const Adminless = () => (
  <>
    <PageHeading className="mt-10 mb-6" title="Admin Panel" />
    <Notice tone="accent" title="Nobody is an admin yet">
      The site prints a link when it starts, by which the person who runs it makes the first admin.
      They can also do so from the command line:{' '}
      <code className="wrap-anywhere">npm run admin -- you@example.org</code>
    </Notice>
  </>
);

/** Shown to an admin who lacks something this site requires, such as two-step sign-in. */
const RequirementNotice = ({ reason }: { reason: string | undefined }) => (
  <>
    <PageHeading className="mt-10 mb-6" title="Admin Panel" />
    <Notice
      tone="accent"
      title="One more step"
      action={
        // A plain link, because the router would scroll to the top instead of the section.
        <a href={twoStepPath} className={buttonClass()}>
          Go to settings
        </a>
      }
    >
      {reason}.
    </Notice>
  </>
);

const AdminPageLinks = () =>
  adminPages.map(({ href, label }) => (
    <Link key={href} href={href} className={cx(smallButton, 'sm:min-h-11 sm:px-5 sm:text-base')}>
      {label}
    </Link>
  ));

/** Creates the component only for the open tab. */
const TabContent = ({ name }: { name: TabName }) => createElement(tabComponent(name));

const Loading = () => (
  <p role="status" className="flex items-center justify-center gap-3 py-24 text-muted">
    <Spinner /> Loading...
  </p>
);

type SummaryCounts = AnswerFor<'GET /api/admin/summary'>;

/** Shows totals and what awaits review. */
function Summary() {
  const { data } = useQuery(summaryQuery());
  return (
    <StatCards>
      <StatCard
        label="Users"
        value={data?.users}
        icon={<UserRound />}
        href={paths.adminTab('users')}
        note={data && `${data.activeUsers.toLocaleString('en-GB')} active`}
      />
      <StatCard
        label="Groups"
        value={data?.groups}
        icon={<UsersRound />}
        href={paths.adminTab('groups')}
        note={data && waitingNote(data.waitingGroups)}
      />
      <StatCard
        label="Events"
        value={data?.events}
        icon={<CalendarDays />}
        href={paths.adminTab('events')}
        note={data && `${data.upcomingEvents.toLocaleString('en-GB')} upcoming`}
      />
      <StatCard
        label="Comments"
        value={data?.comments}
        icon={<MessageSquareText />}
        href={paths.adminTab('comments')}
        note={data && commentsNote(data)}
      />
    </StatCards>
  );
}

const commentsNote = ({
  waitingComments,
  waitingMessages,
  newComments,
}: SummaryCounts): ReactNode =>
  waitingComments + waitingMessages === 0
    ? `${newComments.toLocaleString('en-GB')} this week`
    : waitingNote(waitingComments + waitingMessages);

const waitingNote = (count: number): ReactNode =>
  count === 0 ? (
    'Nothing to review'
  ) : (
    <strong className="text-accent-ink">{count.toLocaleString('en-GB')} to review</strong>
  );

interface AdminPageLink {
  href: string;
  label: string;
}

/** Admin pages linked beside the panel's tabs. */
const adminPages: readonly AdminPageLink[] = [
  { href: adminPaths.audit, label: 'Audit log' },
  { href: adminPaths.mail, label: 'Mail' },
  { href: adminPaths.donations, label: 'Donations' },
];

/** Lists everything that awaits an admin's review. */
function Queue() {
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
      {data.more && <p className="mt-4 text-muted">There's more in the tabs above.</p>}
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
    action={<ButtonLink href={adminPaths.setup} size="sm" label="See the steps" />}
  >
    {left === 1 ? '1 step is left.' : `${left} steps are left.`}
  </Notice>
);

const kindWords: Record<QueueItem['kind'], { label: string; action: string }> = {
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
  const { label, action } = kindWords[item.kind];
  return (
    <li className="flex items-center gap-3 rounded-card bg-card p-4">
      <div className="min-w-0 grow">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {item.title}
        </p>
        <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-muted">
          <span>{label}</span>
          <Waiting item={item} now={now} />
          {item.beginsAt && <span>{beginsWords(item.beginsAt, now)}</span>}
        </p>
      </div>
      <ButtonLink
        href={placeOf(item)}
        aria-label={`${action} ${label.toLowerCase()}: ${item.title}`}
        variant={item.overdue ? 'primary' : 'outline'}
        size="sm"
        label={action}
      />
    </li>
  );
}

const Waiting = ({ item: { dueBy, since, ...item }, now }: ItemProps) =>
  dueBy ? (
    <Badge tone={item.overdue ? 'danger' : 'neutral'} icon={<Clock aria-hidden="true" />}>
      {dueWords({ ...item, dueBy }, now)}
    </Badge>
  ) : (
    <span>Waiting for {waitingTime(since, now)}</span>
  );
