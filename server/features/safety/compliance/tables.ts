import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { documentNames, type Answers } from '#contract/safety/compliance.ts';
import { moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** Each saved version of a document; none is ever changed or deleted. */
export const documentVersions = pgTable(
  'paper_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paper: text({ enum: documentNames }).notNull(),
    /** From 1, for each document. */
    version: integer().notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    /**
     * The facts at the time of saving; a comparison with today's shows which statements changed.
     */
    facts: jsonb().$type<object>().notNull(),
    /** The text, without the name of its author. */
    markdown: text().notNull(),
    savedById: text().references(() => users.id, { onDelete: 'set null' }),
    savedAt: moment(),
  },
  (table) => [
    check('paper_versions_version', sql`${table.version} >= 1`),
    uniqueIndex('paper_versions_number').on(table.paper, table.version),
    index('paper_versions_saver').on(table.savedById),
  ],
);

/** An admin's answers so far, until they become a version. */
export const documentDrafts = pgTable(
  'paper_drafts',
  {
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    paper: text({ enum: documentNames }).notNull(),
    answers: jsonb().$type<Answers>().notNull(),
    /** The version it was based on; 0 for none. */
    after: integer().notNull(),
    savedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.paper] })],
);
