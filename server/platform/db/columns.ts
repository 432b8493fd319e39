import { sql } from 'drizzle-orm';
import { integer, jsonb, timestamp } from 'drizzle-orm/pg-core';

/** A moment to the millisecond, as in JavaScript: a cursor made from one finds the row again. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** An instant that defaults to the time of the insert. */
export const moment = () => instant().notNull().defaultNow();

/** The revision at which each field of the row last changed: `platform/revisions.ts`. */
export const fieldRevisions = () =>
  jsonb()
    .$type<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`);

/** The columns of a row that several people may edit at once. */
export const revisions = () => ({
  revision: integer().notNull().default(0),
  fieldRevisions: fieldRevisions(),
});

/**
 * For GIN indexes that visitors search by: writes go into the index at once. With fastupdate,
 * PostgreSQL collects them in a list that every search reads from end to end. Cleaning up that list
 * makes one write wait for all those before it.
 */
export const writtenAtOnce = { fastupdate: false };
