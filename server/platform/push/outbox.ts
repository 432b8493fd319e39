import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Transaction } from '#platform/db/database.ts';
import { announce } from '#platform/db/signals.ts';
import { pushDevices, pushes } from './tables.ts';

/** Signalled once notifications are committed. */
export const pushTopic = 'pushes';

/** Merged news keeps the first `before` of each field, and everything else from the last change. */
export const mergedPayload = (payload: SQLWrapper): SQL => sql`case when excluded.payload ? 'before'
    then excluded.payload || jsonb_build_object('before', (excluded.payload -> 'before') || (${payload} -> 'before'))
    else excluded.payload end`;

/** News for the devices of members, as SQL. */
export interface NewsSql {
  kind: SQLWrapper;
  throttleKey: SQLWrapper;
  payload: SQLWrapper;
  dueAt: SQLWrapper;
  now: SQLWrapper;
}

/** A statement's part that tells those of these members who have devices; `to` has their `user_id`. */
export const insertPushes = (
  { kind, throttleKey, payload, dueAt, now }: NewsSql,
  to: SQL,
): SQL => sql`
  insert into ${pushes} (device_id, kind, throttle_key, payload, due_at, send_order, created_at)
  select ${pushDevices.id}, ${kind}, ${throttleKey}, ${payload}, ${dueAt},
    ${dueAt} + (row_number() over () - 1) * ${placeInterval}, ${now}
  from (${to}) as recipient join ${pushDevices} on ${pushDevices.userId} = recipient.user_id
  on conflict (device_id, kind, throttle_key) where mergeable
    do update set payload = ${mergedPayload(pushes.payload)}`;

/**
 * News to many takes places behind one another, so that other news goes in between, and doesn't
 * wait for the last of them.
 */
const placeInterval = sql`interval '50 milliseconds'`;

export interface News {
  kind: string;
  throttleKey: string;
  payload: object;
  now: Date;
}

/** Tells members on their devices alone. `to` is a query of their ids as `user_id`. */
export async function enqueuePushes(
  tx: Transaction,
  { kind, throttleKey, payload, now }: News,
  to: SQL,
): Promise<void> {
  const at = sql`${now}::timestamptz`;
  const news = {
    kind: sql`${kind}::text`,
    throttleKey: sql`${throttleKey}::text`,
    payload: sql`${JSON.stringify(payload)}::jsonb`,
    dueAt: at,
    now: at,
  };
  await tx.execute(insertPushes(news, to));
  announce(tx, pushTopic);
}

/** Deletes notifications of one kind and key that nobody has begun to send. */
export async function dropUnsentPushes(
  tx: Transaction,
  kind: string,
  throttleKey: string,
): Promise<void> {
  await tx.execute(sql`delete from ${pushes}
    where kind = ${kind} and throttle_key = ${throttleKey} and mergeable`);
}
