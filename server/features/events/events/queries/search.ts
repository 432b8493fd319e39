import { and, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { groups } from '#features/community/groups/tables.ts';
import {
  isLongSearch,
  lettersOfWords,
  lookedUp,
  rawNumber,
  wordParam,
} from '#platform/db/search.ts';
import { eventMarks, events, eventTexts, placeTexts } from '../tables.ts';

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
  isLong: boolean;
}

/** How the index finds events that may match. */
export interface Lookup {
  /** A part of `with` that the others name: the groups and series with each word. */
  named?: SQL;
  /**
   * Whether so many groups or series have each word that the list soon has enough, too; undefined if
   * a place is looked up in any case.
   */
  isCommon?: SQL | undefined;
  /**
   * Selects events with the words in their own texts: on some days or on all, in some towns or
   * squares or everywhere.
   */
  own: (days?: SQL, places?: SQL) => SQL;
  /** Selects events of the groups and series with a word that few have. */
  ofNamed?: (within?: SQL) => SQL;
}

/** A word that more groups or series have is compared, but not looked up. */
const mostNamed = 100;

interface Given {
  seesVenues: boolean;
  category?: SQL | undefined;
  /** Whether all of few events are compared. */
  areFew?: boolean;
}

/** Searches events for words, and for a place; a visitor sees no venue that is not public. */
export function eventSearch(
  { words, place }: EventWords,
  { seesVenues, category, areFew = false }: Given,
): EventSearch {
  const placeText = placeTexts[seesVenues ? 'venue' : 'shown'];
  const isThere = (index: number) => sql`${placeText} ~ ${wordParam('place', index)}`;
  const inNamed = areFew ? [] : lookedUp(words);
  const inPlace = areFew ? [] : lookedUp(place).map(isThere);
  return {
    joined: words.length > 0 ? joinedTexts(words, inNamed) : undefined,
    match: and(
      ...words.map((_, index) => hasWord(index, inNamed)),
      ...place.map((_, index) => sql`coalesce(${isThere(index)}, false)`),
    ),
    lookup: lookupOf(inNamed, inPlace, category),
    isLong: !areFew && isLongSearch(words, place),
  };
}

/** The part of a statement's name that says how it searches. */
export const lettersOfSearch = ({ words, place }: EventWords, seesVenues: boolean): string =>
  lettersOfWords(words) +
  (place.length > 0 ? `${seesVenues ? 'v' : 't'}${lettersOfWords(place)}` : '');

/**
 * Joins what an event's series and group have of each word, unless few have any of them. Only their
 * ids go in, so the planner keeps the answer (Memoize): a text of 10,000 characters is compared
 * once, however many dates share it.
 */
const joinedTexts = (words: string[], inNamed: number[]): SQL =>
  sql`left join lateral (select ${sql.join(
    words.map((_, index) => {
      const word = wordParam('word', index);
      return sql`folded_name ~ ${word} or coalesce(said.folded ~ ${word}, false) as ${isSaid(index)}`;
    }),
    sql`, `,
  )} from ${groups} named left join ${eventTexts} said on said.id = ${events.textId}
    where ${and(sql`named.id = ${events.groupId}`, inNamed.length === words.length ? sql`not ${areAllRare}` : undefined)} offset 0) said on true`;

const areAllRare = sql`(select bool_and(is_rare) from named)`;
const isSaid = (index: number) => sql.raw(`is_said_${index}`);

/** Matches an event with the nth word in a text of its own, its series or its group. */
function hasWord(index: number, inNamed: number[]): SQL {
  const at = inNamed.indexOf(index) + 1;
  const isOf = (ids: 'groups' | 'texts', key: AnyPgColumn) =>
    at > 0
      ? sql`or ${key} = any ((select ${sql.raw(ids)} from named where number = ${rawNumber(at)})::int[])`
      : sql``;
  return sql`coalesce(${events.folded} ~ ${wordParam('word', index)} or ${isSaid(index)}
    ${isOf('groups', events.groupId)} ${isOf('texts', events.textId)}, false)`;
}

/**
 * An event matches with all words in its own texts, or it is one of a group or series with one of
 * them. The index answers both, but for words that many groups or series have.
 */
function lookupOf(words: number[], inPlace: SQL[], category?: SQL): Lookup | undefined {
  if (words.length + inPlace.length === 0) return undefined;
  const inText = words.map(
    (_, at) =>
      sql`${events.folded} ~ (select case when is_rare then word else '' end from named where number = ${rawNumber(at + 1)})`,
  );
  const select = (...conditions: (SQL | undefined)[]) =>
    sql`select * from ${events} where ${and(...conditions)} offset 0`;
  const isMarked = (days?: SQL, places?: SQL) =>
    and(
      days && sql`${eventMarks} && ${days}`,
      places && sql`${eventMarks} && ${places}`,
      category && sql`${eventMarks} @> array[-${category}]`,
    );
  if (words.length === 0) {
    return { own: (days, places) => select(isMarked(days, places), ...inPlace) };
  }
  const isCommon = sql`(select not bool_or(is_rare) from named)`;
  return {
    named: namedWith(words),
    isCommon: inPlace.length > 0 ? undefined : isCommon,
    own: (days, places) => {
      const marked = and(isMarked(days, places), ...inPlace);
      const ofRare = select(marked, ...inText, sql`not ${isCommon}`);
      // A pattern without trigrams would read the whole index, unless something else is looked up.
      return places || inPlace.length > 0
        ? sql`(${ofRare}) union all (${select(marked, isCommon)})`
        : ofRare;
    },
    ofNamed,
  };
}

/** Puts a select after the part of `with` that its conditions name. */
export const withNamed = (lookup: Lookup | undefined, select: SQL): SQL =>
  lookup?.named ? sql`with ${lookup.named} ${select}` : select;

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
