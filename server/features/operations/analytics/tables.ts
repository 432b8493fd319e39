import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '#platform/db/columns.ts';

/** Results of slow counts, as of the time of counting. */
export const snapshots = pgTable('snapshots', {
  name: text().primaryKey(),
  value: jsonb().notNull(),
  countedAt: instant().notNull(),
  /** How long counting took, in milliseconds. */
  tookMs: integer()
    .notNull()
    .default(sql`0`),
});
