import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { documentNames, type Answers } from '#contract/safety/compliance.ts';
import { choice, freeText, identifier, json, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/** Each saved version of a document; none is ever changed or deleted. */
export const documentVersions = pgTable(
  'paper_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paper: choice(documentNames).notNull(),
    /** From 1, for each document. */
    version: integer().notNull(),
    answers: json<Answers>().notNull(),
    /**
     * The facts at the time of saving; a comparison with today's shows which statements changed.
     */
    facts: json<object>().notNull(),
    /** The text, without the name of its author. */
    markdown: freeText().notNull(),
    savedById: identifier().references(() => users.id, { onDelete: 'set null' }),
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
    userId: identifier()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    paper: choice(documentNames).notNull(),
    answers: json<Answers>().notNull(),
    /** The version it was based on; 0 for none. */
    after: integer().notNull(),
    savedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.paper] })],
);
