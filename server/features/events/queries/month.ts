import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { EventMonth, MonthEvent } from '../../../../contract/event-month.ts';
import { dateOf, daysAfter, daysOfMonth, startOfDay } from '../../../../contract/days.ts';
import { monthDay } from '../../../../contract/limits.ts';
import type { Database } from '../../../platform/db/database.ts';
import { given, statement } from '../../../platform/db/fast/statements.ts';
import { inOrder, type Way } from '../../../platform/db/search.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { events } from '../tables.ts';
import {
  allOf,
  askedOfPublic,
  filterValues,
  key,
  lettersOf,
  scheduled,
  type PublicFilter,
} from './list.ts';
import { inTown, inTowns, nearestTowns } from './near.ts';

const number = (value: number) => sql.raw(String(value));

/** So many of a month's events tell how often a text occurs in them, and from how many on that is often. */
const sample = { events: 500, often: 15 };

const starts = given('starts', 'timestamptz[]');
const ends = given('ends', 'timestamptz[]');
const days = sql`unnest(${starts}, ${ends}) with ordinality day(begins, ends, number)`;
const inDay = sql`${events.startTime} >= day.begins and ${events.startTime} < day.ends`;
const inMonth = sql`${events.startTime} >= ${given('first', 'timestamptz')} and ${events.startTime} < ${given('until', 'timestamptz')}`;
const mostOfDay = number(monthDay.counted);

interface Asked {
  within: SQL | undefined;
  match: SQL | undefined;
  ways: Way[];
  near: boolean;
  /** The towns around a place are looked through one by one. */
  eachTown: boolean;
}

/** Day by day along the index of the time, and no farther than a day is counted: however much a month holds. */
function dayByDay({ within, match, near, eachTown }: Asked, otherwise: SQL | undefined): SQL {
  const ofDay = {
    table: events,
    key,
    within: and(scheduled, inDay, within, eachTown ? inTown : undefined),
    match: and(match, near && !eachTown ? inTowns : undefined),
    limit: monthDay.counted,
  };
  const found = eachTown
    ? sql`select start_time, id from town cross join lateral (${inOrder(ofDay)}) page
        order by start_time, id limit ${mostOfDay}`
    : inOrder(ofDay);
  return sql`select day.number as day, start_time, id from ${days}
    cross join lateral (${found}) found ${otherwise ? sql`where ${otherwise}` : sql``}`;
}

/** What is seldom is found by the index that leads to it, wherever in the month it is. */
const byIndex = ({ within, match, near }: Asked, found: SQL, chosen: SQL) =>
  sql`select width_bucket(${events.startTime}, ${starts}) as day, ${events.startTime}, ${events.id}
    from (select * from ${events} where ${found} offset 0) ${events}
    where ${and(chosen, scheduled, inMonth, within, match, near ? inTowns : undefined)}`;

/** Which of the indexes leads to the fewest; 0 where day by day is quicker, as in a month of few events. */
function choice({ within, ways }: Asked): SQL {
  const hits = ways.map(
    ({ likely = sql`true` }, way) =>
      sql`count(*) filter (where ${likely}) as ${sql.raw(`hits_${way + 1}`)}`,
  );
  const names = ways.map((_, way) => sql.raw(`hits_${way + 1}`));
  const fewest = sql`least(${sql.join(names, sql`, `)})`;
  const cases = names.map((name, way) => sql`when ${name} = ${fewest} then ${number(way + 1)}`);
  return sql`select case when seen < ${number(sample.events)} or ${fewest} > ${number(sample.often)} then 0
      ${sql.join(cases, sql` `)} end as way
    from (select count(*) as seen, ${sql.join(hits, sql`, `)}
      from (select * from ${events} where ${and(scheduled, inMonth, within)}
        order by ${events.startTime}, ${events.id} limit ${number(sample.events)}) ${events}) seen`;
}

/** The first events of each day, and how many it has, as far as they are counted. */
function eventsOfDays(asked: Asked): SQL {
  const { ways, eachTown } = asked;
  const wayIs = (way: number) => sql`(select way from chosen) = ${number(way)}`;
  const parts = [
    eachTown ? sql`town as materialized (${nearestTowns()})` : [],
    ways.length > 0 ? sql`chosen as materialized (${choice(asked)})` : [],
  ].flat();
  const found = [
    dayByDay(asked, ways.length > 0 ? wayIs(0) : undefined),
    ...ways.map((way, index) => byIndex(asked, way.found, wayIs(index + 1))),
  ];
  return sql`${parts.length > 0 ? sql`with ${sql.join(parts, sql`, `)}` : sql``}
    select day, id, count from (select day, id, count(*) over (partition by day) as count,
        row_number() over (partition by day order by start_time, id) as place
      from (${sql.join(found, sql` union all `)}) found) placed
    where place <= ${number(monthDay.told)}`;
}

/** The public events of a month in London: of each day the first by time, and how many there are. */
export async function findMonth(
  db: Database,
  viewer: Viewer | null,
  filter: PublicFilter & { month?: string | undefined },
  now: Date,
): Promise<EventMonth> {
  const today = dateOf(now);
  const month = filter.month ?? today.slice(0, 7);
  const dates = daysOfMonth(month);
  const { within, match, ways = [], near } = askedOfPublic(viewer, filter);
  const eachTown = near && filter.group === undefined;
  const shape = `${near ? (eachTown ? 't_' : 'n_') : ''}${lettersOf([...within, ...match])}${ways.length}`;
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
        sql`(${eventsOfDays({ within: allOf(within), match: allOf(match), ways, near, eachTown })}) placed`,
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
