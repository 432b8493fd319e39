import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath, FilterForm, SearchButton, SelectFilter, TextFilter } from './filters.tsx';
import { nextCursor, type PageOf } from '#web/platform/data/queries.ts';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailure } from './load-failure.tsx';
import { LoadMore } from '#web/ui/load-more.tsx';

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
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </SelectFilter>
          ))}
          <SearchButton className="max-sm:w-full" />
        </>
      )}
    </FilterForm>
  );
}

interface AdminTableProps<Row, Key extends string> {
  tab: string;
  filters: ListFilters;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>;
  caption: string;
  columns: readonly Column<Row, Key>[];
  actions?: (row: Row) => ReactNode;
  /** Plural name of the rows, for 'Load More …'. */
  more: string;
  empty: ReactNode;
}

/** A paged table with its loading, empty and error states. */
export function AdminTable<Row extends { id: string | number }, Key extends string>({
  tab,
  filters,
  list,
  caption,
  columns,
  actions,
  more,
  empty,
}: AdminTableProps<Row, Key>) {
  if (list.isError && !list.data)
    return <LoadFailure what="This list" error={list.error} onRetry={() => void list.refetch()} />;
  const cursor = nextCursor(list.data);
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={list.data?.pages.flatMap(({ items }) => items)}
        rowKey={({ id }) => id}
        actions={actions}
        empty={empty}
      />
      {cursor && (
        <LoadMore
          className="mt-8"
          href={filteredPath(paths.admin, { tab, ...filters, cursor })}
          label={`Load More ${more}`}
          busy={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </>
  );
}

export const NothingFound = ({ what }: { what: string }) => (
  <EmptyState as="p" title={`No ${what} found`} hint="Try other words or fewer filters." />
);
