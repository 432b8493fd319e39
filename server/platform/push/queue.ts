import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { day, hour } from '#contract/platform/durations.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { accountSessions } from '#platform/db/accounts.ts';
import { leaseLength } from '#platform/mail/queue.ts';
import { debounceTime } from '#platform/mail/throttle.ts';
import { pushDevices, pushes } from './tables.ts';

/** A notification that no other process handles until the lease ends. */
export type LeasedPush = Pick<
  typeof pushes.$inferSelect,
  'id' | 'deviceId' | 'kind' | 'throttleKey' | 'payload' | 'attempts' | 'dueAt' | 'createdAt'
>;

export type Device = Pick<
  typeof pushDevices.$inferSelect,
  'id' | 'userId' | 'endpointHash' | 'sealedSubscription'
>;

export interface Leased {
  push: LeasedPush;
  /** Undefined where the session has ended. */
  device: Device | undefined;
}

/**
 * Leases up to `limit` due notifications in the order of sending, and skips those that others are
 * just leasing.
 */
export async function leasePushes(
  db: Database,
  { limit, ignoresDebounce }: { limit: number; ignoresDebounce: boolean },
  now: Date,
): Promise<Leased[]> {
  const waiting = and(lte(pushes.dueAt, new Date(now.getTime() + debounceTime)), pushes.mergeable);
  const due = db.$with('due').as(
    db
      .select({ id: pushes.id })
      .from(pushes)
      .where(
        and(
          isNull(pushes.doneAt),
          ignoresDebounce ? or(lte(pushes.dueAt, now), waiting) : lte(pushes.dueAt, now),
        ),
      )
      .orderBy(asc(pushes.sendOrder), pushes.id)
      .limit(limit)
      .for('update', { skipLocked: true }),
  );
  const leased = await db
    .with(due)
    .update(pushes)
    .set({
      dueAt: new Date(now.getTime() + leaseLength),
      attempts: sql`${pushes.attempts} + 1`,
      mergeable: false,
    })
    .where(sql`${pushes.id} = any(array(${db.select({ id: due.id }).from(due)}))`)
    .returning({
      id: pushes.id,
      deviceId: pushes.deviceId,
      kind: pushes.kind,
      throttleKey: pushes.throttleKey,
      payload: pushes.payload,
      attempts: pushes.attempts,
      dueAt: pushes.dueAt,
      createdAt: pushes.createdAt,
      sendOrder: pushes.sendOrder,
    });
  if (leased.length === 0) return [];
  const devices = await devicesOf(db, leased, now);
  return leased
    .toSorted(
      (one, other) => one.sendOrder.getTime() - other.sendOrder.getTime() || one.id - other.id,
    )
    .map((push) => ({ push, device: devices.get(push.deviceId) }));
}

async function devicesOf(
  db: Database,
  leased: LeasedPush[],
  now: Date,
): Promise<ReadonlyMap<number, Device>> {
  const ids = [...new Set(leased.map(({ deviceId }) => deviceId))];
  const devices = await db
    .select({
      id: pushDevices.id,
      userId: pushDevices.userId,
      endpointHash: pushDevices.endpointHash,
      sealedSubscription: pushDevices.sealedSubscription,
    })
    .from(pushDevices)
    .innerJoin(accountSessions, eq(accountSessions.id, pushDevices.sessionId))
    .where(and(inArray(pushDevices.id, ids), gt(accountSessions.expiresAt, now)));
  return new Map(devices.map((device) => [device.id, device]));
}

const isOurs = ({ id, attempts }: LeasedPush) =>
  and(eq(pushes.id, id), eq(pushes.attempts, attempts), isNull(pushes.doneAt));

/** Releases a notification that was leased and not started. */
export async function releasePush(db: Database, push: LeasedPush, until: Date): Promise<void> {
  await db
    .update(pushes)
    .set({ dueAt: until, sendOrder: until, attempts: push.attempts - 1 })
    .where(isOurs(push));
}

/** Deletes a notification that has nothing to say, or that its service refused. */
export async function dropPush(db: Database, push: LeasedPush): Promise<void> {
  await db.delete(pushes).where(isOurs(push));
}

/** Records that a notification went out. */
export const finishPush = (db: Database, push: LeasedPush, now: Date): Promise<void> =>
  transaction(db, async (tx) => {
    await tx.update(pushes).set({ doneAt: now }).where(isOurs(push));
    await tx.update(pushDevices).set({ lastSentAt: now }).where(eq(pushDevices.id, push.deviceId));
  });

/** Lets everything for the device wait, since its service is not to be asked before. */
export async function postponeDevice(
  db: Database,
  { id, deviceId }: LeasedPush,
  until: Date,
): Promise<void> {
  await db
    .update(pushes)
    .set({ dueAt: until, sendOrder: until })
    .where(
      and(
        eq(pushes.deviceId, deviceId),
        isNull(pushes.doneAt),
        or(eq(pushes.id, id), lte(pushes.dueAt, until)),
      ),
    );
}

/** The device is gone, with everything that waits for it. */
export async function dropDevice(db: Database, { id, endpointHash }: Device): Promise<void> {
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.id, id), eq(pushDevices.endpointHash, endpointHash)));
}

const maxPerHour = 3;
const maxPerDay = 60;

/** Tells whether later news of the same kind and key waits, which says the same or more. */
export async function isOutdated(
  db: Database,
  { id, deviceId, kind, throttleKey }: LeasedPush,
): Promise<boolean> {
  const later = await db
    .select({ id: pushes.id })
    .from(pushes)
    .where(
      and(
        eq(pushes.deviceId, deviceId),
        isNull(pushes.doneAt),
        gt(pushes.id, id),
        eq(pushes.kind, kind),
        eq(pushes.throttleKey, throttleKey),
      ),
    )
    .limit(1);
  return later.length > 0;
}

/**
 * Says when the limits of a device allow a notification: three an hour of one kind and key, sixty a
 * day in all.
 */
export async function pushTime(
  db: Database,
  { deviceId, kind, throttleKey }: LeasedPush,
  now: Date,
): Promise<Date | 'never'> {
  const sent = await db
    .select({ kind: pushes.kind, throttleKey: pushes.throttleKey, at: pushes.doneAt })
    .from(pushes)
    .where(and(eq(pushes.deviceId, deviceId), gt(pushes.doneAt, new Date(now.getTime() - day))))
    .orderBy(pushes.doneAt);
  if (sent.length >= maxPerDay) return 'never';
  const since = new Date(now.getTime() - hour);
  const alike = sent.filter(
    (each) => each.kind === kind && each.throttleKey === throttleKey && each.at && each.at > since,
  );
  const first = alike.at(-maxPerHour)?.at;
  return first ? new Date(first.getTime() + hour) : now;
}

/** Enqueues a notification to one device. */
export async function enqueueForDevice(
  tx: Transaction,
  deviceId: number,
  kind: string,
  now: Date,
): Promise<void> {
  await tx
    .insert(pushes)
    .values({
      deviceId,
      kind,
      throttleKey: kind,
      payload: {},
      dueAt: now,
      sendOrder: now,
      createdAt: now,
    })
    .onConflictDoNothing();
}
