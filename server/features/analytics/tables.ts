import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/db/columns.ts';

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

/** What took long to count, as it stood when it was counted. */
export const snapshots = pgTable('snapshots', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  countedAt: instant().notNull(),
  /** How long counting took, in milliseconds. */
  tookMs: integer()
    .notNull()
    .default(sql`0`),
});
