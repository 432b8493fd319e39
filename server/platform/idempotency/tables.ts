import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

/**
 * Results of calls that carried an `Idempotency-Key`, so that a repeated call creates nothing
 * twice.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A hash of the caller, the call and its key. */
    key: text().primaryKey(),
    /** A hash of the input: another input under the same key is the caller's mistake. */
    input: text().notNull(),
    /** The reference to the call's result. Null only while it is being made. */
    result: jsonb(),
    createdAt: instant().notNull(),
  },
  (table) => [index('idempotency_keys_created').on(table.createdAt)],
);
