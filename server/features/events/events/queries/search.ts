import { and, sql, type SQL } from 'drizzle-orm';
import { groups } from '#features/community/groups/tables.ts';
import { waysByWord, wordParam, type Way } from '#platform/db/search.ts';
import { events, eventTexts } from '../tables.ts';

/** The words that events are searched for: patterns of `wordPatterns`. */
export interface EventWords {
  words: string[];
  place: string[];
}

const listed = (parts: SQL[], separator: SQL) => sql.join(parts, separator);
/**
 * Joins what a series' text has of each word. Only its id goes in, so the planner keeps the answer
 * (Memoize): a text of 10,000 characters is compared once, however many dates share it.
 */
export const joinedTexts = (words: string[]): SQL | undefined =>
  words.length === 0
    ? undefined
    : sql`left join lateral (select ${listed(
        words.map((_, index) => sql`folded ~ ${wordParam('word', index)} as ${textHas(index)}`),
        sql`, `,
      )} from ${eventTexts} where id = ${events.textId} offset 0) said on true`;

const textHas = (index: number) => sql.raw(`text_has_${index}`);

/** Matches an event with the nth word in a text of its own, its series or its group. */
const hasWord = (index: number) => {
  const word = wordParam('word', index);
  return sql`coalesce(${events.folded} ~ ${word} or ${textHas(index)}
    or (select folded_name ~ ${word} from ${groups} where id = ${events.groupId}), false)`;
};

/** Matches an event with all words. */
export const hasWords = (words: string[]): SQL | undefined =>
  and(...words.map((_, index) => hasWord(index)));

/** Matches an event in a place; a visitor sees no venue that is not public. */
export const isInPlace = (place: string[], seesVenues: boolean): SQL | undefined =>
  and(...place.map((_, index) => isAt(index, seesVenues)));

const isAt = (index: number, seesVenues: boolean) => {
  const word = wordParam('place', index);
  const isShown = seesVenues ? sql`true` : sql`${events.placePublic}`;
  return sql`coalesce(${events.foldedTown} ~ ${word} or ${isShown} and ${events.foldedVenue} ~ ${word}, false)`;
};

/** The ways to events by one of the words, or by the place. */
export const waysToEvents = ({ words, place }: EventWords, seesVenues = true): Way[] => [
  ...waysByWord(words, (index) => ({ found: wordFound(index), likely: hasWord(index) })),
  ...waysByWord(place, (index) => ({ found: placeFound(index), likely: isAt(index, seesVenues) })),
];

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

const placeFound = (index: number) => (within?: SQL) => {
  const word = wordParam('place', index);
  const isThere = sql`(${events.foldedTown} ~ ${word} or ${events.foldedVenue} ~ ${word})`;
  return sql`select * from ${events} where ${and(isThere, within)} offset 0`;
};
