import { and, lte, or, sql, type SQL } from 'drizzle-orm';
import type { Reader } from '#platform/db/database.ts';
import { bulkDelay, settleTime, shareInterval } from './bounds.ts';
import { outbox } from './tables.ts';

/** Whether an effect is due; `unsettled` takes what waits for others to follow quickly as well. */
export const isDue = (unsettled: boolean, now: Date): SQL | undefined =>
  unsettled
    ? or(
        lte(outbox.dueAt, now),
        and(lte(outbox.dueAt, new Date(now.getTime() + settleTime)), outbox.open),
      )
    : lte(outbox.dueAt, now);

const interval = (ms: number): SQL => sql`make_interval(secs => ${ms / 1000}::float8)`;

/** SQL for whose turn an email takes: the account that causes it, or its cause where the clock does. */
interface Share {
  share: SQL;
  bulk: SQL;
}

/**
 * The last place that a share has taken. By all columns of its index, which alone can give that order: by the last of
 * them, a plan may walk through the whole queue for each share that has nothing in it.
 */
const lastPlaceOf = ({ share, bulk }: Share): SQL => sql`(
  select case when last.share = ${share} and last.bulk = ${bulk} then last.send_order end from (
    select coalesce(caused_by, cause, '') as share, ahead.bulk, send_order from ${outbox} ahead
    where send_order is not null and done_at is null and dead_at is null
      and (coalesce(caused_by, cause, ''), ahead.bulk, send_order) <= (${share}, ${bulk}, 'infinity'::timestamptz)
    order by coalesce(caused_by, cause, '') desc, ahead.bulk desc, send_order desc limit 1) last)`;

interface Place {
  last: SQL;
  bulk: SQL;
  /** Its number among those of its share that get their places with it. */
  number: SQL;
}

/**
 * A place in the order of sending. Emails of one share stand a minute apart: a burst of one account leaves room for all
 * others, and takes the whole pace only where nobody else has anything to send.
 */
const placeOf = ({ last, bulk, number }: Place, now: Date): SQL => sql`
  greatest(${now}::timestamptz + case when ${bulk} then ${interval(bulkDelay)} else interval '0' end,
    ${last} + ${interval(shareInterval)})
  + (${number} - 1) * ${interval(shareInterval)}`;

/** The places of emails that one statement writes, all of one share. */
export function placesFor(share: string, isBulk: boolean, now: Date): SQL {
  const bulk = sql`${isBulk}::boolean`;
  const last = lastPlaceOf({ share: sql`${share}::text`, bulk });
  return placeOf({ last, bulk, number: sql`row_number() over ()` }, now);
}

/** One statement places so many effects. */
const orderedAtOnce = 100;

/** Gives effects their places that fall due and have none: what was to wait, what failed, what an earlier version wrote. */
export async function orderDue(db: Reader, unsettled: boolean, now: Date): Promise<void> {
  const last = lastPlaceOf({ share: sql`each.share`, bulk: sql`each.bulk` });
  const place = placeOf({ last: sql`shares.last`, bulk: sql`bulk`, number: sql`number` }, now);
  for (let ordered = orderedAtOnce; ordered === orderedAtOnce;) {
    const { rowCount } = await db.execute(sql`
      with due as (
        select id, due_at, bulk, coalesce(caused_by, cause, '') as share from ${outbox}
        where not awaited and send_order is null and done_at is null and dead_at is null
          and ${isDue(unsettled, now)}
        order by due_at, id limit ${orderedAtOnce} for update skip locked),
      shares as materialized (
        select share, bulk, ${last} as last from (select distinct share, bulk from due) each),
      counted as (
        select *, row_number() over (partition by share, bulk order by due_at, id) as number from due),
      placed as (select id, ${place} as place from counted join shares using (share, bulk))
      update ${outbox} set send_order = placed.place from placed where ${outbox.id} = placed.id`);
    ordered = rowCount ?? 0;
  }
}
