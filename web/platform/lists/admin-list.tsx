import { Options } from '#web/ui/options.tsx';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath, FilterForm, SearchButton, SelectFilter, TextFilter } from './filters.tsx';
import { nextCursor, type PageOf } from '#web/platform/data/queries.ts';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from './load-failure.tsx';
import { Unavailable } from '#web/ui/unavailable.tsx';
import { MoreOf } from './more-of.tsx';

/** Filters of an admin list, named as in the query string. */
export interface ListFilters {
  [name: string]: string | undefined;
  q?: string | undefined;
  /** The page to start at, for browsers without JavaScript. */
  cursor?: string | undefined;
}

/** Style of a row's main link. */
export const rowLink =
  'text-ink wrap-anywhere underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent';

export interface Choice {
  name: string;
  label: string;
  /** The first option means no filter. */
  options: readonly (readonly [value: string, label: string])[];
}

interface AdminFiltersProps {
  tab: string;
  filters: ListFilters;
  placeholder: string;
  choices?: readonly Choice[];
}

/** Edits an admin list's filters, which are part of the query string. */
export function AdminFilters({ tab, filters, placeholder, choices }: AdminFiltersProps) {
  const all: ListFilters = { tab, ...filters };
  return (
    <FilterForm
      path={paths.admin}
      filters={all}
      className="mb-8 flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-end"
    >
      {(filter) => (
        <>
          <input type="hidden" name="tab" value={tab} />
          <div className="grow sm:min-w-52">
            <TextFilter label="Search" placeholder={placeholder} {...filter('q')} />
          </div>
          {choices?.map(({ name, label, options }) => (
            <SelectFilter key={name} label={label} {...filter(name)}>
              <Options of={options} />
            </SelectFilter>
          ))}
          <SearchButton className="max-sm:w-full" />
        </>
      )}
    </FilterForm>
  );
}

interface PagedTableProps<Row, Key extends string> {
  /** The page of the list. */
  path: string;
  filters: ListFilters;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>;
  caption: string;
  columns: readonly Column<Row, Key>[];
  actions?: (row: Row) => ReactNode;
  /** The label of the link to the next page. */
  more: string;
  empty: ReactNode;
  className?: string;
}

function PagedTable<Row extends { id: string | number }, Key extends string>({
  path,
  filters,
  list,
  more,
  ...table
}: PagedTableProps<Row, Key>) {
  const cursor = nextCursor(list.data);
  return (
    <>
      <DataTable
        {...table}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
      />
      <MoreOf
        list={list}
        className="mt-8"
        href={filteredPath(path, { ...filters, cursor })}
        label={more}
      />
    </>
  );
}

/** The table of a tab of the admin panel, with its loading, empty and error states. */
export function AdminTable<Row extends { id: string | number }, Key extends string>({
  tab,
  filters,
  ...table
}: Omit<PagedTableProps<Row, Key>, 'path' | 'className'> & { tab: string }) {
  const { list } = table;
  if (list.isError && !list.data)
    return <LoadFailure what="This list" error={list.error} onRetry={() => void list.refetch()} />;
  return <PagedTable {...table} path={paths.admin} filters={{ tab, ...filters }} />;
}

/** The table of an admin page of its own. `what` can't be read where it fails: 'The log'. */
export const RecordTable = <Row extends { id: string | number }, Key extends string>({
  what,
  ...table
}: PagedTableProps<Row, Key> & { what: string }) =>
  table.list.isError ? (
    <Unavailable what={what} onRetry={() => void table.list.refetch()} />
  ) : (
    <PagedTable className="mt-8" {...table} />
  );

export const NothingFound = ({ what }: { what: string }) => (
  <EmptyState as="p" title={`No ${what} found`} hint="Try other words or fewer filters." />
);
