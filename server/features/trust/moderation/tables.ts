import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { moment } from '#platform/db/columns.ts';

/** Hashes of recent texts, to detect one that is posted everywhere. */
export const textPrints = pgTable(
  'text_prints',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    print: text().notNull(),
    /** Hashes that near-identical texts share some of; empty in rows of older versions. */
    bands: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    kind: text({ enum: ['comment', 'group', 'event', 'message'] }).notNull(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    hasLink: boolean().notNull(),
    createdAt: moment(),
  },
  (table) => [
    index('text_prints_print').on(table.print, table.createdAt),
    index('text_prints_bands').using('gin', table.bands).with({ fastupdate: false }),
    index('text_prints_user').on(table.userId, table.createdAt),
    index('text_prints_age').on(table.createdAt),
  ],
);
