import { and, getTableName, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { boundParam } from './fast/statements.ts';

/** How many rows are compared in the list's order before an index is asked. */
export const sampledRows = 300;
/** Reading on along the list costs this many times as much for each row as an index does. */
const detourCost = 2;

/** A way to find rows by their contents, in no order. */
export interface Way {
  /**
   * Selects the rows that an index finds, maybe more than once; they may still fail `match`. Only a
   * condition that leaves few rows of the table is quicker as a part of it, by `within`.
   */
  found: (within?: SQL) => SQL;
  /** A condition on a single row that is true of every match: it estimates how many there are. */
  likely: SQL;
}

/** A page of matching rows, in an order that an index has. */
export interface Search {
  table: PgTable;
  /** The columns of the order, the row's own key last. */
  key: AnyPgColumn[];
  descending?: boolean;
  /** The condition that the ordered index answers. */
  within: SQL | undefined;
  /** The other conditions, in a form that no index answers. */
  match: SQL | undefined;
  /** A join that neither adds nor removes rows; `match` and `likely` name its columns alone. */
  joined?: SQL | undefined;
  ways: Way[];
  /** A literal in the statement: the planner estimates an unknown limit at a tenth of all rows. */
  limit: number;
}

/** How a page is filled: from the first rows, along the list, or by the way of a number from 1. */
const firstRows = -1;
export const onwards = 0;

export const rawNumber = (value: number) => sql.raw(String(value));
const joinSql = (parts: SQL[], separator = sql`, `) => sql.join(parts, separator);
const whereAll = (...conditions: (SQL | undefined)[]) => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`` : sql`where ${joinSql(present, sql` and `)}`;
};

/**
 * Finds the keys of a page's rows. Frequent matches soon turn up along the list's order; rare ones
 * an index finds, all at once, to be sorted. The first rows decide: if they fill the page, they are
 * the page; if not, they are a sample of how frequent matches are.
 */
export function searchSql(search: Search): SQL {
  const { table, within, match, joined = sql``, ways, limit } = search;
  if (ways.length === 0) return inOrder(search);
  const columns = keysOf(search);
  const page = sql`order by ${orderOf(search)} limit ${rawNumber(limit)}`;
  const wayIs = (way: number) => sql`(select way from chosen) = ${rawNumber(way)}`;
  const found = ways.map(
    (
      way,
      index,
    ) => sql`union all (select distinct ${columns} from (${way.found()}) ${table} ${joined}
      ${whereAll(wayIs(index + 1), within, match)} ${page})`,
  );
  return sql`with ${sampleOf(search, sampledRows)},
    chosen as materialized (select case
        when met >= ${rawNumber(limit)} or seen < ${rawNumber(sampledRows)} then ${rawNumber(firstRows)}
        when met * ${fewestHits(ways)} * ${rowsOf(table)} > ${rawNumber(detourCost * limit * sampledRows ** 2)} then ${rawNumber(onwards)}
        ${rarestWay(ways, sampledRows / 3)} end as way
      from (select count(*) as seen, count(*) filter (where met) as met${hitsOf(ways)} from sample) counted)
    (select ${columns} from sample ${table} where met and ${wayIs(firstRows)} ${page})
    ${joinSql(found, sql` `)}
    union all (select ${columns} from ${table} ${joined} ${whereAll(wayIs(onwards), within, match)} ${page})`;
}

/**
 * Reads the first rows of a list once: their keys, whether each is likely to match, and whether it
 * does.
 */
export function sampleOf(search: Omit<Search, 'limit'>, rows: number): SQL {
  const { table, within, match = sql`true`, joined = sql``, ways } = search;
  const flags = ways.map(({ likely }, index) => sql`${likely} as ${likelyTo(index)}`);
  const named = ways.map((_, index) => likelyTo(index));
  return sql`sample as materialized (select ${joinSql([keysOf(search), ...named])},
      ${joinSql([...named, sql`(${match})`], sql` and `)} as met
    from (select ${joinSql([sql`*`, ...flags])}
      from (select * from ${table} ${whereAll(within)} order by ${orderOf(search)} limit ${rawNumber(rows)}) ${table} ${joined}
      offset 0) ${table})`;
}

const likelyTo = (index: number) => sql.raw(`likely_${index + 1}`);

/** Searches along the ordered index, if that index answers all or nearly all of the conditions. */
export function inOrder(search: Omit<Search, 'ways'>): SQL {
  const { table, within, match, joined = sql``, limit } = search;
  return sql`select ${keysOf(search)} from ${table} ${joined} ${whereAll(within, match)}
    order by ${orderOf(search)} limit ${rawNumber(limit)}`;
}

const keysOf = ({ key }: Pick<Search, 'key'>) => joinSql(key.map((column) => sql`${column}`));

const orderOf = ({ key, descending }: Pick<Search, 'key' | 'descending'>) =>
  joinSql(key.map((column) => (descending ? sql`${column} desc` : sql`${column}`)));

/** The planner's estimate of a table's rows. */
const rowsOf = (table: PgTable) =>
  sql`(select greatest(reltuples, 1) from pg_class where oid = ${sql.raw(`'${getTableName(table)}'`)}::regclass)`;

const hitsName = (index: number) => sql.raw(`hits_${index + 1}`);

/** Counts a sample's rows that each way is likely to find. */
export const hitsOf = (ways: Way[]) =>
  joinSql(
    ways.map((_, index) => sql`, count(*) filter (where ${likelyTo(index)}) as ${hitsName(index)}`),
    sql``,
  );

const fewestHits = (ways: Way[]) => sql`least(${joinSql(ways.map((_, index) => hitsName(index)))})`;

/** Ends a `case` with the number of the way with the fewest hits, or `onwards` above a share. */
export function rarestWay(ways: Way[], most: number): SQL {
  const cases = ways.map(
    (_, index) => sql`when ${hitsName(index)} = ${fewestHits(ways)} then ${rawNumber(index + 1)}`,
  );
  return sql`when ${fewestHits(ways)} > ${rawNumber(Math.round(most))} then ${rawNumber(onwards)} ${joinSql(cases, sql` `)}`;
}

/** Matches the rows of one page of a list with the highest ids first, below placeholder `after`. */
export function newestFirst(page: {
  table: PgTable;
  key: AnyPgColumn;
  after: unknown;
  match: SQL | undefined;
  joined?: SQL | undefined;
  ways: Way[];
  size: number;
}): SQL {
  const { key, ways } = page;
  const ordered = {
    table: page.table,
    key: [key],
    descending: true,
    within: page.after ? sql`${key} < (select ${sql.placeholder('after')}::int)` : undefined,
    match: page.match,
    joined: page.joined,
    limit: page.size,
  };
  return sql`${key} in (select id from (${searchSql({ ...ordered, ways })}) page)`;
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

/** The way to find placeholder `q` by the text's trigram index, if it has trigrams. */
export const waysTo = (
  table: PgTable,
  text: Text,
  searchText: string,
  or: SQL = sql`false`,
): Way[] =>
  hasTrigram(searchText)
    ? [
        {
          found: () =>
            sql`select * from ${table} where ${text} ilike ${boundParam('q', 'text')} or ${or}`,
          likely: sql`(${containsText(text, 'q')} or ${or})`,
        },
      ]
    : [];

/** Escapes `text` as an (I)LIKE pattern that contains it. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** The pattern of a search's nth word (`wordPatterns`), among those of `name`. */
export const wordParam = (name: WordsName, index: number) => boundParam(`${name}${index}`, 'text');

/** The words of a search, or of a place. */
type WordsName = 'word' | 'place';

/** The placeholders of `wordParam`. */
export const wordValues = (name: WordsName, patterns: string[]) =>
  Object.fromEntries(patterns.map((pattern, index) => [`${name}${index}`, pattern]));

/** Words beyond these are compared, but not looked up by themselves. */
const mostLookedUp = 4;

/** The ways to find rows by each word that has trigrams: the rarest in the sample is taken. */
export const waysByWord = (words: string[], way: (index: number) => Way): Way[] =>
  words
    .flatMap((word, index) => (hasTrigram(word) ? [index] : []))
    .slice(0, mostLookedUp)
    .map(way);

/** Searches a table's folded text for words. */
export function wordSearch(table: PgTable, folded: AnyPgColumn, words: string[]) {
  const has = (index: number) => sql`${folded} ~ ${wordParam('word', index)}`;
  const compared = (index: number) => sql`coalesce(${has(index)}, false)`;
  return {
    match: and(...words.map((_, index) => compared(index))),
    ways: waysByWord(words, (index) => ({
      found: () => sql`select * from ${table} where ${has(index)} offset 0`,
      likely: compared(index),
    })),
  };
}
