import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { EventMonth, MonthEvent } from '#contract/events/event-month.ts';
import { dateOf, daysAfter, daysOfMonth } from '#contract/platform/days.ts';
import { startOfDay } from '#contract/platform/london-time.ts';
import { monthDay } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { inOrder } from '#platform/db/search.ts';
import type { Viewer } from '#platform/viewer.ts';
import { events } from '../tables.ts';
import {
  allConditions,
  vicinityLetters,
  publicEventQuery,
  filterValues,
  startOrder,
  lettersOf,
  isScheduled,
  type PublicFilter,
} from './list.ts';
import type { Vicinity } from './near.ts';
import {
  hasTrigrams,
  candidatesOfFortnight,
  sampledRows,
  searchTrigrams,
  sqlNumber,
  type SearchTerms,
} from './search.ts';

/**
 * If one event in this many matches, the index is quicker than reading each day until it is full.
 */
const indexThreshold = 4;

const dayStarts = boundParam('starts', 'timestamptz[]');
const dayEnds = boundParam('ends', 'timestamptz[]');
const daysOfQuery = sql`unnest(${dayStarts}, ${dayEnds}) with ordinality day(begins, ends, number)`;
const isInDay = sql`${events.startTime} >= day.begins and ${events.startTime} < day.ends`;
const isInMonth = sql`${events.startTime} >= ${boundParam('first', 'timestamptz')} and ${events.startTime} < ${boundParam('until', 'timestamptz')}`;
const mostOfDay = sqlNumber(monthDay.counted);

interface MonthQuery {
  within: SQL | undefined;
  match: SQL | undefined;
  joined: SQL | undefined;
  searchTerms: SearchTerms | undefined;
  vicinity: Vicinity | undefined;
  /** The towns or squares around a place are queried one by one. */
  eachByItself: boolean;
}

/**
 * Reads day by day along the time index, and no further into a day than it is counted, however much
 * a month has.
 */
function dayByDay(
  { within, match, joined, vicinity, eachByItself }: MonthQuery,
  otherwise: SQL | undefined,
): SQL {
  const ofDay = {
    table: events,
    key: startOrder,
    within: and(isScheduled, isInDay, within, eachByItself ? vicinity?.isThere : undefined),
    match: and(eachByItself ? vicinity?.exactly : vicinity?.match, match),
    joined,
    limit: monthDay.counted,
  };
  const found = eachByItself
    ? sql`select start_time, id from place cross join lateral (${inOrder(ofDay)}) page
        order by start_time, id limit ${mostOfDay}`
    : inOrder(ofDay);
  return sql`select day.number as day, start_time, id from ${daysOfQuery}
    cross join lateral (${found}) found ${otherwise ? sql`where ${otherwise}` : sql``}`;
}

/**
 * Finds rare matches by their own index, in the fortnights of the month. The planner assumes ten
 * elements for an array, but a thousand for a series, for which it would read all events.
 */
const byIndex = (
  { within, match, joined, vicinity }: MonthQuery,
  searchTerms: SearchTerms,
  chosen: SQL,
) =>
  sql`select width_bucket(${events.startTime}, ${dayStarts}) as day, ${events.startTime}, ${events.id}
    from unnest(array(select generate_series(fortnight_of(${boundParam('first', 'timestamptz')}), fortnight_of(${boundParam('until', 'timestamptz')})))) fortnight
    cross join lateral (select * from ${candidatesOfFortnight(sql`fortnight`, searchTerms)}) ${events} ${joined ?? sql``}
    where ${and(chosen, isInMonth, within, vicinity?.match, match)}`;

/** Estimates from the month's first events whether the index is quicker than reading day by day. */
const chooseIndex = ({ within, joined }: MonthQuery, { likely }: SearchTerms) =>
  sql`select seen = ${sqlNumber(sampledRows)} and held < ${sqlNumber(sampledRows / indexThreshold)} and ${hasTrigrams} as by_index
    from (select count(*) as seen, count(*) filter (where ${likely}) as held
      from (select * from ${events} where ${and(isScheduled, isInMonth, within)}
        order by ${events.startTime}, ${events.id} limit ${sqlNumber(sampledRows)}) ${events} ${joined ?? sql``}) counted`;

/** Returns the first events of each day and their number, up to the counting limit. */
function eventsOfDays(query: MonthQuery): SQL {
  const { searchTerms, vicinity, eachByItself } = query;
  const isByIndex = sql`(select by_index from chosen)`;
  const parts = [
    vicinity && eachByItself ? sql`place as materialized (${vicinity.places()})` : [],
    searchTerms
      ? [
          searchTrigrams(searchTerms),
          sql`chosen as materialized (${chooseIndex(query, searchTerms)})`,
        ]
      : [],
  ].flat();
  const found = [
    dayByDay(query, searchTerms && sql`not ${isByIndex}`),
    searchTerms ? byIndex(query, searchTerms, isByIndex) : [],
  ].flat();
  return sql`${parts.length > 0 ? sql`with ${sql.join(parts, sql`, `)}` : sql``}
    select day, id, count from (select day, id, count(*) over (partition by day) as count,
        row_number() over (partition by day order by start_time, id) as place
      from (${sql.join(found, sql` union all `)}) found) placed
    where place <= ${sqlNumber(monthDay.told)}`;
}

/**
 * Lists the public events of a month in London: the first of each day by time, and how many there
 * are.
 */
export async function findMonth(
  db: Database,
  viewer: Viewer | null,
  filter: PublicFilter & { month?: string | undefined },
  now: Date,
): Promise<EventMonth> {
  const today = dateOf(now);
  const month = filter.month ?? today.slice(0, 7);
  const dates = daysOfMonth(month);
  const query = publicEventQuery(viewer, filter);
  const { within, match, joined, searchTerms, vicinity } = query;
  const eachByItself = vicinity !== undefined && filter.group === undefined;
  const shape = `${vicinityLetters(query, eachByItself)}${lettersOf([...within, ...match])}`;
  const list = statement(db, `events_month_${shape}`, (sqlDb) =>
    sqlDb
      .select({
        day: sql<number>`placed.day::int`,
        count: sql<number>`placed.count::int`,
        id: events.id,
        title: events.title,
        startTime: events.startTime,
        endTime: events.endTime,
        categoryId: events.categoryId,
        town: events.town,
      })
      .from(
        sql`(${eventsOfDays({ within: allConditions(within), match: allConditions(match), joined, searchTerms, vicinity, eachByItself })}) placed`,
      )
      .innerJoin(events, eq(events.id, sql`placed.id`))
      .orderBy(events.startTime, events.id),
  );
  const midnights = [...dates, daysAfter(`${month}-01`, dates.length)].map(startOfDay);
  const rows = await list.execute({
    ...filterValues(filter),
    starts: midnights.slice(0, -1),
    ends: midnights.slice(1),
    first: midnights.at(0),
    until: midnights.at(-1),
  });
  return {
    month,
    today,
    days: dates.flatMap((date, index) =>
      dayOf(
        date,
        rows.filter(({ day }) => day === index + 1),
      ),
    ),
  };
}

interface Row extends Omit<MonthEvent, 'startTime' | 'endTime'> {
  day: number;
  count: number;
  startTime: Date;
  endTime: Date;
}

function dayOf(date: string, rows: Row[]): EventMonth['days'] {
  const [first] = rows;
  if (!first) return [];
  const isMore = first.count >= monthDay.counted;
  return [
    {
      date,
      count: Math.min(first.count, monthDay.counted),
      ...(isMore && { orMore: true as const }),
      events: rows.map(({ day: _, count: __, startTime, endTime, ...event }) => ({
        ...event,
        startTime: startTime.toISOString(),
        endTime: endTime.toISOString(),
      })),
    },
  ];
}
