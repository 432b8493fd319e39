import { timestamp } from 'drizzle-orm/pg-core';

/** A moment to the millisecond, as JavaScript holds it: a cursor made from one finds the same row again. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** An instant set to the insert's where none is given. */
export const moment = () => instant().notNull().defaultNow();

/**
 * For a GIN index that visitors search by: what is written goes into it at once. PostgreSQL would keep a list of it, which every search
 * reads from end to end, and whose filling makes one write wait for all those before it.
 */
export const writtenAtOnce = { fastupdate: false };
