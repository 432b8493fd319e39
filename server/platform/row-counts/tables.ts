import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * The row count of each table, kept by triggers: the sum over the shards. Connections spread over
 * the shards, so that concurrent writes seldom wait for one another.
 */
export const rowCounts = pgTable(
  'row_counts',
  {
    tableName: text().notNull(),
    shard: integer().notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.shard] })],
);
