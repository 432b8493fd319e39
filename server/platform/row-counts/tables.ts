import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/**
 * How many rows a table has, kept by triggers on it: the sum over the shards. Each connection has a shard of its
 * own as far as they go round, so that those who write at once seldom wait for one another.
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
