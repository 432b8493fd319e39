import { date, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { freeText, identifier, moment, revisionColumns } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';
import { deletedWithGroup } from '#features/community/groups/tables.ts';

/**
 * A series: the rule that makes its dates. Each date is an event and has all other fields itself.
 */
export const series = pgTable(
  'series',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: deletedWithGroup(),
    createdById: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** RFC 5545, in its current version; earlier dates may come from an earlier one. */
    rrule: freeText().notNull(),
    /** The first day of the rule in London, and the time there: '19:30'. */
    firstDate: date({ mode: 'string' }).notNull(),
    startsAt: identifier().notNull(),
    /** Days that the rule leaves out. */
    exdates: date({ mode: 'string' }).array().notNull().default([]),
    createdAt: moment(),
    /** The revision of changes to many dates at once; each date also has its own. */
    ...revisionColumns(),
  },
  (table) => [
    index('series_group').on(table.groupId),
    index('series_creator').on(table.createdById),
  ],
);
