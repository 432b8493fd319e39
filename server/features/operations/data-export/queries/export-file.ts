import { eq, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Some of a member's rows in a table. */
export interface ExportRows {
  from: PgTable;
  /** Selects the member's rows. */
  own: SQL | undefined;
  /** Pages are read in the order of this column; it is unique among the member's rows. */
  key: PgColumn | SQL;
  columns: Record<string, PgColumn | SQL>;
}

/** One kind of data about a member. */
export interface ExportFile extends ExportRows {
  /** The file's name. */
  name: string;
  /** A description in one line. */
  about: string;
  /** Joins the names of rows that have only an id. */
  join?: { table: PgTable; on: SQL };
}

export type ColumnOf<Table extends PgTable> = keyof Table['_']['columns'] & string;

/**
 * Returns the rows whose column `by` names the member, in the order of their ids, without that
 * column and these others.
 */
export function rowsBy<Table extends PgTable>(
  userId: string,
  from: Table,
  by: ColumnOf<Table>,
  ...others: ColumnOf<Table>[]
): ExportRows {
  const columns: Record<string, PgColumn> = getTableColumns(from);
  const owner = columns[by];
  if (!owner) throw new Error(`no column ${by}`);
  const key = columns['id'] ?? owner;
  return { from, own: eq(owner, userId), key, columns: without(from, by, ...others) };
}

/** Returns all columns of a table except these. */
export function without<Table extends PgTable>(
  table: Table,
  ...names: ColumnOf<Table>[]
): Record<string, PgColumn> {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !names.some((each) => each === name)));
}
