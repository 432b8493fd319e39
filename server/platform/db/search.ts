import { sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { given } from './fast/statements.ts';

/**
 * How many rows are looked at one by one, in the list's order, before an index is asked where the matches are: of a
 * million. Of fewer rows an index finds fewer, and fewer need be looked at.
 */
const sampledOfMillion = 1_000;
/** Reaching a row by an index on words costs so many times what reading on to it along the list does. */
const detour = 3;

/** An index that finds rows by what they hold, in no order. */
export interface Way {
  /** The condition that the index answers; its rows may still fail `match`. */
  found: SQL;
  /**
   * A condition on a single row that is true of every match, and maybe of more. It estimates how
   * many rows match.
   */
  likely: SQL;
}

/** A page of the rows that meet something, in an order that an index has. */
export interface Search {
  table: PgTable;
  /** The order, the row's own key last. */
  key: AnyPgColumn[];
  descending?: boolean;
  /** The condition that the ordered index answers. */
  within: SQL | undefined;
  /** All else that is asked of a row, in a form that no index answers. */
  match: SQL | undefined;
  /** A join that neither adds nor removes rows; `match` and `likely` name its columns alone. */
  joined?: SQL | undefined;
  ways: Way[];
  sampled?: number;
  /** Part of the statement: an unknown limit the planner takes for a tenth of all rows. */
  limit: number;
}

const number = (value: number) => sql.raw(String(value));
const list = (parts: SQL[], separator = sql`, `) => sql.join(parts, separator);
const where = (...conditions: (SQL | undefined)[]) => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length === 0 ? sql`` : sql`where ${list(present, sql` and `)}`;
};

/**
 * The keys of a page's rows. What many rows hold is soon met along the list's order; what few hold, an index finds,
 * all of it, to be sorted. Which it is, the first rows tell: if they fill the page, that is the page; if not, they
 * are a sample of how often what is sought occurs.
 */
export function searched(search: Search): SQL {
  const { table, within, match, joined = sql``, ways, limit, sampled = sampledOfMillion } = search;
  const columns = keysOf(search);
  const page = sql`order by ${orderOf(search)} limit ${number(limit)}`;
  const wayIs = (way: number) => sql`(select way from chosen) = ${number(way)}`;
  const found = ways.map(
    (way, index) =>
      // The offset keeps what is within from drawing the planner to the index of the order.
      sql`union all (select ${columns} from (select * from ${table} where ${way.found} offset 0) ${table} ${joined}
        ${where(wayIs(index + 1), within, match)} ${page})`,
  );
  const likely = ways.map((way) => way.likely);
  return sql`with ${sampleOf(search, sampled, likely)},
    chosen as materialized (select case
        when met >= ${number(limit)} or seen < ${number(sampled)} then 0 ${choice(search, sampled)} end as way
      from (select count(*) as seen, count(*) filter (where met) as met${hitsOf(likely)} from sample) counted)
    (select ${columns} from sample ${table} where met and ${wayIs(0)} ${page})
    ${list(found, sql` `)}
    union all (select ${columns} from ${table} ${joined} ${where(wayIs(ways.length + 1), within, match)} ${page})`;
}

/** The first rows of a list, read once: their keys, whether each is likely to match, and whether it does. */
export function sampleOf(search: Omit<Search, 'ways'>, rows: number, likely: SQL[]): SQL {
  const { table, within, match = sql`true`, joined = sql`` } = search;
  const flags = likely.map((each, index) => sql`${each} as ${likelyTo(index)}`);
  return sql`sample as materialized (select ${list([keysOf(search), ...likely.map((_, index) => likelyTo(index))])},
      ${list([...likely.map((_, index) => likelyTo(index)), sql`(${match})`], sql` and `)} as met
    from (select ${list([sql`*`, ...flags])}
      from (select * from ${table} ${where(within)} order by ${orderOf(search)} limit ${number(rows)}) ${table} ${joined}
      offset 0) ${table})`;
}

const likelyTo = (index: number) => sql.raw(`likely_${index + 1}`);

/**
 * Searches along the ordered index, where that index answers all or nearly all of the conditions.
 */
export function inOrder(search: Omit<Search, 'ways'>): SQL {
  const { table, within, match, joined = sql``, limit } = search;
  return sql`select ${keysOf(search)} from ${table} ${joined} ${where(within, match)}
    order by ${orderOf(search)} limit ${number(limit)}`;
}

const keysOf = ({ key }: Pick<Search, 'key'>) => list(key.map((column) => sql`${column}`));

const orderOf = ({ key, descending }: Pick<Search, 'key' | 'descending'>) =>
  list(key.map((column) => (descending ? sql`${column} desc` : sql`${column}`)));

const hits = (index: number) => sql.raw(`hits_${index + 1}`);

const hitsOf = (likely: SQL[]) =>
  list(
    likely.map((_, index) => sql`, count(*) filter (where ${likelyTo(index)}) as ${hits(index)}`),
    sql``,
  );

/**
 * The way with the fewest hits, among all rows as in the sample; or on along the list's order, where that has to
 * pass over fewer rows before the page is full.
 */
function choice({ ways, limit }: Search, sampled: number): SQL {
  const tooMany = Math.round(sampled / detour);
  const onwards = number(ways.length + 1);
  if (ways.length === 0) return sql`else ${onwards}`;
  const fewest = sql`least(${list(ways.map((_, index) => hits(index)))})`;
  const cases = ways.map(
    (_, index) => sql`when ${hits(index)} = ${fewest} then ${number(index + 1)}`,
  );
  return sql`when ${fewest} > ${number(tooMany)} or met * ${fewest} > ${number(limit)} then ${onwards}
    ${list(cases, sql` `)}`;
}

/** That a row is on the page of a list with the highest ids first, from below placeholder `after` on. */
export function newestFirst(page: {
  table: PgTable;
  key: AnyPgColumn;
  after: unknown;
  match: SQL | undefined;
  joined?: SQL | undefined;
  /** Undefined where nothing is sought. */
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
  const ids = ways ? searched({ ...ordered, ways }) : inOrder(ordered);
  return sql`${key} in (select id from (${ids}) page)`;
}

type Text = SQL | AnyPgColumn;

/**
 * That a text matches the pattern of a placeholder, exactly as ILIKE has it, in a form that no index answers and
 * that the planner takes to be as often true as not: it then reads along the list's order and stops at the page.
 */
export const holds = (text: Text, name: string) => lowerHolds(sql`lower(${text})`, name);

/** Matches a part of a lower-case text. */
export const lowerHolds = (text: SQL, name: string) => {
  const like = sql`${text} like (select lower(${sql.placeholder(name)}::text))`;
  if (name !== 'q') return sql`coalesce(${like}, false)`;
  const literal = sql`(select lower(${sql.placeholder('literal')}::text))`;
  return sql`coalesce(case when ${literal} is null then ${like} else ${text} ~ ${literal} end, false)`;
};

/** Matches a part of the text by its trigram index. */
export const foundBy = (text: Text, name: string) => sql`${text} ilike ${given(name, 'text')}`;

/** The word that an index holds instead of a text with too many trigrams: the SQL function `indexed_text` chooses. */
export const longTextMark = 'qxzjqv';

const wordKeys = (trigrams: SQL) =>
  sql`array(select trigram_key(0, 0, trigram) from unnest(${trigrams}) trigram)`;
const keysOfLongText = wordKeys(sql.raw(`sure_trigrams('${longTextMark}')`));

/**
 * Finds placeholder `sought` by an index on `word_keys(indexed_text(…))`, which answers for a row without reading its text: to
 * work out the trigrams of a long one takes 8 ms. It finds every text with too many trigrams, so check `holds` too.
 */
export const foundOrLong = (text: Text) => {
  const keys = sql`word_keys(indexed_text(${text}))`;
  return sql`(${keys} @> ${wordKeys(sql`sure_trigrams(${given('sought', 'text')})`)} or ${keys} @> ${keysOfLongText})`;
};

/** That a text matches each of a placeholder's patterns. */
export const holdsAll = (text: Text, name: string) => lowerHoldsAll(sql`lower(${text})`, name);

/** Matches all words in a lower-case text. */
export const lowerHoldsAll = (text: SQL, name: string) =>
  sql`${text} like all (array(select lower(word) from unnest(${given(name, 'text[]')}) word))`;

/** Whether an index on trigrams can tell where a text is: what is shorter has none. */
export const hasTrigram = (text: string) => /[\p{L}\p{N}]{3}/u.test(text);

/** The index on a text's trigrams as a way to what holds placeholder `q`, where it is one; `words` are its words. */
export const waysTo = (text: Text, sought: string, found = foundBy(text, 'q')): Way[] =>
  hasTrigram(sought) ? [{ found, likely: holdsAll(text, 'words') }] : [];

/** The placeholders of a search. */
export function patternsOf(sought: string | undefined) {
  if (sought === undefined) return { sought, q: sought, literal: sought, words: sought };
  const words = sought.split(' ');
  const isSlow = [sought, ...words].some(
    (text) => repetitions(text.toLowerCase()) >= manyRepetitions,
  );
  return {
    sought,
    q: containing(sought),
    /** A regular expression, where LIKE would be slow. */
    literal: isSlow ? `***=${sought}` : undefined,
    words: isSlow ? [] : words.map(containing),
  };
}

/**
 * How often the beginning of a text follows itself, at most. LIKE begins anew at each letter: it compares 'aaa…b' with a text
 * of 'aaa…' in as many steps as both lengths multiplied. A regular expression reads on.
 */
export function repetitions(text: string): number {
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

/** From so many repetitions on a text is sought by a regular expression. */
const manyRepetitions = 8;

/** `text` as a pattern that contains it, for (I)LIKE. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
