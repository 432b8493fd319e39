import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { Notifications, PushDeviceForm, TopicChanges } from '#contract/base/notifications.ts';
import { maxPushDevices } from '#contract/platform/limits.ts';
import { lockViewer } from '#features/base/accounts/mutations.ts';
import { mailPreferences } from '#features/base/mail/tables.ts';
import { sessions } from '#features/base/sign-in/tables.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { transaction, type Database, type Transaction } from '#platform/db/database.ts';
import { announce } from '#platform/db/signals.ts';
import { deviceName } from '#platform/http/device.ts';
import { deviceTest } from '#platform/push/compose.ts';
import { pushTopic } from '#platform/push/outbox.ts';
import { enqueueForDevice } from '#platform/push/queue.ts';
import { sealSubscription } from '#platform/push/subscription.ts';
import { pushDevices, pushes } from '#platform/push/tables.ts';
import { demand, notFound, signInRequired } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { availabilityRefusal, deviceRefusal } from './policy.ts';
import { notificationsOf } from './queries.ts';

interface NewDevice extends z.output<typeof PushDeviceForm> {
  /** The session that the device belongs to, and ends with. */
  token: string | undefined;
  userAgent: string | undefined;
}

/**
 * Sends the viewer's notifications to a device. One that is known already stays, or comes over from
 * another account, without what still waits for that account.
 * @throws Refusal `invalid`, `unavailable`, `sign_in_required`
 */
export async function addDevice(
  db: Database,
  viewer: Viewer,
  { endpoint, keys, name, token, userAgent }: NewDevice,
  config: Config,
  signer: Signer,
  now: Date,
): Promise<{ id: number; isNew: boolean }> {
  demand(deviceRefusal({ endpoint, keys }, config));
  const endpointHash = tokenHash(endpoint);
  return transaction(db, async (tx) => {
    await lockEndpoint(tx, endpointHash);
    await lockViewer(tx, viewer);
    const row = {
      userId: viewer.id,
      sessionId: await lockSession(tx, token),
      sealedSubscription: sealSubscription({ endpoint, keys }, endpointHash, signer),
      name: name || cleanText(deviceName(userAgent ?? null)),
    };
    const [known] = await tx
      .select({ id: pushDevices.id, userId: pushDevices.userId })
      .from(pushDevices)
      .where(eq(pushDevices.endpointHash, endpointHash));
    const isOwn = known?.userId === viewer.id;
    if (!isOwn) await makeRoom(tx, viewer.id);
    if (!known)
      return { id: await insertDevice(tx, { ...row, endpointHash, createdAt: now }), isNew: true };
    if (!isOwn) await tx.delete(pushes).where(eq(pushes.deviceId, known.id));
    await tx
      .update(pushDevices)
      .set(isOwn ? row : { ...row, createdAt: now, lastSentAt: null })
      .where(eq(pushDevices.id, known.id));
    return { id: known.id, isNew: false };
  });
}

/** Two accounts may register one browser at the same moment. */
const lockEndpoint = (tx: Transaction, endpointHash: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${endpointHash}, 61))`);

/** The session may end at the same moment, and takes its device along. */
async function lockSession(tx: Transaction, token: string | undefined): Promise<string> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, tokenHash(token ?? '')))
    .for('key share');
  if (!session) throw signInRequired();
  return session.id;
}

async function insertDevice(
  tx: Transaction,
  values: typeof pushDevices.$inferInsert,
): Promise<number> {
  const [made] = await tx.insert(pushDevices).values(values).returning({ id: pushDevices.id });
  if (!made) throw new Error('no device was kept');
  return made.id;
}

/** Removes the devices that have been silent longest, so that one more is within the limit. */
async function makeRoom(tx: Transaction, userId: string): Promise<void> {
  const silent = tx
    .select({ id: pushDevices.id })
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(
      desc(sql`coalesce(${pushDevices.lastSentAt}, ${pushDevices.createdAt})`),
      desc(pushDevices.id),
    )
    .offset(maxPushDevices - 1);
  await tx.delete(pushDevices).where(inArray(pushDevices.id, silent));
}

const isOwnDevice = (viewer: Viewer, id: number) =>
  and(eq(pushDevices.id, id), eq(pushDevices.userId, viewer.id));

/** @throws Refusal `not_found` */
export async function removeDevice(db: Database, viewer: Viewer, id: number): Promise<void> {
  const removed = await db
    .delete(pushDevices)
    .where(isOwnDevice(viewer, id))
    .returning({ id: pushDevices.id });
  if (removed.length === 0) throw notFound('Device');
}

/**
 * Sends a notification to try a device.
 * @throws Refusal `not_found`, `unavailable`
 */
export async function testDevice(
  db: Database,
  viewer: Viewer,
  id: number,
  config: Config,
  now: Date,
): Promise<{ id: number }> {
  demand(availabilityRefusal(config));
  return transaction(db, async (tx) => {
    const [device] = await tx
      .select({ id: pushDevices.id })
      .from(pushDevices)
      .where(isOwnDevice(viewer, id))
      .for('key share');
    if (!device) throw notFound('Device');
    await enqueueForDevice(tx, id, deviceTest, now);
    announce(tx, pushTopic);
    return device;
  });
}

/** Changes the sent choices. */
export async function changeChannels(
  db: Database,
  viewer: Viewer,
  changes: TopicChanges,
  config: Config,
): Promise<Notifications> {
  const columns = columnsOf(changes);
  if (Object.keys(columns).length > 0) {
    await db
      .insert(mailPreferences)
      .values({ userId: viewer.id, ...columns })
      .onConflictDoUpdate({ target: mailPreferences.userId, set: columns });
  }
  return notificationsOf(db, viewer.id, config);
}

/** The choices that were sent, by the names of their columns. */
function columnsOf(changes: TopicChanges): Record<string, boolean> {
  const sent = Object.entries(changes).flatMap(([topic, { email, push } = {}]) => [
    [topic === 'urgent' ? undefined : topic, email] as const,
    [`push${topic.charAt(0).toUpperCase()}${topic.slice(1)}`, push] as const,
  ]);
  return Object.fromEntries(
    sent.flatMap(([name, value]) =>
      name === undefined || value === undefined ? [] : [[name, value]],
    ),
  );
}
