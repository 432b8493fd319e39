import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** One kind of data about a member. */
export interface Holding {
  /** The file's name. */
  name: string;
  /** A description in one line. */
  about: string;
  from: PgTable;
  /** Joins the names of rows that have only an id. */
  join?: { table: PgTable; on: SQL };
  /** Selects the member's rows. */
  own: SQL | undefined;
  /** Pages are read in the order of this column; it is unique among the member's rows. */
  key: PgColumn | SQL;
  columns: Record<string, PgColumn | SQL>;
}

/** Returns all columns of a table except these. */
export function without<Table extends PgTable>(
  table: Table,
  ...names: (keyof Table['_']['columns'] & string)[]
): Record<string, PgColumn> {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !names.some((each) => each === name)));
}
