import { and, sql, type SQL } from 'drizzle-orm';
import { groups } from '#features/community/groups/tables.ts';
import {
  lettersOfWords,
  searchByWord,
  wordParam,
  type Conditions,
  type Way,
} from '#platform/db/search.ts';
import { events, eventTexts } from '../tables.ts';

/** The words that events are searched for: patterns of `wordPatterns`. */
export interface EventWords {
  words: string[];
  place: string[];
}

const listed = (parts: SQL[], separator: SQL) => sql.join(parts, separator);
/**
 * Joins what an event's series and group have of each word. Only their ids go in, so the planner
 * keeps the answer (Memoize): a text of 10,000 characters is compared once, however many dates share
 * it.
 */
export const joinedTexts = (words: string[]): SQL | undefined =>
  words.length === 0
    ? undefined
    : sql`left join lateral (select ${listed(
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

/** Searches events for words, and for a place; a visitor sees no venue that is not public. */
export function eventSearch({ words, place }: EventWords, seesVenues: boolean): Conditions {
  const text = searchByWord(words, (index) => ({
    condition: hasWord(index),
    found: wordFound(index),
  }));
  const where = searchByWord(place, (index) => isThere(index, seesVenues));
  return { match: and(text.match, where.match), ways: [...text.ways, ...where.ways] };
}

/** The part of a statement's name that says how it searches. */
export const lettersOfSearch = ({ words, place }: EventWords, seesVenues: boolean): string =>
  lettersOfWords(words) +
  (place.length > 0 ? `${seesVenues ? 'v' : 't'}${lettersOfWords(place)}` : '');

/** Selects the events with a word, each kind of text by its own index. */
const wordFound = (index: number) => (within?: SQL) => {
  const word = wordParam('word', index);
  const of = (condition: SQL) =>
    sql`select * from ${events} where ${and(condition, within)} offset 0`;
  const along = (ids: SQL, condition: SQL) =>
    sql`select dates.* from (${ids}) found cross join lateral (${of(condition)}) dates`;
  return listed(
    [
      sql`(${of(sql`${events.folded} ~ ${word}`)})`,
      along(
        sql`select id from ${eventTexts} where folded ~ ${word}`,
        sql`${events.textId} = found.id`,
      ),
      along(
        sql`select id from ${groups} where folded_name ~ ${word}`,
        sql`${events.groupId} = found.id`,
      ),
    ],
    sql` union all `,
  );
};

/** Finds the events of a place. */
function isThere(index: number, seesVenues: boolean): Way {
  const word = wordParam('place', index);
  const isShown = seesVenues ? sql`true` : sql`${events.placePublic}`;
  const condition = sql`coalesce(${events.foldedTown} ~ ${word} or ${isShown} and ${events.foldedVenue} ~ ${word}, false)`;
  const either = sql`(${events.foldedTown} ~ ${word} or ${events.foldedVenue} ~ ${word})`;
  return {
    condition,
    found: (within) =>
      sql`select * from ${events} where ${and(either, seesVenues ? undefined : condition, within)} offset 0`,
  };
}
