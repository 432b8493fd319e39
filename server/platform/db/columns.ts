import { timestamp } from 'drizzle-orm/pg-core';

/** A moment to the millisecond, as JavaScript holds it: a cursor made from one finds the same row again. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** An instant set to the insert's where none is given. */
export const moment = () => instant().notNull().defaultNow();
