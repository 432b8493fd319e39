import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Link, useSearch } from 'wouter';
import { adminPaths } from '#contract/operations/admin-paths.ts';
import { formatDay } from '#contract/platform/dates.ts';
import { paths } from '#contract/platform/paths.ts';
import { kindWords } from '#contract/safety/report-kinds.ts';
import type { ReportCase } from '#contract/safety/reports.ts';
import { FilterForm, SearchButton, SelectFilter } from '#web/platform/lists/filters.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AdminTable, rowLink } from '#web/platform/lists/admin-list.tsx';
import { pluralise } from '#contract/platform/counted.ts';
import { caseFilters, casePages, type CaseFilters } from './admin-queries.ts';
import { Due } from './due.tsx';
import { subjectTitles } from '#contract/safety/report-words.ts';
import { stateWords } from './words.ts';
import { Options } from '#web/ui/options.tsx';

export const reads = (search: URLSearchParams) => [casePages(caseFilters(search))];

/** Lists reports, the most urgent first. */
export default function ReportsTab() {
  const filters = caseFilters(new URLSearchParams(useSearch()));
  const list = useInfiniteQuery(casePages(filters));
  return (
    <>
      <h2 className="sr-only">Reports</h2>
      <Filters filters={filters} />
      <AdminTable
        tab="reports"
        filters={{ ...filters }}
        list={list}
        caption={filters.state === 'waiting' ? 'Waiting for a decision' : 'Reports'}
        // The time comes with the data, so that server and browser render the same.
        columns={columnsAt(new Date(list.dataUpdatedAt))}
        more="Reports"
        empty={<Nothing filters={filters} />}
      />
    </>
  );
}

const Filters = ({ filters }: { filters: CaseFilters }) => (
  <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
    <FilterForm
      path={paths.admin}
      filters={{ tab: 'reports', ...filters }}
      className="flex grow flex-wrap items-end gap-4 sm:max-w-xl"
    >
      {(filter) => (
        <>
          <input type="hidden" name="tab" value="reports" />
          <div className="grow">
            <SelectFilter label="Show" {...filter('state')}>
              <option value="waiting">Waiting for a decision</option>
              <Options
                of={Object.entries(stateWords).map(([state, { label }]) => [state, label])}
              />
              <option value="all">All</option>
            </SelectFilter>
          </div>
          <div className="grow">
            <SelectFilter label="About" {...filter('type')}>
              <option value="">Anything</option>
              <Options of={Object.entries(subjectTitles)} />
            </SelectFilter>
          </div>
          <SearchButton className="max-sm:w-full" />
        </>
      )}
    </FilterForm>
    <a href={adminPaths.reportFigures} download className={buttonClass({ variant: 'quiet' })}>
      <Download aria-hidden="true" className="size-5" /> Figures as CSV
    </a>
  </div>
);

const Nothing = ({ filters: { state, type } }: { filters: CaseFilters }) =>
  state === 'waiting' && !type ? (
    <EmptyState
      as="p"
      title="Nothing to review"
      hint="Reports show up here, with the most urgent at the top."
    />
  ) : (
    <EmptyState as="p" title="No reports found" hint="No reports match your filters." />
  );

const columnsAt = (now: Date): Column<ReportCase>[] => [
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ id, subject, isAboutOnlyAdmin }) => (
      <span className="block min-w-0 md:min-w-44">
        <Link href={adminPaths.report(id)} className={rowLink}>
          <bdi className="line-clamp-2">{subject.title}</bdi>
        </Link>
        <span className="block text-sm font-normal text-muted">
          {subjectTitles[subject.type]}
          {subject.isGone && ', deleted'}
        </span>
        {isAboutOnlyAdmin && <Badge tone="danger">About the only admin</Badge>}
      </span>
    ),
  },
  {
    key: 'kinds',
    header: "What's wrong",
    wide: true,
    cell: ({ kinds, reports }) => (
      <span className="block md:min-w-36">
        {kinds.map(({ kind, count }) => (
          <span key={kind} className="block">
            {kindWords[kind]}
            {kinds.length > 1 && ` (${count})`}
          </span>
        ))}
        <span className="block text-sm text-muted">{pluralise(reports, 'report')}</span>
      </span>
    ),
  },
  {
    key: 'due',
    header: 'Time',
    cell: (each) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end">
        <Due of={each} now={now} />
        <span className="text-sm text-muted">since {formatDay(each.createdAt)}</span>
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, lookedAtBy }) => (
      <span className="flex flex-col items-start gap-1 max-md:items-end">
        <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
        {lookedAtBy && (
          <span className="text-sm text-muted">
            <bdi>{lookedAtBy.name ?? 'Someone who has left'}</bdi>
          </span>
        )}
      </span>
    ),
  },
];
