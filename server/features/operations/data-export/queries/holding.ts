import { getTableColumns, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** One kind of thing that is held about a member. */
export interface Holding {
  /** The file's name. */
  name: string;
  /** A description in one line. */
  about: string;
  from: PgTable;
  /** Gives the rows their name where they only hold its id. */
  join?: { table: PgTable; on: SQL };
  /** Which rows are the member's. */
  own: SQL | undefined;
  /** Along this column the rows are read; none is twice in the member's own. */
  key: PgColumn;
  columns: Record<string, PgColumn | SQL>;
}

/** All columns of a table but these. */
export function without<Table extends PgTable>(
  table: Table,
  ...names: (keyof Table['_']['columns'] & string)[]
): Record<string, PgColumn> {
  const columns = Object.entries<PgColumn>(getTableColumns(table));
  return Object.fromEntries(columns.filter(([name]) => !names.some((each) => each === name)));
}
