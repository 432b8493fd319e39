import { and, getTableName, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { boundParam } from './fast/statements.ts';

/** How many rows are compared in the list's order before an index is asked. */
export const sampledRows = 150;
/** Reading on along the list costs this many times as much for each row as an index does. */
const detourCost = 2;

/** A condition whose rows an index finds, in no order. */
export interface Way {
  /** The condition on a single row, in a form that no index answers. */
  condition: SQL;
  /**
   * Selects its rows by the index, maybe more than once. Only a condition that leaves few rows of
   * the table is quicker as a part of it, by `within`.
   */
  found: (within?: SQL) => SQL;
}

/** The conditions of a search: `match` has those that are no way. */
export interface Conditions {
  match: SQL | undefined;
  ways: Way[];
}

export const allOf = ({ match, ways }: Conditions): SQL | undefined =>
  and(...ways.map(({ condition }) => condition), match);

/** The conditions that are left to compare on the rows of one way. */
export const besides = (way: Way, { match, ways }: Conditions): SQL | undefined =>
  allOf({ match, ways: ways.filter((other) => other !== way) });

/** A page of matching rows, in an order that an index has. */
export interface Search extends Conditions {
  table: PgTable;
  /** The columns of the order, the row's own key last. */
  key: AnyPgColumn[];
  descending?: boolean;
  /** The condition that the ordered index answers. */
  within: SQL | undefined;
  /** A join that neither adds nor removes rows; `match` and the ways name its columns alone. */
  joined?: SQL | undefined;
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
  const { table, within, joined = sql``, ways, limit } = search;
  if (ways.length === 0) return inOrder(search);
  const columns = keysOf(search);
  const page = sql`order by ${orderOf(search)} limit ${rawNumber(limit)}`;
  const wayIs = (way: number) => sql`(select way from chosen) = ${rawNumber(way)}`;
  const found = ways.map(
    (
      way,
      index,
    ) => sql`union all (select distinct ${columns} from (${way.found()}) ${table} ${joined}
      ${whereAll(wayIs(index + 1), within, besides(way, search))} ${page})`,
  );
  return sql`with ${sampleOf(search, sampledRows)},
    chosen as materialized (select case
        when met >= ${rawNumber(limit)} or seen < ${rawNumber(sampledRows)} then ${rawNumber(firstRows)}
        when (met - 1) * ${fewestHits(ways)} * ${rowsOf(table)} > ${rawNumber(detourCost * limit * sampledRows ** 2)} then ${rawNumber(onwards)}
        ${rarestWay(ways, sampledRows / 3)} end as way
      from (select count(*) as seen, count(*) filter (where met) as met${hitsOf(ways)} from sample) counted)
    (select ${columns} from sample ${table} where met and ${wayIs(firstRows)} ${page})
    ${joinSql(found, sql` `)}
    union all (select ${columns} from ${table} ${joined} ${whereAll(wayIs(onwards), within, allOf(search))} ${page})`;
}

/** Reads the first rows of a list once: their keys, and whether each meets the conditions. */
export function sampleOf(search: Omit<Search, 'limit'>, rows: number): SQL {
  const { table, within, match = sql`true`, joined = sql``, ways } = search;
  const flags = ways.map(({ condition }, index) => sql`${condition} as ${isFoundBy(index)}`);
  const named = ways.map((_, index) => isFoundBy(index));
  return sql`sample as materialized (select ${joinSql([keysOf(search), ...named])},
      ${joinSql([...named, sql`(${match})`], sql` and `)} as met
    from (select ${joinSql([sql`*`, ...flags])}
      from (select * from ${table} ${whereAll(within)} order by ${orderOf(search)} limit ${rawNumber(rows)}) ${table} ${joined}
      offset 0) ${table})`;
}

const isFoundBy = (index: number) => sql.raw(`found_${index + 1}`);

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

/** Counts a sample's rows that each way finds. */
export const hitsOf = (ways: Way[]) =>
  joinSql(
    ways.map(
      (_, index) => sql`, count(*) filter (where ${isFoundBy(index)}) as ${hitsName(index)}`,
    ),
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
export function textSearch(
  table: PgTable,
  text: Text,
  q: string,
  or: SQL = sql`false`,
): Conditions {
  const condition = sql`(${containsText(text, 'q')} or ${or})`;
  const found = () =>
    sql`select * from ${table} where ${text} ilike ${boundParam('q', 'text')} or ${or}`;
  return hasTrigram(q)
    ? { match: undefined, ways: [{ condition, found }] }
    : { match: condition, ways: [] };
}

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

/** Which words an index finds: they name a statement. */
const lookedUp = (words: string[]) =>
  words.flatMap((word, index) => (hasTrigram(word) ? [index] : [])).slice(0, mostLookedUp);

/** The part of a statement's name that says how it searches for words. */
export const lettersOfWords = (words: string[]): string =>
  words.length === 0 ? '' : `${words.length}w${lookedUp(words).join('')}`;

/** Searches for words: by the index for each that has trigrams. */
export function searchByWord(words: string[], way: (index: number) => Way): Conditions {
  const found = lookedUp(words);
  const others = words.flatMap((_, index) => (found.includes(index) ? [] : [way(index)]));
  return { match: and(...others.map(({ condition }) => condition)), ways: found.map(way) };
}

/** Searches a table's folded text for words. */
export const wordSearch = (table: PgTable, folded: AnyPgColumn, words: string[]): Conditions =>
  searchByWord(words, (index) => {
    const has = sql`${folded} ~ ${wordParam('word', index)}`;
    return {
      condition: sql`coalesce(${has}, false)`,
      found: () => sql`select * from ${table} where ${has} offset 0`,
    };
  });
