import { sql, type SQL } from 'drizzle-orm';
import type { Week } from '#contract/operations/analytics.ts';
import { londonZone } from '#contract/platform/dates.ts';
import { dateOf } from '#contract/platform/days.ts';
import { attendanceWeeks, chartWeeks, quietWeeks } from '#contract/platform/limits.ts';
import { memberRsvps } from '#features/events/attendance/queries/rsvps.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { chartsName, lastCharts, type Charts, type Snapshot } from './queries.ts';
import { snapshots } from './tables.ts';
import { day } from '#contract/platform/durations.ts';

const chartsLock = 7_264_018;
const longestList = 20;
const maxTowns = 10;

/** A slower count is left to the job, so no request waits for it. */
const quickCountMs = 200;
/** The greatest age of the charts if counting them is quick. */
const freshChartsMs = 30_000;

/** Returns the charts: counted now if that is quick, otherwise as the job last counted them. */
export async function currentCharts(db: Database, now: Date): Promise<Charts> {
  const last = await lastCharts(db);
  const age = last ? Math.abs(now.getTime() - last.countedAt.getTime()) : Infinity;
  if (last && (age < freshChartsMs || last.tookMs > quickCountMs)) return last.value;
  return countCharts(db, now);
}

/** Counts and stores the charts; concurrent callers wait for the same result. */
export async function countCharts(db: Database, now: Date): Promise<Charts> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${chartsLock})`);
    const last = await lastCharts(tx);
    if (last && last.countedAt.getTime() === now.getTime()) return last.value;
    const started = performance.now();
    const value = await countAll(tx, last, now);
    const tookMs = Math.round(performance.now() - started);
    const row = { value, countedAt: now, tookMs };
    await tx
      .insert(snapshots)
      .values({ name: chartsName, ...row })
      .onConflictDoUpdate({ target: snapshots.name, set: row });
    return value;
  });
}

async function countAll(tx: Transaction, last: Snapshot | undefined, now: Date): Promise<Charts> {
  return {
    countedAt: now.toISOString(),
    weeks: await countWeeks(tx, last, now),
    byCategory: await countAttendance(tx, 'category', now),
    byTown: await countAttendance(tx, 'town', now),
    quiet: await quietGroups(tx, now),
  };
}

const weeksBefore = (now: Date, weeks: number) =>
  sql`(${now.toISOString()}::timestamptz - make_interval(weeks => ${weeks}::int))`;

/** Returns the Monday of a moment's week, in London. */
const mondayOf = (moment: SQL) =>
  sql`date_trunc('week', ${moment} at time zone ${londonZone})::date`;

/**
 * Past weeks keep their counts. Only this week and the one before are counted again, so the work
 * doesn't grow with the years.
 */
async function countWeeks(tx: Transaction, last: Snapshot | undefined, now: Date): Promise<Week[]> {
  const mondays = await mondaysUpTo(tx, now);
  const before = new Map(last?.value.weeks.map((week) => [week.week, week]));
  const closedUpTo = last && dateOf(new Date(last.countedAt.getTime() - 14 * day));
  const from = mondays.find((week) => !before.has(week) || !closedUpTo || week > closedUpTo);
  if (from === undefined) return last?.value.weeks ?? [];
  const counted = await countFrom(tx, from);
  return mondays.map((week) =>
    week < from
      ? (before.get(week) ?? emptyWeek(week))
      : { ...emptyWeek(week), ...counted.get(week) },
  );
}

async function mondaysUpTo(tx: Transaction, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ week: string }>(sql`
    select (${mondayOf(sql`${now.toISOString()}::timestamptz`)} - 7 * back)::text as week
    from generate_series(${chartWeeks - 1}::int, 0, -1) as back`);
  return rows.map(({ week }) => week);
}

const emptyWeek = (week: string): Week => ({
  week,
  members: 0,
  groups: 0,
  events: 0,
  rsvps: 0,
  comments: 0,
  approvals: 0,
  approvalHours: null,
  donations: 0,
  donated: 0,
});

type WeekCounts = Map<string, Partial<Week>>;

/** Rows counted by the week in which they were created. */
const countedRows = {
  members: sql`users where true`,
  groups: sql`groups where true`,
  events: sql`events where true`,
  rsvps: sql`${memberRsvps} own where status = 'going'`,
  comments: sql`comments where true`,
};

async function countFrom(tx: Transaction, monday: string): Promise<WeekCounts> {
  const since = sql`(${monday}::date::timestamp at time zone ${londonZone})`;
  const counted: WeekCounts = new Map();
  const add = async (values: SQL, source: SQL, moment: SQL) => {
    const { rows } = await tx.execute<{ week: string } & Record<string, unknown>>(sql`
      select ${mondayOf(moment)}::text as week, ${values} from ${source} and ${moment} >= ${since} group by 1`);
    for (const { week, ...row } of rows) counted.set(week, { ...counted.get(week), ...row });
  };
  for (const [measure, source] of Object.entries(countedRows)) {
    const values = sql`count(*)::int as ${sql.identifier(measure)}`;
    await add(values, source, sql`created_at`);
  }
  await add(
    sql`count(*)::int as donations, sum(amount)::int as donated`,
    sql`donations where status = 'succeeded'`,
    sql`created_at`,
  );
  await add(
    sql`count(*)::int as approvals, round(percentile_cont(0.5) within group (
      order by extract(epoch from reviewed.created_at - started.created_at) / 3600)::numeric, 1)::float8 as "approvalHours"`,
    sql`audit_log as reviewed
      join groups as started on started.id = case when reviewed.target_type = 'group' then reviewed.target_id::int end
      where reviewed.action = 'group.review' and reviewed.after->>'status' = 'approved'
        and reviewed.after->>'edit' is null
        and not exists (
          select from audit_log as earlier
          where earlier.target_type = 'group' and earlier.target_id = reviewed.target_id
            and earlier.action = 'group.review' and earlier.after->>'status' = 'approved'
            and earlier.id < reviewed.id)`,
    sql`reviewed.created_at`,
  );
  return counted;
}

/** Returns attendance of past events by category or town, highest first. */
async function countAttendance(tx: Transaction, by: 'category' | 'town', now: Date) {
  const name = by === 'category' ? sql`categories.name` : sql`coalesce(events.town, 'No town')`;
  const join =
    by === 'category' ? sql`join categories on categories.id = events.category_id` : sql``;
  const { rows } = await tx.execute<{ name: string; events: number; attendees: number }>(sql`
    select ${name} as name, count(*)::int as events, sum(attendee_count)::int as attendees
    from events ${join}
    where status = 'scheduled' and start_time >= ${weeksBefore(now, attendanceWeeks)}
      and start_time < ${now.toISOString()}::timestamptz
    group by 1 order by 3 desc, 2 desc, 1 limit ${maxTowns}`);
  return rows;
}

/** Lists approved groups with no recent or upcoming event, most members first. */
async function quietGroups(tx: Transaction, now: Date): Promise<Charts['quiet']> {
  const quiet = sql`
    from groups where status = 'approved' and created_at < ${weeksBefore(now, quietWeeks)}
      and not exists (
        select from events where events.group_id = groups.id and events.status = 'scheduled'
          and events.start_time >= ${weeksBefore(now, quietWeeks)})`;
  const [all] = (await tx.execute<{ count: number }>(sql`select count(*)::int as count ${quiet}`))
    .rows;
  const { rows } = await tx.execute<Charts['quiet']['groups'][number]>(sql`
    select id, name, member_count as "memberCount", to_char((
        select max(start_time) from events where group_id = quiet.id and status = 'scheduled'
      ) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastEventAt"
    from (select id, name, member_count ${quiet} order by member_count desc, id limit ${longestList}) as quiet
    order by member_count desc, id`);
  return { count: all?.count ?? 0, groups: rows };
}
