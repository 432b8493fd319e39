import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths } from '../../../contract/paths.ts';
import type { PageOf } from '../../platform/data/api.ts';
import {
  filteredPath,
  SearchButton,
  TextFilter,
  useFilterForm,
} from '../../platform/lists/filters.tsx';
import { nextCursor } from '../../platform/data/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field, NativeSelect } from '../../ui/field.tsx';
import { ListUnavailable } from '../../ui/list-unavailable.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import type { ListFilters } from './queries.ts';
import type { TabName } from './tabs.ts';

/** A link to where the thing of a row stands. */
export const rowLink =
  'text-ink wrap-anywhere underline decoration-line decoration-2 underline-offset-4 hover:decoration-accent';

export interface Choice {
  name: string;
  label: string;
  /** The first is no filter. */
  options: readonly (readonly [value: string, label: string])[];
}

interface DeskFiltersProps {
  tab: TabName;
  filters: ListFilters;
  placeholder: string;
  choices?: readonly Choice[];
}

/** What a list is narrowed to; it lives in the address, beside the tab. */
export function DeskFilters({ tab, filters, placeholder, choices }: DeskFiltersProps) {
  const all: ListFilters = { tab, ...filters };
  const { draft, set, submit } = useFilterForm(paths.admin, all);
  return (
    <form
      role="search"
      action={paths.admin}
      onSubmit={submit}
      className="mb-8 flex flex-col gap-4 sm:flex-row sm:flex-wrap sm:items-end"
    >
      <input type="hidden" name="tab" value={tab} />
      <div className="grow sm:min-w-52">
        <TextFilter
          label="Search"
          name="q"
          placeholder={placeholder}
          value={draft.q}
          onChange={(value) => set('q', value)}
        />
      </div>
      {choices?.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          {({ id }) => (
            <NativeSelect
              id={id}
              name={name}
              value={draft[name] ?? ''}
              onChange={(event) => set(name, event.target.value)}
            >
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      ))}
      <SearchButton className="max-sm:w-full" />
    </form>
  );
}

interface DeskTableProps<Row, Key extends string> {
  tab: TabName;
  filters: ListFilters;
  list: UseInfiniteQueryResult<InfiniteData<PageOf<Row>>>;
  caption: string;
  columns: readonly Column<Row, Key>[];
  actions: (row: Row) => ReactNode;
  /** What the rows are, in the button that brings more of them. */
  more: string;
  empty: ReactNode;
}

/** Rows page by page, with what stands there while they come, when there are none, and when they can't be had. */
export function DeskTable<Row extends { id: string | number }, Key extends string>({
  tab,
  filters,
  list,
  caption,
  columns,
  actions,
  more,
  empty,
}: DeskTableProps<Row, Key>) {
  if (list.isError && !list.data) return <ListUnavailable onRetry={() => void list.refetch()} />;
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
  <EmptyState as="p" title={`No ${what} found`} hint="Try other words, or fewer filters." />
);
