import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { EventMonth, MonthEvent } from '#contract/events/event-month.ts';
import { dateOf, daysAfter, daysOfMonth } from '#contract/platform/days.ts';
import { startOfDay } from '#contract/platform/london-time.ts';
import { monthDay } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam, statement } from '#platform/db/fast/statements.ts';
import { inOrder, matching, rawNumber } from '#platform/db/search.ts';
import type { Viewer } from '#platform/viewer.ts';
import { dayNumber, events } from '../tables.ts';
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
import type { EventSearch, Lookup } from './search.ts';

const dayStarts = boundParam('starts', 'timestamptz[]');
const dayEnds = boundParam('ends', 'timestamptz[]');
const daysOfQuery = sql`unnest(${dayStarts}, ${dayEnds}) with ordinality day(begins, ends, number)`;
const [monthBegins, monthEnds] = [
  boundParam('first', 'timestamptz'),
  boundParam('until', 'timestamptz'),
];
const isInMonth = sql`${events.startTime} >= ${monthBegins} and ${events.startTime} < ${monthEnds}`;
const daysBetween = (from: SQL, until: SQL) =>
  sql`array(select generate_series(${dayNumber(from)}, ${dayNumber(until)}))`;
const isInDay = sql`${events.startTime} >= day.begins and ${events.startTime} < day.ends`;

interface MonthQuery extends EventSearch {
  within: SQL | undefined;
  vicinity: Vicinity | undefined;
  /** The towns or squares around a place are queried one by one. */
  eachByItself: boolean;
}

const timesAndId = { table: events, key: [...startOrder, events.endTime] };

/** Few events are under way, so their range is read before any other condition applies. */
const begunBefore = (begins: SQL, { within, vicinity, match, joined }: MonthQuery, when?: SQL) =>
  matching(
    { ...timesAndId, within: and(when, within), match: and(vicinity?.match, match), joined },
    sql`select * from ${events} where ${and(isScheduled, isUnderWay(begins), sql`${events.startTime} < ${begins}`)} offset 0`,
  );

/** Selects a day's first events along the index in order of time. */
function firstOfDay(query: MonthQuery, limit: number, when?: SQL): SQL {
  const { within, joined, match, vicinity, eachByItself } = query;
  const first = inOrder({
    table: events,
    key: startOrder,
    within: and(when, isScheduled, isInDay, within, eachByItself ? vicinity?.isThere : undefined),
    match: and(eachByItself ? vicinity?.exactly : vicinity?.match, match),
    joined,
    limit,
  });
  return eachByItself
    ? sql`select start_time, id from place cross join lateral (${first}) page order by 1, 2 limit ${rawNumber(limit)}`
    : first;
}

/** Selects the events that the index of words finds in a time, in no order. */
function foundIn(span: SQL, days: SQL, most: number, { own, ofNamed }: Lookup, query: MonthQuery) {
  const { within, joined, match, vicinity } = query;
  const search = {
    ...timesAndId,
    within: and(span, isScheduled, within),
    match: and(vicinity?.match, match),
    joined,
  };
  const found = (rows: SQL) => sql`(${matching(search, rows)} limit ${rawNumber(most)})`;
  return ofNamed
    ? sql`${found(own(days))} union ${found(ofNamed(and(isScheduled, span)))}`
    : found(own(days));
}

/** If a month has fewer matches, the index is asked once for all of its days. */
const mostAtOnce = 1_000;

/**
 * Returns the first events of each day and their number, up to the counting limit. It reads no
 * further into a day than that, however much a month has.
 */
function eventsOfDays(query: MonthQuery): SQL {
  const { vicinity, eachByItself, lookup } = query;
  const mostOfDay = monthDay.counted;
  const isFull = sql`(select count(*) from counted) >= ${rawNumber(mostOfDay)}`;
  const isLarge = sql`(select count(*) from month) >= ${rawNumber(mostAtOnce)}`;
  const isComplete = lookup && sql`not (${isLarge} or ${lookup.isCommon})`;
  const counted = lookup
    ? sql`select start_time, id from month where start_time >= day.begins and start_time < day.ends and ${isComplete}
      union (select start_time, id from (${foundIn(sql`${isLarge} and ${isInDay}`, daysBetween(sql`day.begins`, sql`day.ends`), mostOfDay, lookup, query)}) found)
      union (${firstOfDay(query, mostOfDay, lookup.isCommon)})`
    : firstOfDay(query, mostOfDay);
  const begun = sql`${begunBefore(sql`day.begins`, query, sql`not ${isFull} ${isComplete ? sql`and not (${isComplete})` : sql``}`)}
    ${isComplete ? sql`union all select start_time, id, end_time from month where start_time < day.begins and end_time > day.begins and ${isComplete}` : sql``}`;
  const parts = [
    vicinity && eachByItself && sql`place as materialized (${vicinity.places()})`,
    lookup?.named,
    lookup &&
      sql`month as materialized (${foundIn(isInMonth, daysBetween(monthBegins, monthEnds), mostAtOnce, lookup, query)}
        union (${begunBefore(monthBegins, query)}))`,
  ].filter((part) => part !== undefined && part !== false);
  return sql`${parts.length > 0 ? sql`with ${sql.join(parts, sql`, `)}` : sql``}
    select day.number as day, found.* from ${daysOfQuery} cross join lateral (
      with counted as materialized (${counted}), begun as materialized (${begun})
      select id, (select count(*) from counted) + (select count(*) from begun) as count,
        row_number() over (order by goes_on, start_time, id) as place
      from (select false as goes_on, start_time, id from counted where not ${isFull}
        union all select false, start_time, id from (${firstOfDay(query, monthDay.told, isFull)}) first
        union all select true, start_time, id from begun) found
      order by place limit ${rawNumber(monthDay.told)}) found`;
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
  const { within, match, joined, lookup, vicinity } = query;
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
        sql`(${eventsOfDays({ within: allConditions(within), match: allConditions(match), joined, lookup, vicinity, eachByItself })}) placed`,
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
