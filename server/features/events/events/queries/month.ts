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

const timesAndId = { table: events, key: [...startOrder, events.endTime] };

const begunEarlier = (begins: SQL, { within, vicinity, match, joined }: MonthQuery, when?: SQL) =>
  matching(
    { ...timesAndId, within: and(when, within), match: and(vicinity?.match, match), joined },
    begunBefore(begins),
  );

/**
 * Reads the first events of each day along the list and counts them, up to the counting limit. It
 * reads no further into a day than that, however much a month has.
 */
function eventsAlong(query: MonthQuery, when?: SQL): SQL {
  const { within, joined, match, vicinity } = query;
  const day = {
    table: events,
    key: startOrder,
    within: and(when, isScheduled, isInDay, within),
    match,
    joined,
    limit: monthDay.counted,
  };
  const counted = vicinity ? inOrderNear(vicinity, day, sql`select * from place`) : inOrder(day);
  const isOpen = sql`(select count(*) from counted) < ${rawNumber(monthDay.counted)}`;
  return sql`${vicinity ? sql`with place as materialized (${vicinity.places()})` : sql``}
    select day.number as day, found.* from ${daysOfQuery} cross join lateral (
      with counted as materialized (${counted}),
        begun as materialized (${begunEarlier(sql`day.begins`, query, and(when, isOpen))})
      select id, (select count(*) from counted) + (select count(*) from begun) as count,
        row_number() over (order by goes_on, start_time, id) as place
      from (select false as goes_on, start_time, id from counted
        union all select true, start_time, id from begun) found
      order by place limit ${rawNumber(monthDay.shown)}) found`;
}

/** Finds all events of the month by the index of words, then the first of each day and their number. */
function eventsFound(query: MonthQuery, { named, own, ofNamed, isCommon }: Lookup): SQL {
  const { within, joined, match, vicinity } = query;
  const month = {
    ...timesAndId,
    within: and(isScheduled, isInMonth, within),
    match: and(vicinity?.match, match),
    joined,
  };
  const days = sql`array(select generate_series(${dayNumber(monthBegins)}, ${dayNumber(monthEnds)}))`;
  const parts = [own(days), ...(ofNamed ? [ofNamed(and(isScheduled, isInMonth))] : [])].map(
    (rows) => matching(month, rows),
  );
  const all = sql.join([...parts, begunEarlier(monthBegins, query)], sql` union `);
  return sql`with ${named ? sql`${named}, ` : sql``}month as materialized (${all})
    (select day.number as day, found.* from ${daysOfQuery} cross join lateral (
      select id, count(*) over () as count,
        row_number() over (order by start_time < day.begins, start_time, id) as place
      from month where start_time < day.ends and end_time > day.begins and not ${isCommon}
      order by place limit ${rawNumber(monthDay.shown)}) found)
    union all (${eventsAlong(query, isCommon)})`;
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
  const list = statement(db, `events_month_${query.letters}`, (sqlDb) =>
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
      .from(sql`(${query.lookup ? eventsFound(query, query.lookup) : eventsAlong(query)}) placed`)
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
