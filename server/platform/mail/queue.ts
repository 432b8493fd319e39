import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { minute, second } from '#contract/platform/durations.ts';
import type { Config } from '#platform/config.ts';
import {
  transaction,
  isUnreachable,
  type Database,
  type Reader,
  type Transaction,
} from '#platform/db/database.ts';
import { outbox, sendPace, type LeasedEmail } from './tables.ts';
import { debounceTime } from './throttle.ts';

interface QueueDeps {
  db: Database;
  config: Pick<Config, 'rateLimits' | 'mailEveryMs'>;
  clock: () => Date;
  leaving?: AbortSignal;
}

interface Wanted {
  urgent: boolean;
  limit: number;
}

/** Emails that a process has leased, each with its send time if the site's rate is limited. */
export interface Batch {
  emails: { email: LeasedEmail; sendAt?: Date | undefined }[];
  /** When there may be more: at once, from a time on, or unknown. */
  more: 'now' | 'unknown' | Date;
}

/**
 * Leases the next emails, as many as wanted and as the rate allows. If the database's answer is
 * lost, the lease may exist all the same. It is released once the database answers, since no
 * process would send its emails.
 */
export async function leaseBatch(deps: QueueDeps, wanted: Wanted): Promise<Batch> {
  const { db, clock, config, leaving } = deps;
  const now = clock();
  const request = { ...wanted, leaseName: randomUUID(), ignoresDebounce: !config.rateLimits };
  try {
    return config.mailEveryMs === undefined
      ? await leaseUnpaced(db, request, now)
      : await leasePaced(db, config.mailEveryMs, request, now);
  } catch (error) {
    if (isUnreachable(error)) {
      await retryUntilWritten(() => releaseLease(db, request.leaseName, now), leaving);
    }
    throw error;
  }
}

async function leaseUnpaced(db: Database, request: LeaseRequest, now: Date): Promise<Batch> {
  const emails = await lease(db, request, now);
  return {
    emails: emails.map((email) => ({ email })),
    more: emails.length < request.limit ? 'unknown' : 'now',
  };
}

const leasePaced = (
  db: Database,
  everyMs: number,
  request: LeaseRequest,
  now: Date,
): Promise<Batch> =>
  transaction(db, async (tx) => {
    const { from, limit } = await lockPace(tx, everyMs, request, now);
    if (limit === 0) return { emails: [], more: from };
    const emails = await lease(tx, { ...request, limit }, now);
    const sendTimes = await takeSendTimes(tx, everyMs, from, emails.length);
    return {
      emails: emails.map((email, n) => ({ email, sendAt: sendTimes[n] })),
      more: emails.length < limit ? 'unknown' : 'now',
    };
  });

/** A lease that its process did not finish ends after this, and another process takes over. */
export const leaseLength = 3 * minute;

interface LeaseRequest extends Wanted {
  /** Identifies the lease, so it can be released if the answer is lost. */
  leaseName?: string;
  /** Also leases emails that wait for others with their key. */
  ignoresDebounce?: boolean;
}

/**
 * Leases up to `limit` due emails of a lane in the order of sending, and skips those that others
 * are just leasing. The updates find their rows by an array of ids: a join reads the whole queue
 * for each of them while the statistics say that the queue is empty, as it was before a burst.
 */
export async function lease(
  db: Reader,
  { urgent, limit, leaseName, ignoresDebounce = false }: LeaseRequest,
  now: Date,
): Promise<LeasedEmail[]> {
  if (!urgent) await orderDue(db, ignoresDebounce, now);
  const due = db.$with('due').as(
    db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          urgent ? outbox.urgent : isNotNull(outbox.sendOrder),
          isNull(outbox.doneAt),
          isNull(outbox.deadAt),
          isDue(ignoresDebounce, now),
        ),
      )
      .orderBy(asc(urgent ? outbox.dueAt : outbox.sendOrder), outbox.id)
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const leased = await db
    .with(due)
    .update(outbox)
    .set({
      dueAt: new Date(now.getTime() + leaseLength),
      attempts: sql`${outbox.attempts} + 1`,
      mergeable: false,
      leaseName: leaseName ?? null,
    })
    .where(sql`${outbox.id} = any(array(${db.select({ id: due.id }).from(due)}))`)
    .returning({
      id: outbox.id,
      kind: outbox.kind,
      channel: outbox.channel,
      throttleKey: outbox.throttleKey,
      recipientId: outbox.recipientId,
      recipientEmail: outbox.recipientEmail,
      causedBy: outbox.causedBy,
      payload: outbox.payload,
      attempts: outbox.attempts,
      createdAt: outbox.createdAt,
      dueAt: outbox.dueAt,
      sendOrder: outbox.sendOrder,
    });
  return leased.toSorted(bySendOrder);
}

interface Ordered {
  id: number;
  sendOrder: Date | null;
}

const bySendOrder = (one: Ordered, other: Ordered): number =>
  (one.sendOrder?.getTime() ?? 0) - (other.sendOrder?.getTime() ?? 0) || one.id - other.id;

const isDue = (ignoresDebounce: boolean, now: Date): SQL | undefined =>
  ignoresDebounce
    ? or(
        lte(outbox.dueAt, now),
        and(lte(outbox.dueAt, new Date(now.getTime() + debounceTime)), outbox.mergeable),
      )
    : lte(outbox.dueAt, now);

/** Releases an email that was leased and not started. */
export async function releaseEmails(
  db: Database,
  { id, attempts }: LeasedEmail,
  now: Date,
): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: now, attempts: attempts - 1 })
    .where(and(eq(outbox.id, id), eq(outbox.attempts, attempts)));
}

/**
 * Releases a lease whose answer was lost. Emails leased by another process since have another end
 * time.
 */
export async function releaseLease(db: Database, leaseName: string, leasedAt: Date): Promise<void> {
  const leaseEnd = new Date(leasedAt.getTime() + leaseLength);
  await db
    .update(outbox)
    .set({ dueAt: leasedAt, attempts: sql`${outbox.attempts} - 1`, leaseName: null })
    .where(
      and(
        eq(outbox.leaseName, leaseName),
        eq(outbox.dueAt, leaseEnd),
        isNull(outbox.doneAt),
        isNull(outbox.deadAt),
      ),
    );
}

/** The longest wait: group news waits for the evening, at most a day and an hour more in autumn. */
const longestWait = 25 * 60 * minute;

/** Makes emails due whose wait exceeds that: a process with a fast clock postponed them. */
export async function bringForward(db: Database, now: Date): Promise<number> {
  const never = new Date(now.getTime() + longestWait + minute);
  const { rowCount } = await db
    .update(outbox)
    .set({ dueAt: now })
    .where(and(isNull(outbox.doneAt), isNull(outbox.deadAt), gt(outbox.dueAt, never)));
  return rowCount ?? 0;
}

/** The distance in the order of sending between emails that one account causes. */
const shareInterval = minute;
/** How far back bulk emails start in the order. */
const bulkDelay = 5 * minute;

const intervalSql = (ms: number): SQL => sql`make_interval(secs => ${ms / 1000}::float8)`;

/** SQL for the share of an email: its account, or without one its throttle key. */
interface Share {
  share: SQL;
  bulk: SQL;
}

/**
 * The last place that a share has taken. The subquery orders by all columns of the index
 * `outbox_share`. Ordered by the last column alone, a plan may walk through the whole queue for
 * each share without emails.
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
  /** Its number among emails of its share that get places in the same statement. */
  number: SQL;
}

/**
 * A place in the order of sending. Emails of one share are a minute apart: a burst of one account
 * leaves room for all others, and uses the whole rate only if nobody else has anything to send.
 */
const placeOf = ({ last, bulk, number }: Place, now: Date): SQL => sql`
  greatest(${now}::timestamptz + case when ${bulk} then ${intervalSql(bulkDelay)} else interval '0' end,
    ${last} + ${intervalSql(shareInterval)})
  + (${number} - 1) * ${intervalSql(shareInterval)}`;

/** SQL for the places of emails that one statement inserts, all of one share. */
export function sendOrderFor(share: string, isBulk: boolean, now: Date): SQL {
  const bulk = sql`${isBulk}::boolean`;
  const last = lastPlaceOf({ share: sql`${share}::text`, bulk });
  return placeOf({ last, bulk, number: sql`row_number() over ()` }, now);
}

const orderedAtOnce = 100;

/**
 * Gives a place to due emails without one: those that waited or failed, or that an earlier version
 * enqueued.
 */
async function orderDue(db: Reader, ignoresDebounce: boolean, now: Date): Promise<void> {
  const last = lastPlaceOf({ share: sql`each.share`, bulk: sql`each.bulk` });
  const place = placeOf({ last: sql`shares.last`, bulk: sql`bulk`, number: sql`number` }, now);
  for (let ordered = orderedAtOnce; ordered === orderedAtOnce;) {
    const { rowCount } = await db.execute(sql`
      with due as (
        select id, due_at, bulk, coalesce(caused_by, cause, '') as share from ${outbox}
        where not awaited and send_order is null and done_at is null and dead_at is null
          and ${isDue(ignoresDebounce, now)}
        order by due_at, id limit ${orderedAtOnce} for update skip locked),
      shares as materialized (
        select share, bulk, ${last} as last from (select distinct share, bulk from due) each),
      counted as (
        select *, row_number() over (partition by share, bulk order by due_at, id) as number from due),
      placed as materialized (
        select id, ${place} as place from counted join shares using (share, bulk))
      update ${outbox} set send_order = (select place from placed where placed.id = ${outbox.id})
      where ${outbox.id} = any(array(select id from due))`);
    ordered = rowCount ?? 0;
  }
}

/** The only row of `MAIL_RATE`, shared by all processes. */
const siteRow = 1;
/** How far ahead emails reserve send times. */
const planAhead = second;
/** How far ahead urgent emails reserve send times, before all others. */
const urgentAhead = minute;

/**
 * Locks the site's rate until the transaction ends. Returns the next free send time and how many
 * may follow from it. Urgent emails take times ahead. Others take a time only if none is taken
 * ahead, so they never delay an urgent one.
 */
async function lockPace(
  tx: Transaction,
  everyMs: number,
  { urgent, limit }: Wanted,
  now: Date,
): Promise<{ from: Date; limit: number }> {
  const [row] = await tx
    .insert(sendPace)
    .values({ id: siteRow, nextAt: now })
    .onConflictDoUpdate({ target: sendPace.id, set: { nextAt: sql`${sendPace.nextAt}` } })
    .returning({ nextAt: sendPace.nextAt });
  const wait = (row?.nextAt ?? now).getTime() - now.getTime();
  // A time further ahead was reserved by a process with a fast clock.
  const isTaken = wait > 0 && wait <= urgentAhead + planAhead + everyMs;
  const from = isTaken ? new Date(now.getTime() + wait) : now;
  if (isTaken && wait > (urgent ? urgentAhead : 0)) return { from, limit: 0 };
  return { from, limit: Math.min(limit, Math.max(1, Math.floor(planAhead / everyMs))) };
}

async function takeSendTimes(
  tx: Transaction,
  everyMs: number,
  from: Date,
  count: number,
): Promise<Date[]> {
  const times = Array.from({ length: count + 1 }, (_, n) => from.getTime() + n * everyMs);
  await tx.update(sendPace).set({ nextAt: new Date(times.at(-1) ?? from) });
  return times.slice(0, count).map((at) => new Date(at));
}

/** Sooner than other processes look for expired leases. */
const retryAfter = second / 2;

/** Repeats a write until the database answers or the process ends. */
export async function retryUntilWritten<T>(
  write: () => Promise<T>,
  leaving?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (leaving?.aborted || !isUnreachable(error)) throw error;
    }
    await pause(retryAfter, undefined, { ref: false, ...(leaving && { signal: leaving }) }).catch(
      () => {},
    );
  }
}
