import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

/**
 * Results of calls that carried an `Idempotency-Key`, so that a repeated call creates nothing
 * twice.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** A hash of who called, which call, and the key they sent. */
    key: text().primaryKey(),
    /** A hash of the call's input: another input under the same key is a mistake of the caller's. */
    input: text().notNull(),
    /** Where what the call made is found. Null only while it is being made. */
    result: jsonb(),
    createdAt: instant().notNull(),
  },
  (table) => [index('idempotency_keys_created').on(table.createdAt)],
);
