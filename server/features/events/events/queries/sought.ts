import { and, sql, type SQL } from 'drizzle-orm';
import { given } from '#platform/db/fast/statements.ts';
import {
  longTextMark,
  foundBy,
  foundOrLong,
  holds,
  holdsAll,
  inOrder,
  lowerHolds,
  lowerHoldsAll,
  sampleOf,
  type Search,
} from '#platform/db/search.ts';
import { events, eventTexts } from '../tables.ts';

/**
 * The number of rows to check one by one, in the list's order, before an index looks up the
 * matches.
 */
export const sampled = 100;
const secondsOfFortnight = 14 * 24 * 60 * 60;
/** Where the first rows are of a longer time, to ask an index for each fortnight takes longer than to read its rows. */
const sparse = sql`max(start_time) - min(start_time) > interval '8 weeks'`;

/** The event's own text, as its indexes have it; a shared text has indexes of its own. */
const ownText = sql`${events.title} || E'\n' || ${events.description}`;
const hasOwnText = sql`${events.description} <> ''`;
const placeText = sql`${events.location} || E'\n' || coalesce(${events.town}, '')`;
const sharedText = sql`${eventTexts.title} || E'\n' || ${eventTexts.description}`;

/**
 * Searches each event's shared text, for `textHolds` and `textHoldsWords`. Only the id goes in, so
 * the planner keeps the answer for each text (Memoize): a text of 10,000 characters is compared
 * once, however many dates share it.
 */
export const sharedTextHolds = sql`left join lateral (
  select ${lowerHolds(sql`lowered`, 'q')} as text_holds, ${lowerHoldsAll(sql`lowered`, 'words')} as text_holds_words
  from (select lower(${sharedText}) as lowered from ${eventTexts} where ${eventTexts.id} = ${events.textId} offset 0) said
  offset 0) said on true`;
const ofText = (own: SQL, shared: SQL) =>
  sql`case when ${events.textId} is null then ${own} else ${shared} end`;
/** That an event's text matches placeholder `q`, wherever it is stored. */
export const textHolds = ofText(holds(ownText, 'q'), sql`text_holds`);
/** That it matches each of placeholder `words`. */
export const textHoldsWords = ofText(holdsAll(ownText, 'words'), sql`text_holds_words`);
const sharedPlace = sql`(${eventTexts.location} || E'\n' || coalesce(${eventTexts.town}, ''))`;

/** The texts of a search. */
export interface Sought {
  /** Whether the search has words and a place: placeholders with the texts as typed. */
  words: boolean;
  place: boolean;
  /** The index's condition, or a wider one, for one row. */
  likely: SQL;
}

const number = (value: number) => sql.raw(String(value));
const trigramsOf = (name: string, isGiven: boolean) =>
  isGiven ? sql`sure_trigrams(${given(name, 'text')})` : sql`'{}'::text[]`;

/** Three letters in a row of each text, where every match has them; and the texts that events share and that hold what is sought. */
export const soughtTrigrams = ({ words, place }: Sought) =>
  sql`sought(words, place) as materialized (select ${trigramsOf('sought', words)}, ${trigramsOf('place', place)}),
    shared(id) as materialized (select ${eventTexts.id} from ${eventTexts} where
      ${words ? sql`${foundOrLong(sharedText)} and ${holds(sharedText, 'q')}` : sql`true`}
      and ${place ? foundBy(sharedPlace, 'location') : sql`true`})`;

/** Whether the index can find matches: texts shorter than three letters have no trigram. */
export const hasTrigrams = sql`(select cardinality(words) + cardinality(place) > 0 from sought)`;

/** The scheduled events of a fortnight that match by the index; some may match in another field. */
export function heldInFortnight(fortnight: SQL, { words }: Sought): SQL {
  const keys = sql`event_keys(${events.startTime}, indexed_text(${ownText}), ${placeText})`;
  const asked = (trigrams: SQL) =>
    sql`${keys} @> array(select trigram_key(${fortnight}, 0, trigram) from sought, unnest(${trigrams}) trigram
      union all select trigram_key(${fortnight}, 1, trigram) from sought, unnest(place) trigram)`;
  const found = words
    ? sql`(${asked(sql`words`)} or ${asked(sql.raw(`sure_trigrams('${longTextMark}')`))})`
    : asked(sql`words`);
  return sql`(select * from (select * from ${events}
      where ${events.status} = 'scheduled' and ${hasOwnText} and ${found} offset 0) own
    union all (select dates.* from shared cross join lateral (select * from ${events}
      where ${events.textId} = shared.id and ${events.status} = 'scheduled'
        and ${events.startTime} >= to_timestamp(${fortnight} * ${number(secondsOfFortnight)})
        and ${events.startTime} < to_timestamp((${fortnight} + 1) * ${number(secondsOfFortnight)}) offset 0) dates)) ${events}`;
}

/** The events that hold the words, whenever they are. */
const heldEver = sql`(select * from (select * from ${events} where ${hasOwnText} and ${foundOrLong(ownText)} offset 0) own
  union all (select dates.* from shared cross join lateral (select * from ${events}
    where ${events.textId} = shared.id offset 0) dates)) ${events}`;

/** The form that an index finds, in a list of all events. */
export const foundEver = sql`(${hasOwnText} and ${foundOrLong(ownText)}
  or ${events.textId} = any (array(select ${eventTexts.id} from ${eventTexts} where ${foundOrLong(sharedText)})))`;

const way = { firstRows: 0, onwards: 1, byFortnight: 2, byText: 3 };
const wayIs = (name: keyof typeof way) => sql`(select way from chosen) = ${number(way[name])}`;

/**
 * The keys of a page's rows. What many rows hold is soon met along the list's order. What fewer hold, an index finds
 * fortnight by fortnight, in that order, as far as the page is not full. Which it is, the first rows tell.
 */
export function searchedByFortnight(search: Omit<Search, 'ways'>, sought: Sought): SQL {
  const { limit, descending } = search;
  const [within, match] = [search.within ?? sql`true`, search.match ?? sql`true`];
  const joined = search.joined ?? sql``;
  const order = descending ? sql`start_time desc, id desc` : sql`start_time, id`;
  const page = sql`order by ${order} limit ${number(limit)}`;
  const found = (source: SQL) =>
    sql`select start_time, id from ${source} ${joined} where ${within} and ${match} ${page}`;
  return sql`with recursive ${soughtTrigrams(sought)},
    ${sampleOf(search, sampled, [sought.likely])},
    chosen as materialized (${choice(limit)}),
    fortnight(number) as (${fortnights(within, descending)})
    (select start_time, id from sample where met and ${wayIs('firstRows')} ${page})
    union all (${inOrder({ ...search, match: and(wayIs('onwards'), match) })})
    union all (select page.* from fortnight cross join lateral (${found(heldInFortnight(sql`number`, sought))}) page
      where ${wayIs('byFortnight')} limit ${number(limit)})
    ${sought.words ? sql`union all (select * from (${found(heldEver)}) page where ${wayIs('byText')})` : sql``}`;
}

const choice = (limit: number) => sql`select case
    when met >= ${number(limit)} or seen < ${number(sampled)} then ${number(way.firstRows)}
    when met * held > ${number(limit)} or not ${hasTrigrams} then ${number(way.onwards)}
    when not sparse then ${number(way.byFortnight)}
    when (select cardinality(words) > 0 from sought) then ${number(way.byText)}
    else ${number(way.onwards)} end as way
  from (select count(*) as seen, count(*) filter (where likely_1) as held, count(*) filter (where met) as met,
    ${sparse} as sparse from sample) counted`;

/** The fortnights that have any events within, one after another, and a null at the end. */
function fortnights(within: SQL, descending = false): SQL {
  const order = descending ? sql`start_time desc, id desc` : sql`start_time, id`;
  const first = (beyond: SQL) => sql`(select fortnight_of(start_time) from ${events}
    where ${within} ${beyond} order by ${order} limit 1)`;
  const beyond = descending
    ? sql`and ${events.startTime} < to_timestamp(number * ${number(secondsOfFortnight)})`
    : sql`and ${events.startTime} >= to_timestamp((number + 1) * ${number(secondsOfFortnight)})`;
  return sql`${first(sql``)} union all select ${first(beyond)} from fortnight where number is not null`;
}
