import { sql } from 'drizzle-orm';
import { customType, integer, text, timestamp } from 'drizzle-orm/pg-core';
import type { Clean, CleanText } from '#contract/platform/clean-text.ts';
import { toStorableJson } from './storable.ts';

/** Text that people, their files or other servers bring; `cleanText()` makes it. */
export const freeText = (name = '') => text(name).$type<CleanText>();

/** Text that this program makes itself: an id, a hash, the name of a kind. */
export const identifier = (name = '') => text(name);

/**
 * A copy of texts to search in: without accents, hyphens and the like (the SQL function `folded`).
 * Triggers keep it.
 */
export const foldedText = () => text().notNull().default('');

/** One of a fixed set of words. */
export const choice = <Word extends string, const Words extends readonly [Word, ...Word[]]>(
  words: Words,
) => text({ enum: words });

const jsonColumn = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: toStorableJson,
});

/** A value stored as JSON, with clean texts; `cleanTexts()` makes it. */
export const json = <Value>(name = '') => jsonColumn(name).$type<Clean<Value>>();

/** A moment to the millisecond, as in JavaScript: a cursor made from one finds the row again. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

/** An instant that defaults to the time of the insert. */
export const moment = () => instant().notNull().defaultNow();

/** The revision at which each field of the row last changed: `platform/revisions.ts`. */
export const fieldRevisions = () =>
  json<Record<string, number>>()
    .notNull()
    .default(sql`'{}'`);

/** The columns of a row that several people may edit at once. */
export const revisionColumns = () => ({
  revision: integer().notNull().default(0),
  fieldRevisions: fieldRevisions(),
});

/**
 * For GIN indexes that visitors search by: writes go into the index at once. With fastupdate,
 * PostgreSQL collects them in a list that every search reads from end to end. Cleaning up that list
 * makes one write wait for all those before it.
 */
export const withoutFastUpdate = { fastupdate: false };
