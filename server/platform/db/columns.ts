import { sql } from 'drizzle-orm';
import { integer, jsonb, timestamp } from 'drizzle-orm/pg-core';

/** A moment to the millisecond, as JavaScript holds it: a cursor made from one finds the same row again. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** An instant set to the insert's where none is given. */
export const moment = () => instant().notNull().defaultNow();

/** At which revision of its row each field last changed: `platform/revisions.ts`. */
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
 * For a GIN index that visitors search by: what is written goes into it at once. PostgreSQL would keep a list of it, which every search
 * reads from end to end, and whose filling makes one write wait for all those before it.
 */
export const writtenAtOnce = { fastupdate: false };
