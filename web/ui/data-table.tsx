import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { EmptyState } from './empty-state.tsx';
import { Skeleton } from './skeleton.tsx';

export interface Column<Row, Key extends string = string> {
  key: Key;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers to the right. */
  numeric?: boolean | undefined;
  /** For long text. On a phone it is under its header, not beside it. */
  wide?: boolean | undefined;
}

interface DataTableProps<Row, Key extends string> {
  /** The table's caption, visible and read out. */
  caption: ReactNode;
  /** The first column is the row's header. */
  columns: readonly Column<Row, Key>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
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
const tableRoles = {
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
      <table
        {...tableRoles.table}
        aria-busy={rows === undefined || undefined}
        className="block w-full border-separate [border-spacing:0_--spacing(1)] md:table"
      >
        <caption className={cx(captionShape, 'block md:table-caption')}>{caption}</caption>
        <thead {...tableRoles.rowgroup} className="hidden md:table-header-group">
          <tr {...tableRoles.row} className="text-left text-sm text-muted">
            {columns.map(({ key, header, numeric }) => (
              <th
                key={key}
                {...tableRoles.columnheader}
                scope="col"
                className={cx(headShape, 'font-display font-semibold', numeric && 'text-right')}
              >
                {header}
              </th>
            ))}
            {actions && (
              <th {...tableRoles.columnheader} scope="col" className={headShape}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...tableRoles.rowgroup} className="flex flex-col gap-3 md:table-row-group">
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
    <tr {...tableRoles.row} className={rowShape}>
      {rowHeader && (
        <th
          {...tableRoles.rowheader}
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
          {...tableRoles.cell}
          className={cx(
            cellShape,
            'max-md:pt-1.5 md:table-cell',
            column.wide ? 'block' : 'flex items-baseline justify-between gap-4',
            column.numeric && 'tabular-nums md:text-right',
          )}
        >
          <span className="shrink-0 text-sm text-muted md:hidden">{column.header}</span>
          <div className={cx('min-w-0', !column.wide && 'max-md:text-right')}>
            {column.cell(row)}
          </div>
        </td>
      ))}
      {actions && (
        <td
          {...tableRoles.cell}
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
