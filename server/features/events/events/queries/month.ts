import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { EventMonth, MonthEvent } from '#contract/events/event-month.ts';
import { dateOf, daysAfter, daysOfMonth } from '#contract/platform/days.ts';
import { startOfDay } from '#contract/platform/london-time.ts';
import { monthDay } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import {
  allOf,
  besides,
  hitsOf,
  inOrder,
  onwards,
  rarestWay,
  rawNumber,
  sampledRows,
  sampleOf,
  type Conditions,
  type Way,
} from '#platform/db/search.ts';
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
  isUnderWay,
  type PublicFilter,
} from './list.ts';
import type { Vicinity } from './near.ts';

const dayStarts = boundParam('starts', 'timestamptz[]');
const dayEnds = boundParam('ends', 'timestamptz[]');
const daysOfQuery = sql`unnest(${dayStarts}, ${dayEnds}) with ordinality day(begins, ends, number)`;
const isInDay = sql`${events.startTime} >= day.begins and ${events.startTime} < day.ends`;
const monthBegins = boundParam('first', 'timestamptz');
const isInMonth = sql`${events.startTime} >= ${monthBegins} and ${events.startTime} < ${boundParam('until', 'timestamptz')}`;
const mostOfDay = rawNumber(monthDay.counted);
/** If more of the month's first events have a word, reading each day until it is full is quicker. */
const mostByIndex = sampledRows / 8;

interface MonthQuery extends Conditions {
  within: SQL | undefined;
  joined: SQL | undefined;
  vicinity: Vicinity | undefined;
  /** The towns or squares around a place are queried one by one. */
  eachByItself: boolean;
}

/** Few events are under way, so their range is read before any other condition applies. */
const begunBefore = (begins: SQL, query: MonthQuery) =>
  sql`select ${timesAndId} from (select * from ${events} where ${and(isScheduled, isUnderWay(begins), sql`${events.startTime} < ${begins}`)} offset 0) ${events}
    ${query.joined ?? sql``} where ${and(sql`true`, query.within, query.vicinity?.match, allOf(query))}`;
const timesAndId = sql`${events.startTime}, ${events.endTime}, ${events.id}`;

/**
 * Reads day by day along the time index, and no further into a day than it is counted, however much
 * a month has.
 */
function dayByDay(query: MonthQuery, otherwise: SQL): SQL {
  const { within, joined, vicinity, eachByItself } = query;
  const ofDay = {
    table: events,
    key: startOrder,
    within: and(isScheduled, isInDay, within, eachByItself ? vicinity?.isThere : undefined),
    match: and(eachByItself ? vicinity?.exactly : vicinity?.match, allOf(query)),
    joined,
    limit: monthDay.counted,
  };
  const begins = eachByItself
    ? sql`select start_time, id from place cross join lateral (${inOrder(ofDay)}) page
        order by start_time, id limit ${mostOfDay}`
    : inOrder(ofDay);
  return sql`select day.number as day, start_time < day.begins as goes_on, start_time, id from ${daysOfQuery}
    cross join lateral ((${begins}) union all (select start_time, id from (${begunBefore(sql`day.begins`, query)}) begun)) found where ${otherwise}`;
}

/** Finds the month's events by the index of a word that few have. */
function byWay(way: Way, query: MonthQuery, chosen: SQL): SQL {
  const { within, joined = sql``, vicinity } = query;
  return sql`select day.number as day, start_time < day.begins as goes_on, start_time, id from (
      (select distinct ${timesAndId} from (${way.found(and(isScheduled, isInMonth))}) ${events} ${joined}
        where ${and(chosen, within, vicinity?.match, besides(way, query))})
      union all (${begunBefore(monthBegins, query)} and ${chosen})) found
    join ${daysOfQuery} on start_time < day.ends and end_time > day.begins`;
}

/** Reads the month's first events, to choose the word that the fewest have, or day by day. */
const chooseWay = ({ within, joined, ways }: MonthQuery) =>
  sql`${sampleOf({ table: events, key: startOrder, within: and(isScheduled, isInMonth, within), match: undefined, joined, ways }, sampledRows)},
    chosen as materialized (select case when seen < ${rawNumber(sampledRows)} then ${rawNumber(onwards)} ${rarestWay(ways, mostByIndex)} end as way
      from (select count(*) as seen${hitsOf(ways)} from sample) counted)`;

/** Returns the first events of each day and their number, up to the counting limit. */
function eventsOfDays(query: MonthQuery): SQL {
  const { ways, vicinity, eachByItself } = query;
  const wayIs = (way: number) => sql`(select way from chosen) = ${rawNumber(way)}`;
  const parts = [
    ...(vicinity && eachByItself ? [sql`place as materialized (${vicinity.places()})`] : []),
    ...(ways.length > 0 ? [chooseWay(query)] : []),
  ];
  const found = [
    dayByDay(query, ways.length > 0 ? wayIs(onwards) : sql`true`),
    ...ways.map((way, index) => byWay(way, query, wayIs(index + 1))),
  ];
  return sql`${parts.length > 0 ? sql`with ${sql.join(parts, sql`, `)}` : sql``}
    select day, id, count, place from (select day, id, count(*) over (partition by day) as count,
        row_number() over (partition by day order by goes_on, start_time, id) as place
      from (${sql.join(found, sql` union all `)}) found) placed
    where place <= ${rawNumber(monthDay.told)}`;
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
  const { within, match, joined, ways, vicinity } = query;
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
        sql`(${eventsOfDays({ within: allConditions(within), match: allConditions(match), joined, ways, vicinity, eachByItself })}) placed`,
      )
      .innerJoin(events, eq(events.id, sql`placed.id`))
      .orderBy(sql`placed.day, placed.place`),
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
