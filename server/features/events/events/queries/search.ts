import { and, sql, type SQL } from 'drizzle-orm';
import { groups } from '#features/community/groups/tables.ts';
import { lettersOfWords, lookedUp, rawNumber, wordParam } from '#platform/db/search.ts';
import { dayAndCategory, eventPlace, events, eventTexts } from '../tables.ts';

/** The words that events are searched for: patterns of `wordPatterns`. */
export interface EventWords {
  words: string[];
  place: string[];
}

/** How events are compared with words, and looked up by them. */
export interface EventSearch {
  /** Joins the columns that `match` names. */
  joined?: SQL | undefined;
  match: SQL | undefined;
  /** Undefined if the index finds none of the words. */
  lookup?: Lookup | undefined;
}

/** How the index finds events that may match. */
export interface Lookup {
  /** A part of `with` that the others name: the groups and series with each word. */
  named: SQL | undefined;
  /** Whether so many groups or series have each word that the list soon has enough, too. */
  isCommon: SQL;
  /** Selects events with the words in their own texts, on some days or on all. */
  own: (days?: SQL) => SQL;
  /** Selects events of the groups and series with a word that few have. */
  ofNamed: ((within?: SQL) => SQL) | undefined;
}

/** A word that more groups or series have is compared, but not looked up. */
const mostNamed = 100;

/** Searches events for words, and for a place; a visitor sees no venue that is not public. */
export function eventSearch(
  { words, place }: EventWords,
  seesVenues: boolean,
  category?: SQL,
): EventSearch {
  return {
    joined: words.length > 0 ? joinedTexts(words) : undefined,
    match: and(
      ...words.map((_, index) => hasWord(index)),
      ...place.map((_, index) => isThere(index, seesVenues)),
    ),
    lookup: lookupOf(lookedUp(words), lookedUp(place), category),
  };
}

/** The part of a statement's name that says how it searches. */
export const lettersOfSearch = ({ words, place }: EventWords, seesVenues: boolean): string =>
  lettersOfWords(words) +
  (place.length > 0 ? `${seesVenues ? 'v' : 't'}${lettersOfWords(place)}` : '');

/**
 * Joins what an event's series and group have of each word. Only their ids go in, so the planner
 * keeps the answer (Memoize): a text of 10,000 characters is compared once, however many dates share
 * it.
 */
const joinedTexts = (words: string[]): SQL =>
  sql`left join lateral (select ${sql.join(
    words.map((_, index) => {
      const word = wordParam('word', index);
      return sql`folded_name ~ ${word} or coalesce(said.folded ~ ${word}, false) as ${isSaid(index)}`;
    }),
    sql`, `,
  )} from ${groups} named left join ${eventTexts} said on said.id = ${events.textId}
    where named.id = ${events.groupId} offset 0) said on true`;

const isSaid = (index: number) => sql.raw(`is_said_${index}`);

/** Matches an event with the nth word in a text of its own, its series or its group. */
const hasWord = (index: number) =>
  sql`coalesce(${events.folded} ~ ${wordParam('word', index)} or ${isSaid(index)}, false)`;

function isThere(index: number, seesVenues: boolean): SQL {
  const word = wordParam('place', index);
  const isShown = seesVenues ? sql`true` : sql`${events.placePublic}`;
  return sql`coalesce(${events.foldedTown} ~ ${word} or ${isShown} and ${events.foldedVenue} ~ ${word}, false)`;
}

/**
 * An event matches with all words in its own texts, or it is one of a group or series with one of
 * them. The index answers both, but for words that many groups or series have.
 */
function lookupOf(words: number[], place: number[], category?: SQL): Lookup | undefined {
  if (words.length + place.length === 0) return undefined;
  const inPlace = place.map((index) => sql`${eventPlace} ~ ${wordParam('place', index)}`);
  const inText = words.map(
    (_, at) =>
      sql`${events.folded} ~ (select case when is_rare then word else '' end from named where number = ${rawNumber(at + 1)})`,
  );
  const select = (...conditions: (SQL | undefined)[]) =>
    sql`select * from ${events} where ${and(...conditions)} offset 0`;
  const onDays = (days?: SQL) =>
    and(
      days && sql`${dayAndCategory} && ${days}`,
      category && sql`${dayAndCategory} @> array[-${category}]`,
    );
  const isCommon = words.length > 0 ? sql`(select not bool_or(is_rare) from named)` : sql`false`;
  // A pattern without trigrams would read the whole index, unless another has some.
  const own = (days?: SQL) =>
    words.length > 0 && place.length > 0
      ? sql`(${select(onDays(days), ...inText, ...inPlace, sql`not ${isCommon}`)}) union all (${select(onDays(days), ...inPlace, isCommon)})`
      : select(onDays(days), ...inText, ...inPlace, sql`not ${isCommon}`);
  return {
    named: words.length > 0 ? namedWith(words) : undefined,
    isCommon: place.length > 0 ? sql`false` : isCommon,
    own,
    ofNamed: words.length > 0 ? ofNamed : undefined,
  };
}

const namedWith = (words: number[]) => sql`named as materialized (
  select number, word, groups, texts, greatest(cardinality(groups), cardinality(texts)) <= ${rawNumber(mostNamed)} as is_rare
  from unnest(array[${sql.join(
    words.map((index) => wordParam('word', index)),
    sql`, `,
  )}]) with ordinality asked(word, number) cross join lateral (
    select array(select id from ${groups} where folded_name ~ word limit ${rawNumber(mostNamed + 1)}) as groups,
      array(select id from ${eventTexts} where folded ~ word limit ${rawNumber(mostNamed + 1)}) as texts offset 0) found)`;

const ofNamed = (within?: SQL) => {
  const along = (ids: SQL, key: SQL) =>
    sql`select dates.* from (select distinct unnest(${ids}) as id from named where is_rare) named
      cross join lateral (select * from ${events} where ${and(sql`${key} = named.id`, within)} offset 0) dates`;
  return sql`${along(sql`groups`, sql`${events.groupId}`)} union all ${along(sql`texts`, sql`${events.textId}`)}`;
};
