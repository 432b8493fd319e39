import { and, getTableName, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Database } from './database.ts';
import { boundParam, statement, unnamedStatement, type Preparable } from './fast/statements.ts';

/** How many rows are compared in the list's order before an index is asked. */
const sampledRows = 150;
/** Reading on along the list costs this many times as much for each row as an index does. */
const detourCost = 2;

/** Two at once, so that others don't wait for connections; a full queue takes a minute or so. */
const longSearches = fairLimit({
  atOnce: 2,
  waiting: 50,
  perCaller: 10,
  tooBusy: () =>
    new Refusal('unavailable', 'Many people are searching. Please try again in a moment.', {
      retryAfter: 5,
    }),
});

interface Executable<Rows> {
  execute: (values: Record<string, unknown>) => Promise<Rows>;
}

/**
 * Runs a statement that searches. One that may read a whole table waits for its turn, and shares its
 * connection with no other.
 * @throws Refusal `unavailable` if too many wait
 */
export function runSearch<Rows>(
  db: Database,
  { name, isLong = false }: { name: string; isLong?: boolean | undefined },
  build: (db: Database) => Preparable<Executable<Rows>>,
  values: Record<string, unknown>,
): Promise<Rows> {
  return isLong
    ? longSearches(() => unnamedStatement(build(db)).execute(values))
    : statement(db, name, build).execute(values);
}

/** The conditions of a search. */
export interface Conditions {
  match: SQL | undefined;
  /** Selects rows that may match by an index, in no order. */
  found?: SQL | undefined;
  /** A part of `with` that `found` and `isCommon` name. */
  named?: SQL | undefined;
  /** Whether the list is read on in any case. */
  isCommon?: SQL | undefined;
}

/** A page of matching rows, in an order that an index has. */
export interface Search extends Conditions {
  table: PgTable;
  /** The columns of the order, the row's own key last. */
  key: AnyPgColumn[];
  descending?: boolean;
  /** The condition that the ordered index answers. */
  within: SQL | undefined;
  /** A join that neither adds nor removes rows; `match` names its columns. */
  joined?: SQL | undefined;
  /** A literal in the statement: the planner estimates an unknown limit at a tenth of all rows. */
  limit: number;
}

export const rawNumber = (value: number) => sql.raw(String(value));
const joinSql = (parts: SQL[]) => sql.join(parts, sql`, `);
const whereAll = (...conditions: (SQL | undefined)[]) =>
  sql`where ${and(sql`true`, ...conditions)}`;

/**
 * Finds the keys of a page's rows. Frequent matches soon turn up along the list's order; rare ones
 * an index finds, all at once, to be sorted. The first rows decide: if they fill the page, they are
 * the page; if not, they are a sample of how frequent matches are.
 */
export function searchSql(search: Search): SQL {
  const { table, found, named, isCommon = sql`false`, within, limit } = search;
  if (!found) return inOrder(search);
  const isFilled = sql`(select met >= ${rawNumber(limit)} or seen < ${rawNumber(sampledRows)} from counted)`;
  const isFrequent = sql`(select ${isCommon} or (met - 1) * met * ${rowsOf(table)} > ${rawNumber(detourCost * limit * sampledRows ** 2)} from counted)`;
  return sql`with ${named ? sql`${named}, ` : sql``}${sampleOf(search, sampledRows)},
    counted as materialized (select count(*) as seen, count(*) filter (where met) as met from sample)
    (select ${keysOf(search)} from sample ${table} where met and ${isFilled} ${pageOf(search)})
    union all (${inOrder({ ...search, within: and(sql`not ${isFilled} and ${isFrequent}`, within) })})
    union all (${inOrder({ ...search, within: and(sql`not ${isFilled} and not ${isFrequent}`, within) }, found)})`;
}

/** Reads the first rows of a list once: their keys, and whether each meets the conditions. */
const sampleOf = (search: Omit<Search, 'limit'>, rows: number): SQL => {
  const { table, within, match = sql`true`, joined = sql`` } = search;
  return sql`sample as materialized (select ${keysOf(search)}, (${match}) as met
    from (select * from ${table} ${whereAll(within)} order by ${orderOf(search)} limit ${rawNumber(rows)}) ${table} ${joined})`;
};

/** Selects a page of the table's rows, or of those of `from`. */
export const inOrder = (search: Search, from?: SQL): SQL =>
  sql`${matching(search, from)} ${pageOf(search)}`;

/**
 * Reads a page along an index at each of some places, which `within` names, and sorts. The rows
 * read don't grow with the table. The planner takes every place for a small one, and would read all
 * of London to sort it. So the other conditions have a form that it believes all rows to meet.
 */
export const inOrderAt = (places: SQL, { match = sql`true`, ...search }: Search): SQL =>
  sql`select page.* from (${places}) place cross join lateral
    (${inOrder({ ...search, match: sql`coalesce((${match}), false)::int <> 0` })}) page ${pageOf(search)}`;

/** Selects the keys of all matching rows. */
export const matching = (search: Omit<Search, 'limit'>, from?: SQL): SQL => {
  const { table, within, match, joined = sql`` } = search;
  return sql`select ${keysOf(search)} from ${from ? sql`(${from})` : sql``} ${table} ${joined} ${whereAll(within, match)}`;
};

const keysOf = ({ key }: Pick<Search, 'key'>) => joinSql(key.map((column) => sql`${column}`));

const orderOf = ({ key, descending }: Pick<Search, 'key' | 'descending'>) =>
  joinSql(key.map((column) => (descending ? sql`${column} desc` : sql`${column}`)));

/** Orders and ends a page whose first columns are its keys. */
export const pageOf = ({ key, descending, limit }: Pick<Search, 'key' | 'descending' | 'limit'>) =>
  sql`order by ${joinSql(key.map((_, at) => sql.raw(`${at + 1}${descending ? ' desc' : ''}`)))} limit ${rawNumber(limit)}`;

/** The planner's estimate of a table's rows. */
const rowsOf = (table: PgTable) =>
  sql`(select greatest(reltuples, 1) from pg_class where oid = ${sql.raw(`'${getTableName(table)}'`)}::regclass)`;

/** Matches the rows of one page of a list with the highest ids first, below placeholder `after`. */
export function newestFirst({
  key,
  after,
  ...search
}: Omit<Search, 'key' | 'within'> & { key: AnyPgColumn; after: unknown }): SQL {
  const within = after ? sql`${key} < (select ${sql.placeholder('after')}::int)` : undefined;
  const page = searchSql({ ...search, key: [key], descending: true, within });
  return sql`${key} in (select id from (${page}) page)`;
}

type Text = SQL | AnyPgColumn;

/**
 * Matches a text against a placeholder's pattern, in a form that no index answers and that the
 * planner estimates at half of all rows: it then reads along the list's order and stops at the page.
 */
export const containsText = (text: Text, name: string) =>
  sql`coalesce(${text} ilike (select ${sql.placeholder(name)}::text), false)`;

/** Tells whether a trigram index can find a text: a shorter one has no trigrams. */
const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text);

/** Searches a text for placeholder `q`: by its trigram index, if `q` has trigrams. */
export const textSearch = (
  table: PgTable,
  text: Text,
  q: string,
  or: SQL = sql`false`,
): Conditions => ({
  match: sql`(${containsText(text, 'q')} or ${or})`,
  found: hasTrigram(q)
    ? sql`select * from ${table} where ${text} ilike ${boundParam('q', 'text')} or ${or}`
    : undefined,
});

/** Escapes `text` as an (I)LIKE pattern that contains it. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The pattern of a search's nth word (`wordPatterns`), among those of `name`. */
export const wordParam = (name: WordsName, index: number) => boundParam(`${name}${index}`, 'text');

/** The words of a search, or of a place. */
type WordsName = 'word' | 'place';

/** The placeholders of `wordParam`. */
export const wordValues = (name: WordsName, patterns: string[]) =>
  Object.fromEntries(patterns.map((pattern, index) => [`${name}${index}`, pattern]));

/** Which words an index finds: they name a statement. */
export const lookedUp = (words: string[]) =>
  words.flatMap((word, index) => (hasTrigram(word) ? [index] : []));

/** Hardly a row has more words that many rows have. */
const maxOfShortSearch = 3;

/** Tells whether a search for words, and a place, may read a table to its end for nothing. */
export const isLongSearch = (words: string[], place: string[] = []): boolean =>
  words.length > maxOfShortSearch || ![...words, ...place].every(hasTrigram);

/** The part of a statement's name that says how it searches for words. */
export const lettersOfWords = (words: string[]): string =>
  words.length === 0 ? '' : `${words.length}w${lookedUp(words).join('')}`;

/** Searches a table's folded text for words. */
export function wordSearch(table: PgTable, folded: AnyPgColumn, words: string[]): Conditions {
  const has = (index: number) => sql`${folded} ~ ${wordParam('word', index)}`;
  const found = lookedUp(words).map(has);
  return {
    match: and(...words.map((_, index) => sql`coalesce(${has(index)}, false)`)),
    found:
      found.length > 0 ? sql`select * from ${table} where ${and(...found)} offset 0` : undefined,
  };
}
