import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { EventMonth, MonthEvent } from '#contract/events/event-month.ts';
import { dateOf, daysAfter, daysOfMonth } from '#contract/platform/days.ts';
import { startOfDay } from '#contract/platform/london-time.ts';
import { monthDay } from '#contract/platform/limits.ts';
import type { Database } from '#platform/db/database.ts';
import { boundParam } from '#platform/db/fast/statements.ts';
import { inOrder, matching, rawNumber, runSearch } from '#platform/db/search.ts';
import type { Viewer } from '#platform/viewer.ts';
import { dayNumber, events } from '../tables.ts';
import {
  begunBefore,
  publicEventQuery,
  filterValues,
  startOrder,
  isScheduled,
  type PublicFilter,
} from './list.ts';
import { inOrderNear } from './near.ts';
import type { Lookup } from './search.ts';

const dayStarts = boundParam('starts', 'timestamptz[]');
const dayEnds = boundParam('ends', 'timestamptz[]');
const daysOfQuery = sql`unnest(${dayStarts}, ${dayEnds}) with ordinality day(begins, ends, number)`;
const [monthBegins, monthEnds] = [
  boundParam('first', 'timestamptz'),
  boundParam('until', 'timestamptz'),
];
const isInMonth = sql`${events.startTime} >= ${monthBegins} and ${events.startTime} < ${monthEnds}`;
const isInDay = sql`${events.startTime} >= day.begins and ${events.startTime} < day.ends`;

type MonthQuery = ReturnType<typeof publicEventQuery>;

const timesAndId = [...startOrder, events.endTime];
const listed = { table: events, key: startOrder };

const begunEarlier = (moment: SQL, query: MonthQuery, key: AnyPgColumn[], when?: SQL) => {
  const { within, vicinity, match, joined } = query;
  return matching(
    { table: events, key, within: and(when, within), match: and(vicinity?.match, match), joined },
    begunBefore(moment),
  );
};

/** A month with fewer events by a search is read at once. */
const maxAtOnce = 1_500;

/**
 * Finds the first events of each day and counts them, up to the counting limit. It reads little
 * more of a day than that, however much a month has.
 */
function eventsOfDays(query: MonthQuery): SQL {
  const { lookup, vicinity } = query;
  const isFull = sql`(select count(*) from counted) >= ${rawNumber(monthDay.counted)}`;
  const along = (limit: number, when?: SQL) => {
    const { match, joined } = query;
    const within = and(when, isScheduled, isInDay);
    const page = { ...listed, within, joined, limit };
    return vicinity
      ? inOrderNear(
          vicinity,
          { ...page, match: and(query.within, match) },
          sql`select * from place`,
        )
      : inOrder({ ...page, within: and(within, query.within), match });
  };
  const { shared, counted, first, begun } = lookup
    ? foundByWords(query, lookup, along, isFull)
    : {
        shared: [],
        counted: along(monthDay.counted),
        first: sql`select * from counted`,
        begun: begunEarlier(sql`day.begins`, query, startOrder, sql`not ${isFull}`),
      };
  const named = vicinity ? [sql`place as materialized (${vicinity.places()})`, ...shared] : shared;
  return sql`${named.length > 0 ? sql`with ${sql.join(named, sql`, `)}` : sql``}
    select day.number as day, found.* from ${daysOfQuery} cross join lateral (
      with counted as materialized (${counted}), first as (${first}), begun as materialized (${begun})
      select id, (select count(*) from counted) + (select count(*) from begun) as count,
        row_number() over (order by goes_on, start_time, id) as place
      from (select false as goes_on, start_time, id from first
        union all select true, start_time, id from begun) found
      order by place limit ${rawNumber(monthDay.shown)}) found`;
}

/**
 * Finds the events of all days by one look into the index of words, if they are few; else as many
 * of each day as are counted, in no order, and its first along the list, which soon has them.
 */
function foundByWords(
  query: MonthQuery,
  { own, ofNamed, named, ...lookup }: Lookup,
  along: (limit: number, when?: SQL) => SQL,
  isFull: SQL,
) {
  const { within, joined, vicinity } = query;
  const isCommon = vicinity ? undefined : lookup.isCommon;
  const found = { ...listed, match: and(vicinity?.match, query.match), joined };
  const places = vicinity && sql`array(select ${vicinity.mark} from place)`;
  const [ofMonth, ofDay] = [
    own(daysBetween(monthBegins, monthEnds), places),
    own(daysBetween(sql`day.begins`, sql`(day.ends - interval '1 second')`), places),
  ];
  const inMonth = { ...found, key: timesAndId, within: and(isScheduled, isInMonth, within) };
  const areFew = sql`(select count(*) < ${rawNumber(maxAtOnce)} and not ${isCommon ?? sql`false`} from month)`;
  const inDay = { ...found, within: and(sql`not ${areFew}`, isScheduled, isInDay, within) };
  const limited = (rows: SQL) =>
    sql`union (${matching(inDay, rows)} limit ${rawNumber(monthDay.counted)})`;
  const startedBefore = sql`start_time < day.begins and end_time > day.begins`;
  return {
    shared: [
      ...(named ? [named] : []),
      sql`of_named as materialized (${ofNamed?.(and(isScheduled, isInMonth)) ?? sql`select * from ${events} where false`})`,
      sql`month as materialized ((${matching(inMonth, ofMonth)} limit ${rawNumber(maxAtOnce)})
        union (${matching(inMonth, sql`select * from of_named`)})
        union (${begunEarlier(monthBegins, query, timesAndId)}))`,
    ],
    counted: sql`(select start_time, id from month ${events} where ${areFew} and ${isInDay})
      ${limited(ofDay)} ${limited(sql`select * from of_named`)}
      ${isCommon ? sql`union (${along(monthDay.counted, isCommon)})` : sql``}`,
    first: sql`select * from counted where ${areFew} or not ${isFull}
      union all (${along(monthDay.shown, sql`${isFull} and not ${areFew}`)})`,
    begun: sql`select start_time, id from month where ${areFew} and ${startedBefore}
      union all (${begunEarlier(sql`day.begins`, query, startOrder, sql`not ${areFew} and not ${isFull}`)})`,
  };
}

const daysBetween = (begin: SQL, end: SQL) =>
  sql`array(select generate_series(${dayNumber(begin)}, ${dayNumber(end)}))`;

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
  const midnights = [...dates, daysAfter(`${month}-01`, dates.length)].map(startOfDay);
  const rows = await runSearch(
    db,
    { name: `events_month_${query.letters}`, isLong: query.isLong },
    (sqlDb) =>
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
        .from(sql`(${eventsOfDays(query)}) placed`)
        .innerJoin(events, eq(events.id, sql`placed.id`))
        .orderBy(sql`placed.day, placed.place`),
    {
      ...filterValues(filter),
      starts: midnights.slice(0, -1),
      ends: midnights.slice(1),
      first: midnights.at(0),
      until: midnights.at(-1),
    },
  );
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
