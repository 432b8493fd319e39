import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { groupAttendance as groupCall } from '#contract/events/arrivals.ts';
import { formatDay, formatMoment } from '#contract/platform/dates.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { paths } from '#contract/platform/paths.ts';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { failureOf } from '#web/platform/data/api.ts';
import { usePageParam } from '#web/platform/router/params.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { groupAttendance } from './arrival-pages.ts';

type EventAttendance = AnswerOf<typeof groupCall>[number];

/** Shows how many came to each event of a group. */
export default function AttendancePage() {
  const id = usePageParam('id');
  const { data: group } = useQuery(groupQuery(id));
  const list = useInfiniteQuery(groupAttendance(id));
  const evenings = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeading
        className="mt-10 mb-6"
        size="text-3xl sm:text-4xl"
        title="Attendance"
        lead="How many were expected at each event, how many came, and how many of them for the first time."
        back={group && { href: paths.group(group.id), label: group.name }}
      />
      {list.isPending && <Skeleton className="h-60 w-full" />}
      {list.isError && <NotShown error={list.error} />}
      {list.data && evenings.length === 0 && (
        <EmptyState
          as="h2"
          title="Nothing recorded yet"
          hint="Open the door of an event on the night, and the numbers appear here."
        />
      )}
      {evenings.length > 0 && (
        <>
          <Picture evenings={evenings} />
          <DataTable
            caption="Event by event"
            columns={columns}
            rows={evenings}
            rowKey={({ eventId }) => eventId}
          />
        </>
      )}
      {list.hasNextPage && (
        <Button
          variant="outline"
          className="mt-6"
          busy={list.isFetchingNextPage}
          busyLabel="Loading..."
          onClick={() => void list.fetchNextPage()}
        >
          Load earlier events
        </Button>
      )}
    </>
  );
}

const NotShown = ({ error }: { error: Error }) => (
  <EmptyState
    as="h2"
    title="Nothing to show"
    hint={failureOf(error).reason ?? 'Please try again later.'}
  />
);

const columns: Column<EventAttendance>[] = [
  {
    key: 'event',
    header: 'Event',
    wide: true,
    cell: ({ eventId, title }) => (
      <Link href={paths.event(eventId)} className="link wrap-anywhere">
        {title}
      </Link>
    ),
  },
  { key: 'when', header: 'When', cell: ({ startTime }) => formatMoment(startTime) },
  { key: 'expected', header: 'Expected', numeric: true, cell: ({ expected }) => expected },
  { key: 'came', header: 'Came', numeric: true, cell: ({ came }) => came },
  { key: 'first', header: 'First time', numeric: true, cell: ({ firstTime }) => firstTime },
];

const labelHeight = 22;
const barHeight = 14;
const rowHeight = 68;
/** The widest bar, in hundredths of the picture. */
const widest = 100;

/** Draws two bars for each event, the latest on top. The table says the same in words. */
function Picture({ evenings }: { evenings: readonly EventAttendance[] }) {
  const most = Math.max(1, ...evenings.flatMap(({ expected, came }) => [expected, came]));
  const widthOf = (people: number) => `${(people / most) * widest}%`;
  return (
    <div aria-hidden="true" className="mb-10">
      <p className="mb-3 flex gap-5 text-sm">
        <Key className="fill-edge" label="Expected" />
        <Key className="fill-primary" label="Came" />
      </p>
      <svg width="100%" height={evenings.length * rowHeight} className="block">
        {evenings.map(({ eventId, title, startTime, expected, came, firstTime }, at) => (
          <g key={eventId} transform={`translate(0 ${at * rowHeight})`}>
            <text y="15" className="fill-ink text-sm">
              {formatDay(startTime)} · {came} of {expected}
              {firstTime > 0 && `, ${firstTime} first time`} · {title}
            </text>
            <rect
              y={labelHeight}
              width={widthOf(expected)}
              height={barHeight}
              rx="3"
              className="fill-edge"
            />
            <rect
              y={labelHeight + barHeight + 2}
              width={widthOf(came)}
              height={barHeight}
              rx="3"
              className="fill-primary"
            />
          </g>
        ))}
      </svg>
    </div>
  );
}

const Key = ({ className, label }: { className: string; label: string }) => (
  <span className="flex items-center gap-1.5">
    <svg width="14" height="14">
      <rect width="14" height="14" rx="3" className={className} />
    </svg>
    {label}
  </span>
);
