import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { EmptyState } from './empty-state.tsx';
import { Field, NativeSelect } from './field.tsx';
import { ChevronDown } from './icons.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean | undefined;
  /** Aligns numbers to the right. */
  numeric?: boolean | undefined;
  /** For long text. On a phone it stands under its header, not beside it. */
  wide?: boolean | undefined;
  /** The names of both orders in the phone's sort menu: "oldest first", "newest first". */
  orders?: readonly [rising: string, falling: string] | undefined;
}

export interface Sort<Key extends string = string> {
  key: Key;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row, Key extends string> {
  /** The table's caption, visible and read out. */
  caption: ReactNode;
  /** The first column is the row's header. */
  columns: readonly Column<Row, Key>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  sort?: Sort<Key> | undefined;
  onSortChange?: ((sort: Sort<Key>) => void) | undefined;
  /** A row's actions: a menu or a button. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** The number of skeleton rows while loading. */
  skeletons?: number | undefined;
  empty?: ReactNode;
  className?: string | undefined;
}

const captionShape = 'pb-3 text-left font-display text-xl font-bold text-balance';
const headShape = 'px-3 first:pl-4 last:pr-4';
const cellShape =
  'align-middle text-pretty md:bg-card md:px-3 md:py-2.5 md:first:rounded-l-card md:first:pl-4 md:last:rounded-r-card md:last:pr-4';

/** Explicit roles, because browsers drop table semantics from tables with another CSS display. */
const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A table on wide screens; on a phone each row is a card. */
export function DataTable<Row, Key extends string>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  onSortChange,
  actions,
  skeletons = 5,
  empty,
  className,
}: DataTableProps<Row, Key>) {
  if (rows?.length === 0) {
    return (
      <div className={className}>
        <p className={captionShape}>{caption}</p>
        <div className="rounded-card bg-card">
          {empty ?? <EmptyState as="p" title="Nothing here yet" />}
        </div>
      </div>
    );
  }
  return (
    <div className={className}>
      {onSortChange && <SortSelect columns={columns} sort={sort} onSortChange={onSortChange} />}
      <table
        {...roles.table}
        aria-busy={rows === undefined || undefined}
        className="block w-full border-separate [border-spacing:0_--spacing(1)] md:table"
      >
        <caption className={cx(captionShape, 'block md:table-caption')}>{caption}</caption>
        <thead {...roles.rowgroup} className="hidden md:table-header-group">
          <tr {...roles.row} className="text-left text-sm text-muted">
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSortChange={onSortChange} />
            ))}
            {actions && (
              <th {...roles.columnheader} scope="col" className={headShape}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...roles.rowgroup} className="flex flex-col gap-3 md:table-row-group">
          {rows === undefined
            ? Array.from({ length: skeletons }, (_, index) => (
                <SkeletonRow key={index} columns={columns} withActions={actions !== undefined} />
              ))
            : rows.map((row) => (
                <DataRow key={rowKey(row)} row={row} columns={columns} actions={actions} />
              ))}
        </tbody>
      </table>
      {rows === undefined && (
        <p role="status" className="sr-only">
          Loading...
        </p>
      )}
    </div>
  );
}

interface HeadCellProps<Row, Key extends string> {
  column: Column<Row, Key>;
  sort: Sort<Key> | undefined;
  onSortChange: ((sort: Sort<Key>) => void) | undefined;
}

function HeadCell<Row, Key extends string>({
  column,
  sort,
  onSortChange,
}: HeadCellProps<Row, Key>) {
  const { key, header, numeric } = column;
  const shape = cx(headShape, 'font-display font-semibold', numeric && 'text-right');
  if (!onSortChange || !column.sortable) {
    return (
      <th {...roles.columnheader} scope="col" className={shape}>
        {header}
      </th>
    );
  }
  const direction = sort?.key === key ? sort.direction : undefined;
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <th {...roles.columnheader} scope="col" aria-sort={direction ?? 'none'} className={shape}>
      <button
        type="button"
        onClick={() => onSortChange({ key, direction: next })}
        className={cx(
          '-mx-2 inline-flex min-h-11 items-center gap-1 rounded-card px-2 font-semibold hover:text-ink',
          numeric && 'flex-row-reverse',
          direction && 'text-ink',
        )}
      >
        {header}
        <ChevronDown
          className={cx(
            'size-4',
            direction === 'ascending' && 'rotate-180',
            direction === undefined && 'opacity-40',
          )}
        />
      </button>
    </th>
  );
}

const rowShape =
  'block rounded-card px-4 py-3 max-md:relative max-md:bg-card forced-colors:max-md:border md:table-row';

interface DataRowProps<Row, Key extends string> {
  row: Row;
  columns: readonly Column<Row, Key>[];
  actions: ((row: Row) => ReactNode) | undefined;
}

function DataRow<Row, Key extends string>({ row, columns, actions }: DataRowProps<Row, Key>) {
  const [rowHeader, ...rest] = columns;
  return (
    <tr {...roles.row} className={rowShape}>
      {rowHeader && (
        <th
          {...roles.rowheader}
          scope="row"
          className={cx(
            cellShape,
            'block text-left font-semibold text-balance md:table-cell',
            // Leaves room for the actions button in the card's corner.
            actions && 'max-md:pr-8',
          )}
        >
          {rowHeader.cell(row)}
        </th>
      )}
      {rest.map((column) => (
        <td
          key={column.key}
          {...roles.cell}
          className={cx(
            cellShape,
            'max-md:pt-1.5 md:table-cell',
            column.wide ? 'block' : 'flex items-baseline justify-between gap-4',
            column.numeric && 'tabular-nums md:text-right',
          )}
        >
          <span className="shrink-0 text-sm text-muted md:hidden">{column.header}</span>
          <span className={cx('min-w-0', column.wide ? 'max-md:block' : 'max-md:text-right')}>
            {column.cell(row)}
          </span>
        </td>
      ))}
      {actions && (
        <td
          {...roles.cell}
          className={cx(cellShape, 'max-md:absolute max-md:top-1 max-md:right-1 md:text-right')}
        >
          {actions(row)}
        </td>
      )}
    </tr>
  );
}

interface SkeletonRowProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[];
  withActions: boolean;
}

function SkeletonRow<Row, Key extends string>({
  columns,
  withActions,
}: SkeletonRowProps<Row, Key>) {
  return (
    <tr aria-hidden="true" className={rowShape}>
      {columns.map(({ key, numeric }, index) => (
        <td key={key} className={cx(cellShape, 'block max-md:py-1 md:table-cell md:h-16')}>
          <Skeleton
            className={cx('h-5 max-w-full', index === 0 ? 'w-40' : 'w-20', numeric && 'md:ml-auto')}
          />
        </td>
      ))}
      {withActions && <td className={cx(cellShape, 'hidden md:table-cell')} />}
    </tr>
  );
}

interface SortSelectProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[];
  sort: Sort<Key> | undefined;
  onSortChange: (sort: Sort<Key>) => void;
}

const directions = ['ascending', 'descending'] as const;
const orders = (numeric = false) =>
  numeric ? (['lowest first', 'highest first'] as const) : (['A to Z', 'Z to A'] as const);

/** Replaces the sortable headers, which phones don't show. */
function SortSelect<Row, Key extends string>({
  columns,
  sort,
  onSortChange,
}: SortSelectProps<Row, Key>) {
  const sortable = columns.filter((column) => column.sortable);
  const choices = sortable.flatMap(({ key, header, numeric, orders: own }) =>
    directions.map((direction, index) => ({
      sort: { key, direction },
      id: `${key} ${direction}`,
      label: `${header}, ${(own ?? orders(numeric))[index]}`,
    })),
  );
  return (
    <Field label="Sort by" className="mb-4 md:hidden">
      {({ id }) => (
        <NativeSelect
          id={id}
          value={sort ? `${sort.key} ${sort.direction}` : ''}
          onChange={(event) => {
            const choice = choices.find((each) => each.id === event.target.value);
            if (choice) onSortChange(choice.sort);
          }}
        >
          {!sort && <option value="">Default order</option>}
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
