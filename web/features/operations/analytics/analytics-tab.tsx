import { useQuery } from '@tanstack/react-query';
import { HeartHandshake, UserRoundPlus, UsersRound } from 'lucide-react';
import { Link } from 'wouter';
import { formatCommentDate, formatDay } from '#contract/platform/dates.ts';
import { attendanceWeeks, chartWeeks, quietWeeks } from '#contract/platform/limits.ts';
import { paths } from '#contract/platform/paths.ts';
import type { AnswerFor } from '#web/platform/data/api.ts';
import { query } from '#web/platform/data/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatCard, StatCards } from '#web/ui/stat-card.tsx';
import { type Point, Columns, formatNumber, Rows, type Series } from './analytics-chart.tsx';
import { useId, type ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { csvFile, type Cell } from '#contract/platform/csv.ts';
import { saveFile } from '#web/ui/save-file.ts';

type Charts = AnswerFor<'GET /api/admin/analytics/charts'>;

const figuresQuery = () => query('GET /api/admin/analytics');
const chartsQuery = () => query('GET /api/admin/analytics/charts');

export const reads = () => [figuresQuery(), chartsQuery()];

export default function AnalyticsTab() {
  const { data: charts, isError, refetch } = useQuery(chartsQuery());
  return (
    <>
      <h2 className="sr-only">Analytics</h2>
      <ThisWeek donated={charts?.weeks.at(-1)?.donated} />
      {isError && <Unavailable what="This page" onRetry={() => void refetch()} />}
      {charts && <Figures charts={charts} />}
      {!charts && !isError && <Skeleton className="mt-6 h-96" />}
    </>
  );
}

function ThisWeek({ donated }: { donated: number | undefined }) {
  const { data } = useQuery(figuresQuery());
  const recent = data?.recentActivity;
  return (
    <StatCards className="grid-cols-1! sm:grid-cols-3!">
      <StatCard
        label="New members, last seven days"
        value={recent?.newUsersThisWeek}
        icon={<UserRoundPlus />}
      />
      <StatCard
        label="New groups, last seven days"
        value={recent?.newGroupsThisWeek}
        icon={<UsersRound />}
      />
      <StatCard
        label="Donated since Monday"
        value={donated === undefined ? undefined : formatPounds(donated)}
        icon={<HeartHandshake />}
      />
    </StatCards>
  );
}

const moneyFormat = new Intl.NumberFormat('en-GB', {
  style: 'currency',
  currency: 'GBP',
  maximumFractionDigits: 0,
});
const formatPounds = (pence: number) => moneyFormat.format(pence / 100);

const green = 'var(--color-flag-3)';
const marigold = 'var(--color-accent)';
const brick = 'var(--color-flag-2)';

/** Formats a Monday for the axis: 'Jun 8'. */
const shortDay = (day: string) =>
  formatDay(`${day}T12:00:00Z`)
    .replace(/, \d+$/, '')
    .replace(/^(\w{3})\w*/, '$1');

const oneSeries = (key: string, label: string, colour = green) => [{ key, label, colour }];
const attendancePoints = (list: Charts['byTown']): Point[] =>
  list.map(({ name, ...counts }) => ({ label: name, ...counts }));

function Figures({ charts }: { charts: Charts }) {
  const weeks: (Point & { donated: number })[] = charts.weeks.map(({ week, ...counts }) => ({
    label: shortDay(week),
    ...counts,
  }));
  const weekly = {
    kind: 'columns' as const,
    labelled: 'Week of',
    points: weeks,
    empty: `Nothing in the last ${chartWeeks} weeks.`,
  };
  const visits = {
    kind: 'rows' as const,
    series: oneSeries('attendees', 'People who came', marigold),
    more: [{ key: 'events', label: 'Events' }],
    empty: `No events took place in the last ${attendanceWeeks} weeks.`,
  };
  return (
    <>
      <div className="mt-6 grid gap-4 has-[details[open]]:items-start lg:grid-cols-2">
        <Figure
          {...weekly}
          title="New members"
          lead="Are people finding us?"
          series={oneSeries('members', 'Members')}
        />
        <Figure
          {...weekly}
          title="Joining in"
          lead="Do they come along, and talk to each other?"
          series={[
            { key: 'rsvps', label: 'RSVPs', colour: green },
            { key: 'comments', label: 'Comments', colour: marigold },
          ]}
        />
        <Figure
          {...weekly}
          title="New groups"
          lead="Are people starting things?"
          series={oneSeries('groups', 'Groups')}
        />
        <Figure
          {...weekly}
          title="New events"
          lead="Is there something to go to?"
          series={oneSeries('events', 'Events')}
        />
        <Figure
          {...visits}
          title="Attendance by category"
          lead={`What draws people: events of the last ${attendanceWeeks} weeks.`}
          labelled="Category"
          points={attendancePoints(charts.byCategory)}
        />
        <Figure
          {...visits}
          title="Attendance by town"
          lead={`Where they go: events of the last ${attendanceWeeks} weeks.`}
          labelled="Town"
          points={attendancePoints(charts.byTown)}
        />
        <Figure
          {...weekly}
          title="Time to approval"
          lead="How long new groups wait for approval (median, in hours)."
          series={oneSeries('approvalHours', 'Hours', brick)}
          more={[{ key: 'approvals', label: 'Approvals' }]}
          empty={`No group was approved in the last ${chartWeeks} weeks.`}
        />
        <Figure
          {...weekly}
          title="Donations"
          lead="What keeps the lights on, in pounds."
          points={weeks.map((week) => ({ ...week, pounds: week.donated / 100 }))}
          series={oneSeries('pounds', 'Pounds', marigold)}
          more={[{ key: 'donations', label: 'Donations' }]}
        />
      </div>
      <QuietGroups quiet={charts.quiet} />
      <p className="mt-6 text-sm text-muted">Counted on {formatCommentDate(charts.countedAt)}.</p>
    </>
  );
}

function QuietGroups({ quiet }: Pick<Charts, 'quiet'>) {
  const save = () =>
    saveCsv('groups-going-quiet.csv', [
      ['Group', 'Members', 'Last event'],
      ...quiet.groups.map(({ name, memberCount, lastEventAt }) => [name, memberCount, lastEventAt]),
    ]);
  return (
    <div className="mt-10">
      <DataTable
        caption={`Groups going quiet: ${quiet.count.toLocaleString('en-GB')}`}
        rows={quiet.groups}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            header: 'Group',
            cell: ({ id, name }) => (
              <Link href={paths.group(id)} className="link wrap-anywhere">
                {name}
              </Link>
            ),
          },
          {
            key: 'members',
            header: 'Members',
            numeric: true,
            cell: ({ memberCount }) => memberCount.toLocaleString('en-GB'),
          },
          {
            key: 'last',
            header: 'Last event',
            cell: ({ lastEventAt }) => (lastEventAt ? formatDay(lastEventAt) : 'None yet'),
          },
        ]}
        empty={
          <EmptyState
            as="p"
            title="No quiet groups"
            hint={`Groups without an upcoming event, and without one in the last ${quietWeeks} weeks, would be listed here.`}
          />
        }
      />
      {quiet.groups.length > 0 && (
        <p className="mt-3">
          <Button
            variant="quiet"
            size="sm"
            onClick={save}
            aria-label="Download CSV: Groups going quiet"
          >
            Download CSV
          </Button>
        </p>
      )}
    </div>
  );
}

interface FigureProps {
  title: string;
  /** The question that the chart answers, or what it counts. */
  lead: ReactNode;
  kind: 'columns' | 'rows';
  /** Header of the label column: 'Week of', 'Town'. */
  labelled: string;
  points: readonly Point[];
  series: readonly Series[];
  /** Columns that only the table has. */
  more?: readonly Pick<Series, 'key' | 'label'>[];
  format?: (value: number) => string;
  empty: string;
  className?: string;
}

/** Shows a chart, with its data as a table and as a file. */
function Figure({ title, lead, empty, className, ...chart }: FigureProps) {
  const id = useId();
  const { kind, points, series } = chart;
  const anything = points.some((point) => series.some(({ key }) => point[key]));
  const Chart = kind === 'columns' ? Columns : Rows;
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'flex min-w-0 flex-col rounded-card bg-card p-4 forced-colors:border sm:p-5',
        className,
      )}
    >
      <h3 id={id} className="text-xl">
        {title}
      </h3>
      <p className="mt-0.5 mb-4 text-sm text-muted">{lead}</p>
      {anything ? (
        <>
          <div className="mb-3">
            <Chart points={points} series={series} format={chart.format} />
          </div>
          <Numbers title={title} {...chart} />
        </>
      ) : (
        <p className="py-10 text-center text-muted">{empty}</p>
      )}
    </section>
  );
}

type NumbersProps = Omit<FigureProps, 'lead' | 'empty' | 'kind' | 'className'>;

const noMore: NonNullable<FigureProps['more']> = [];

function Numbers({
  title,
  labelled,
  points,
  series,
  more = noMore,
  format = formatNumber,
}: NumbersProps) {
  const columns = [...series, ...more];
  const header = [labelled, ...columns.map(({ label }) => label)];
  const save = () =>
    saveCsv(`${title.toLowerCase().replace(/[^a-z]+/g, '-')}.csv`, [
      header,
      ...points.map((point) => [point.label, ...columns.map(({ key }) => point[key] ?? null)]),
    ]);
  return (
    <details className="mt-auto border-t border-line pt-2">
      <summary className="-ml-1 inline-flex min-h-11 items-center rounded-card px-1 font-display font-semibold text-primary hover:underline">
        Show as a table<span className="sr-only">: {title}</span>
      </summary>
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="text-left">
          <tr>
            {header.map((name, index) => (
              <th key={name} scope="col" className={cx('p-2', index > 0 && 'text-right')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.label} className="border-t border-line">
              <th scope="row" className="p-2 text-left font-normal">
                {point.label}
              </th>
              {columns.map(({ key }) => (
                <td key={key} className="p-2 text-right tabular-nums">
                  {inWords(point[key], format)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2">
        <Button variant="quiet" size="sm" onClick={save} aria-label={`Download CSV: ${title}`}>
          Download CSV
        </Button>
      </p>
    </details>
  );
}

const inWords = (value: Point[string] | undefined, format: (value: number) => string) =>
  typeof value === 'number' ? format(value) : (value ?? '–');

const saveCsv = (name: string, rows: readonly (readonly Cell[])[]): void =>
  saveFile(name, new Blob([csvFile(rows)], { type: 'text/csv' }));
