import { sql } from 'drizzle-orm';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { identifier, instant, json } from '#platform/db/columns.ts';

/** Results of slow counts, as of the time of counting. */
export const snapshots = pgTable('snapshots', {
  name: identifier().primaryKey(),
  value: json<unknown>().notNull(),
  countedAt: instant().notNull(),
  /** How long counting took, in milliseconds. */
  tookMs: integer()
    .notNull()
    .default(sql`0`),
});
