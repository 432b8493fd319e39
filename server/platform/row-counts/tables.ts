import { bigint, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { identifier } from '#platform/db/columns.ts';

/**
 * The row count of each table, kept by triggers: the sum over the shards. Connections spread over
 * the shards, so that concurrent writes seldom wait for one another.
 */
export const rowCounts = pgTable(
  'row_counts',
  {
    tableName: identifier().notNull(),
    shard: integer().notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.shard] })],
);
