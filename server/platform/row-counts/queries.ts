import { sql } from 'drizzle-orm';
import { rowCounts } from './tables.ts';

/** Reads a table's row count from the running counts. */
export const totalOf = (table: string) =>
  sql<number>`coalesce(sum(${rowCounts.rows}) filter (where ${rowCounts.tableName} = ${table}), 0)`.mapWith(
    Number,
  );
