import { sql } from 'drizzle-orm';
import { rowCounts } from './tables.ts';

/** How many rows a table has, of those that are counted as they come and go. */
export const totalOf = (table: string) =>
  sql<number>`coalesce(sum(${rowCounts.rows}) filter (where ${rowCounts.tableName} = ${table}), 0)`.mapWith(
    Number,
  );
