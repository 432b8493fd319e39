import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { users } from '#features/base/accounts/tables.ts';
import { choice, identifier, moment } from '#platform/db/columns.ts';

/** Hashes of recent texts, to detect one that is posted everywhere. */
export const textPrints = pgTable(
  'text_prints',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    print: identifier().notNull(),
    /** Hashes that near-identical texts share some of; empty in rows of older versions. */
    bands: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    kind: choice(['comment', 'group', 'event', 'message']).notNull(),
    userId: identifier()
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
