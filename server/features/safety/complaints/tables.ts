import { sql } from 'drizzle-orm';
import { index, integer, pgTable } from 'drizzle-orm/pg-core';
import { complaintKinds } from '#contract/safety/complaints.ts';
import { choice, freeText, identifier, instant, moment } from '#platform/db/columns.ts';
import { users } from '#features/base/accounts/tables.ts';

/**
 * A record that the law requires: it outlives the complainant's account, and no longer names it
 * then.
 */
export const complaints = pgTable(
  'complaints',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The number that people quote. */
    number: identifier().notNull().unique(),
    kind: choice(complaintKinds).notNull(),
    text: freeText().notNull(),
    email: freeText().notNull(),
    userId: identifier().references(() => users.id, { onDelete: 'set null' }),
    /** The last of the days on which admins were warned that it is still open. */
    warnedOnDay: integer().notNull().default(0),
    outcome: freeText(),
    /** Null while it is open. */
    answeredAt: instant(),
    answeredById: identifier().references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment(),
  },
  (table) => [
    index('complaints_open')
      .on(table.createdAt, table.id)
      .where(sql`answered_at is null`),
    index('complaints_answered')
      .on(table.answeredAt, table.id)
      .where(sql`answered_at is not null`),
    index('complaints_user').on(table.userId),
    index('complaints_answered_by').on(table.answeredById),
  ],
);
