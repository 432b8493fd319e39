import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { boundParam } from './fast/statements.ts';

/**
 * The number of rows, per million, that are checked one by one in the list's order before an index
 * is used. In a smaller table an index finds fewer rows, and fewer are checked.
 */
const sampledOfMillion = 1_000;
/**
 * Fetching a row through a word index costs this many times as much as reading on along the list.
 */
const detourCost = 3;

/** An index that finds rows by their contents, in no order. */
export interface Way {
  /** The condition that the index answers; its rows may still fail `match`. */
  found: SQL;
  /**
   * A condition on a single row that is true of every match, and maybe of more. It estimates how
   * many rows match.
   */
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
  sampled?: number;
  /** A literal in the statement: the planner estimates an unknown limit at a tenth of all rows. */
  limit: number;
}

const rawNumber = (value: number) => sql.raw(String(value));
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
  const { table, within, match, joined = sql``, ways, limit, sampled = sampledOfMillion } = search;
  const columns = keysOf(search);
  const page = sql`order by ${orderOf(search)} limit ${rawNumber(limit)}`;
  const wayIs = (way: number) => sql`(select way from chosen) = ${rawNumber(way)}`;
  const found = ways.map(
    (way, index) =>
      // The offset keeps the planner from using the ordered index for the subquery.
      sql`union all (select ${columns} from (select * from ${table} where ${way.found} offset 0) ${table} ${joined}
        ${whereAll(wayIs(index + 1), within, match)} ${page})`,
  );
  const likely = ways.map((way) => way.likely);
  return sql`with ${sampleOf(search, sampled, likely)},
    chosen as materialized (select case
        when met >= ${rawNumber(limit)} or seen < ${rawNumber(sampled)} then 0 ${choice(search, sampled)} end as way
      from (select count(*) as seen, count(*) filter (where met) as met${hitsOf(likely)} from sample) counted)
    (select ${columns} from sample ${table} where met and ${wayIs(0)} ${page})
    ${joinSql(found, sql` `)}
    union all (select ${columns} from ${table} ${joined} ${whereAll(wayIs(ways.length + 1), within, match)} ${page})`;
}

/**
 * Reads the first rows of a list once: their keys, whether each is likely to match, and whether it
 * does.
 */
export function sampleOf(search: Omit<Search, 'ways'>, rows: number, likely: SQL[]): SQL {
  const { table, within, match = sql`true`, joined = sql`` } = search;
  const flags = likely.map((each, index) => sql`${each} as ${likelyTo(index)}`);
  return sql`sample as materialized (select ${joinSql([keysOf(search), ...likely.map((_, index) => likelyTo(index))])},
      ${joinSql([...likely.map((_, index) => likelyTo(index)), sql`(${match})`], sql` and `)} as met
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

const hitsName = (index: number) => sql.raw(`hits_${index + 1}`);

const hitsOf = (likely: SQL[]) =>
  joinSql(
    likely.map(
      (_, index) => sql`, count(*) filter (where ${likelyTo(index)}) as ${hitsName(index)}`,
    ),
    sql``,
  );

/**
 * Chooses the index with the fewest estimated hits, or the list's order if that reads fewer rows to
 * fill the page.
 */
function choice({ ways, limit }: Search, sampled: number): SQL {
  const tooMany = Math.round(sampled / detourCost);
  const onwards = rawNumber(ways.length + 1);
  if (ways.length === 0) return sql`else ${onwards}`;
  const fewest = sql`least(${joinSql(ways.map((_, index) => hitsName(index)))})`;
  const cases = ways.map(
    (_, index) => sql`when ${hitsName(index)} = ${fewest} then ${rawNumber(index + 1)}`,
  );
  return sql`when ${fewest} > ${rawNumber(tooMany)} or met * ${fewest} > ${rawNumber(limit)} then ${onwards}
    ${joinSql(cases, sql` `)}`;
}

/** Matches the rows of one page of a list with the highest ids first, below placeholder `after`. */
export function newestFirst(page: {
  table: PgTable;
  key: AnyPgColumn;
  after: unknown;
  match: SQL | undefined;
  joined?: SQL | undefined;
  /** Undefined without a search text. */
  ways: Way[] | undefined;
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
  const ids = ways ? searchSql({ ...ordered, ways }) : inOrder(ordered);
  return sql`${key} in (select id from (${ids}) page)`;
}

type Text = SQL | AnyPgColumn;

/**
 * Matches a text against a placeholder's pattern, exactly like ILIKE, in a form that no index
 * answers and that the planner estimates at half of all rows: it then reads along the list's order
 * and stops at the page.
 */
export const containsText = (text: Text, name: string) => lowerHolds(sql`lower(${text})`, name);

/** Matches a part of a lower-case text. */
export const lowerHolds = (text: SQL, name: string) => {
  const like = sql`${text} like (select lower(${sql.placeholder(name)}::text))`;
  if (name !== 'q') return sql`coalesce(${like}, false)`;
  const literal = sql`(select lower(${sql.placeholder('literal')}::text))`;
  return sql`coalesce(case when ${literal} is null then ${like} else ${text} ~ ${literal} end, false)`;
};

/** Matches a part of the text by its trigram index. */
export const foundBy = (text: Text, name: string) => sql`${text} ilike ${boundParam(name, 'text')}`;

/**
 * The word that the index stores instead of a text with too many trigrams: the SQL function
 * `indexed_text` chooses.
 */
export const longTextMark = 'qxzjqv';

const wordKeys = (trigrams: SQL) =>
  sql`array(select trigram_key(0, 0, trigram) from unnest(${trigrams}) trigram)`;
const keysOfLongText = wordKeys(sql.raw(`sure_trigrams('${longTextMark}')`));

/**
 * Finds placeholder `searchText` by an index on `word_keys(indexed_text(…))`, without reading the
 * row's text: extracting the trigrams of a long one takes 8 ms. It finds every text with too many
 * trigrams, so check `holds` too.
 */
export const foundOrLong = (text: Text) => {
  const keys = sql`word_keys(indexed_text(${text}))`;
  return sql`(${keys} @> ${wordKeys(sql`sure_trigrams(${boundParam('searchText', 'text')})`)} or ${keys} @> ${keysOfLongText})`;
};

/** Matches a text against all of a placeholder's patterns. */
export const holdsAll = (text: Text, name: string) => lowerHoldsAll(sql`lower(${text})`, name);

/** Matches all words in a lower-case text. */
export const lowerHoldsAll = (text: SQL, name: string) =>
  sql`${text} like all (array(select lower(word) from unnest(${boundParam(name, 'text[]')}) word))`;

/** Tells whether a trigram index can find a text: a shorter one has no trigrams. */
export const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text);

/**
 * The ways to find placeholder `q` by the text's trigram index, if it has trigrams; `words` are its
 * words.
 */
export const waysTo = (text: Text, searchText: string, found = foundBy(text, 'q')): Way[] =>
  hasTrigram(searchText) ? [{ found, likely: holdsAll(text, 'words') }] : [];

/** Builds the placeholders of a search. */
export function patternsOf(searchText: string | undefined) {
  if (searchText === undefined)
    return { searchText, q: searchText, literal: searchText, words: searchText };
  const words = searchText.split(' ');
  const isSlow = [searchText, ...words].some(
    (text) => repetitionCount(text.toLowerCase()) >= manyRepetitions,
  );
  return {
    searchText,
    q: likePattern(searchText),
    /** A regular expression, where LIKE is slow. */
    literal: isSlow ? `***=${searchText}` : undefined,
    words: isSlow ? [] : words.map(likePattern),
  };
}

/**
 * The most times that the beginning of a text repeats. LIKE starts again at each letter: it
 * compares 'aaa…b' with a text of 'aaa…' in as many steps as both lengths multiplied. A regular
 * expression reads on.
 */
export function repetitionCount(text: string): number {
  const overlaps = [0];
  let most = 1;
  for (let end = 1, overlap = 0; end < text.length; end += 1) {
    while (overlap > 0 && text[end] !== text[overlap]) overlap = overlaps[overlap - 1] ?? 0;
    if (text[end] === text[overlap]) overlap += 1;
    overlaps.push(overlap);
    most = Math.max(most, (end + 1) / (end + 1 - overlap));
  }
  return most;
}

/** Texts with this many repetitions use a regular expression. */
const manyRepetitions = 8;

/** Escapes `text` as an (I)LIKE pattern that contains it. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
