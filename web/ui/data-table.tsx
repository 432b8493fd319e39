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
  /** Numbers stand to the right, one under another. */
  numeric?: boolean | undefined;
  /** Sentences rather than a word: on a phone they stand under their name, not beside it. */
  wide?: boolean | undefined;
  /** The names of the two orders, for the choice on a phone: "oldest first", "newest first". */
  orders?: readonly [rising: string, falling: string] | undefined;
}

export interface Sort<Key extends string = string> {
  key: Key;
  direction: 'ascending' | 'descending';
}

interface DataTableProps<Row, Key extends string> {
  /** The table's caption, visible and read out. */
  caption: ReactNode;
  /** The first names the row. */
  columns: readonly Column<Row, Key>[];
  /** Undefined while they are not known yet. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  sort?: Sort<Key> | undefined;
  onSortChange?: ((sort: Sort<Key>) => void) | undefined;
  /** A row's actions: a menu or a button. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** How many rows stand for those to come. */
  skeletons?: number | undefined;
  empty?: ReactNode;
  className?: string | undefined;
}

const captionShape = 'pb-3 text-left font-display text-xl font-bold text-balance';
const headShape = 'px-3 first:pl-4 last:pr-4';
const cellShape =
  'align-middle text-pretty md:bg-card md:px-3 md:py-2.5 md:first:rounded-l-card md:first:pl-4 md:last:rounded-r-card md:last:pr-4';

/** Said in so many words, because a browser takes a table that is laid out as something else for none. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
};

/** A table where there is room for one; on a phone each row is a card. */
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
        {...as.table}
        aria-busy={rows === undefined || undefined}
        className="block w-full border-separate border-spacing-x-0 border-spacing-y-1 md:table"
      >
        <caption className={cx(captionShape, 'block md:table-caption')}>{caption}</caption>
        <thead {...as.rowgroup} className="hidden md:table-header-group">
          <tr {...as.row} className="text-left text-sm text-muted">
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSortChange={onSortChange} />
            ))}
            {actions && (
              <th {...as.columnheader} scope="col" className={headShape}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...as.rowgroup} className="flex flex-col gap-3 md:table-row-group">
          {rows === undefined
            ? Array.from({ length: skeletons }, (_, index) => (
                <WaitingRow key={index} columns={columns} withActions={actions !== undefined} />
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
      <th {...as.columnheader} scope="col" className={shape}>
        {header}
      </th>
    );
  }
  const direction = sort?.key === key ? sort.direction : undefined;
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <th {...as.columnheader} scope="col" aria-sort={direction ?? 'none'} className={shape}>
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
  const [naming, ...rest] = columns;
  return (
    <tr {...as.row} className={rowShape}>
      {naming && (
        <th
          {...as.rowheader}
          scope="row"
          className={cx(
            cellShape,
            'block text-left font-semibold text-balance md:table-cell',
            // The button with what can be done stands in the card's corner.
            actions && 'max-md:pr-8',
          )}
        >
          {naming.cell(row)}
        </th>
      )}
      {rest.map((column) => (
        <td
          key={column.key}
          {...as.cell}
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
          {...as.cell}
          className={cx(cellShape, 'max-md:absolute max-md:top-1 max-md:right-1 md:text-right')}
        >
          {actions(row)}
        </td>
      )}
    </tr>
  );
}

interface WaitingRowProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[];
  withActions: boolean;
}

function WaitingRow<Row, Key extends string>({ columns, withActions }: WaitingRowProps<Row, Key>) {
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

/** On a phone there are no headers to press. */
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
          {!sort && <option value="">As they come</option>}
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
