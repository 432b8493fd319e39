import { and, sql, type SQL } from 'drizzle-orm';
import { boundParam } from '#platform/db/fast/statements.ts';
import {
  longTextMark,
  foundBy,
  foundOrLong,
  containsText,
  holdsAll,
  inOrder,
  lowerHolds,
  lowerHoldsAll,
  sampleOf,
  type Search,
} from '#platform/db/search.ts';
import { events, eventTexts } from '../tables.ts';

/** How many rows of the list are compared before the search chooses a way. */
export const sampledRows = 100;
const secondsOfFortnight = 14 * 24 * 60 * 60;
/**
 * If the first rows span more than this, asking an index for each fortnight takes longer than
 * reading the rows.
 */
const isSparse = sql`max(start_time) - min(start_time) > interval '8 weeks'`;

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
/** Matches an event's text against placeholder `q`, wherever it is stored. */
export const textHolds = ofText(containsText(ownText, 'q'), sql`text_holds`);
/** Matches it against each of placeholder `words`. */
export const textHoldsWords = ofText(holdsAll(ownText, 'words'), sql`text_holds_words`);
const sharedPlace = sql`(${eventTexts.location} || E'\n' || coalesce(${eventTexts.town}, ''))`;

/** The texts that a search looks for. */
export interface SearchTerms {
  /** True if the placeholders `searchText` and `place` have the texts as typed. */
  words: boolean;
  place: boolean;
  /** True of every row that the index finds, and possibly of more. */
  likely: SQL;
}

export const sqlNumber = (value: number) => sql.raw(String(value));
const trigramsOf = (name: string, isGiven: boolean) =>
  isGiven ? sql`sure_trigrams(${boundParam(name, 'text')})` : sql`'{}'::text[]`;

/**
 * Defines `terms`, the trigrams that every match has, and `shared`, the matching texts of several
 * events.
 */
export const searchTrigrams = ({ words, place }: SearchTerms) =>
  sql`terms(words, place) as materialized (select ${trigramsOf('searchText', words)}, ${trigramsOf('place', place)}),
    shared(id) as materialized (select ${eventTexts.id} from ${eventTexts} where
      ${words ? sql`${foundOrLong(sharedText)} and ${containsText(sharedText, 'q')}` : sql`true`}
      and ${place ? foundBy(sharedPlace, 'location') : sql`true`})`;

/** Tells whether the index can be used: a text shorter than three letters has no trigram. */
export const hasTrigrams = sql`(select cardinality(words) + cardinality(place) > 0 from terms)`;

/**
 * Finds a fortnight's scheduled events that may match, by their index. The caller compares each
 * with the text.
 */
export function candidatesOfFortnight(fortnight: SQL, { words }: SearchTerms): SQL {
  const keys = sql`event_keys(${events.startTime}, indexed_text(${ownText}), ${placeText})`;
  const hasKeysOf = (trigrams: SQL) =>
    sql`${keys} @> array(select trigram_key(${fortnight}, 0, trigram) from terms, unnest(${trigrams}) trigram
      union all select trigram_key(${fortnight}, 1, trigram) from terms, unnest(place) trigram)`;
  const found = words
    ? sql`(${hasKeysOf(sql`words`)} or ${hasKeysOf(sql.raw(`sure_trigrams('${longTextMark}')`))})`
    : hasKeysOf(sql`words`);
  return sql`(select * from (select * from ${events}
      where ${events.status} = 'scheduled' and ${hasOwnText} and ${found} offset 0) own
    union all (select dates.* from shared cross join lateral (select * from ${events}
      where ${events.textId} = shared.id and ${events.status} = 'scheduled'
        and ${events.startTime} >= to_timestamp(${fortnight} * ${sqlNumber(secondsOfFortnight)})
        and ${events.startTime} < to_timestamp((${fortnight} + 1) * ${sqlNumber(secondsOfFortnight)}) offset 0) dates)) ${events}`;
}

/** Finds events of any time that may have the words. */
const candidatesEver = sql`(select * from (select * from ${events} where ${hasOwnText} and ${foundOrLong(ownText)} offset 0) own
  union all (select dates.* from shared cross join lateral (select * from ${events}
    where ${events.textId} = shared.id offset 0) dates)) ${events}`;

/** The form that an index answers, in a list of all events. */
export const matchedByIndex = sql`(${hasOwnText} and ${foundOrLong(ownText)}
  or ${events.textId} = any (array(select ${eventTexts.id} from ${eventTexts} where ${foundOrLong(sharedText)})))`;

const searchWays = { firstRows: 0, onwards: 1, byFortnight: 2, byText: 3 };
const chosenWayIs = (name: keyof typeof searchWays) =>
  sql`(select way from chosen) = ${sqlNumber(searchWays[name])}`;

/**
 * Finds the keys of one page of matching events (docs/search.md). It reads the first rows of the
 * list, then chooses: read on along the list, ask the index fortnight by fortnight, or ask the
 * index on texts. `searchByScan` finds the same keys.
 */
export function searchByFortnight(search: Omit<Search, 'ways'>, terms: SearchTerms): SQL {
  const { limit, descending } = search;
  const [within, match] = [search.within ?? sql`true`, search.match ?? sql`true`];
  const joined = search.joined ?? sql``;
  const order = descending ? sql`start_time desc, id desc` : sql`start_time, id`;
  const page = sql`order by ${order} limit ${sqlNumber(limit)}`;
  const found = (source: SQL) =>
    sql`select start_time, id from ${source} ${joined} where ${within} and ${match} ${page}`;
  return sql`with recursive ${searchTrigrams(terms)},
    ${sampleOf(search, sampledRows, [terms.likely])},
    chosen as materialized (${chooseWay(limit)}),
    fortnight(number) as (${selectFortnights(within, descending)})
    (select start_time, id from sample where met and ${chosenWayIs('firstRows')} ${page})
    union all (${inOrder({ ...search, match: and(chosenWayIs('onwards'), match) })})
    union all (select page.* from fortnight cross join lateral (${found(candidatesOfFortnight(sql`number`, terms))}) page
      where ${chosenWayIs('byFortnight')} limit ${sqlNumber(limit)})
    ${terms.words ? sql`union all (select * from (${found(candidatesEver)}) page where ${chosenWayIs('byText')})` : sql``}`;
}

/**
 * Plain twin of `searchByFortnight`: compares every row of the list, in its order, until the page
 * is full.
 */
export const searchByScan = (search: Omit<Search, 'ways'>): SQL => inOrder(search);

const chooseWay = (limit: number) => sql`select case
    when met >= ${sqlNumber(limit)} or seen < ${sqlNumber(sampledRows)} then ${sqlNumber(searchWays.firstRows)}
    when met * held > ${sqlNumber(limit)} or not ${hasTrigrams} then ${sqlNumber(searchWays.onwards)}
    when not sparse then ${sqlNumber(searchWays.byFortnight)}
    when (select cardinality(words) > 0 from terms) then ${sqlNumber(searchWays.byText)}
    else ${sqlNumber(searchWays.onwards)} end as way
  from (select count(*) as seen, count(*) filter (where likely_1) as held, count(*) filter (where met) as met,
    ${isSparse} as sparse from sample) counted`;

/** The fortnights that have any events within, one after another, and a null at the end. */
function selectFortnights(within: SQL, descending = false): SQL {
  const order = descending ? sql`start_time desc, id desc` : sql`start_time, id`;
  const first = (beyond: SQL) => sql`(select fortnight_of(start_time) from ${events}
    where ${within} ${beyond} order by ${order} limit 1)`;
  const beyond = descending
    ? sql`and ${events.startTime} < to_timestamp(number * ${sqlNumber(secondsOfFortnight)})`
    : sql`and ${events.startTime} >= to_timestamp((number + 1) * ${sqlNumber(secondsOfFortnight)})`;
  return sql`${first(sql``)} union all select ${first(beyond)} from fortnight where number is not null`;
}
