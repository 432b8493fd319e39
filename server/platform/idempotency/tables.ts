import { index, pgTable } from 'drizzle-orm/pg-core';
import { identifier, instant, json } from '#platform/db/columns.ts';

/**
 * Results of calls that carried an `Idempotency-Key`, so that a repeated call creates nothing
 * twice.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A hash of the caller, the call and its key. */
    key: identifier().primaryKey(),
    /** A hash of the input: another input under the same key is the caller's mistake. */
    input: identifier().notNull(),
    /** The reference to the call's result. Null only while it is being made. */
    result: json<unknown>(),
    createdAt: instant().notNull(),
  },
  (table) => [index('idempotency_keys_created').on(table.createdAt)],
);
