import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { hasWide } from '#tests/support/breadth.ts';
import { startPushing } from '#tests/support/pushing.ts';
import { users } from '#features/base/accounts/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { sessions } from '#features/base/sign-in/tables.ts';
import { sealSubscription } from './subscription.ts';
import { pushDevices, pushes } from './tables.ts';
import { startPushWorker } from './worker.ts';

const { app, service, deps, phoneOf, sentTo } = await startPushing();
const { db, make, clock } = app;

/** The wide run has the whole crowd. */
const size = hasWide ? 1_000 : 100;

/** Members with a device each, without a thousand sign-ins. */
async function createCrowd(eventId: number) {
  const people = Array.from({ length: size }, () => ({
    id: randomUUID(),
    firstName: cleanText('Ada'),
  }));
  await db
    .insert(users)
    .values(
      people.map(({ id, firstName }) => ({ id, firstName, email: cleanText(`${id}@a.org`) })),
    );
  await db
    .insert(rsvps)
    .values(people.map(({ id: userId }) => ({ eventId, userId, status: 'going' as const })));
  const expiresAt = clock.inHours(24);
  await db.insert(sessions).values(people.map(({ id }) => ({ id, userId: id, expiresAt })));
  const devices = people.map(({ id }) => {
    const { endpoint, keys } = service.subscribe();
    const endpointHash = tokenHash(endpoint);
    const sealedSubscription = sealSubscription({ endpoint, keys }, endpointHash, deps.signer);
    const name = cleanText('Chrome on Android');
    return { userId: id, sessionId: id, endpointHash, sealedSubscription, name };
  });
  await db.insert(pushDevices).values(devices);
}

test('a cancelled event reaches a crowd of devices, and one person’s news doesn’t wait for them', async () => {
  const group = await make.group();
  const event = await make.event({ group, startTime: clock.inHours(48) });
  await createCrowd(event.id);
  const phone = await phoneOf(await make.user());
  const organiser = await app.as(group.owner);
  const worker = startPushWorker(deps);
  await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
  // The test's own clock stands still, so the worker looks for what is due on this press.
  await expect.poll(() => service.received.length, { timeout: 20_000 }).toBeGreaterThan(size / 10);
  const pressed = Date.now();
  const params = { id: phone.id };
  await phone.client.call('POST /api/user/push-devices/:id/test', { params });
  await expect.poll(() => sentTo(phone).length, { timeout: 5_000, interval: 10 }).toBe(1);
  const waited = Date.now() - pressed;
  await expect.poll(() => service.received.length, { timeout: 60_000 }).toBe(size + 1);
  await worker.stop(1_000);
  expect(new Set(service.received.map(({ browser }) => browser)).size).toBe(size + 1);
  expect(waited).toBeLessThan(2_000);
}, 120_000);

test('the queue is read along its index', async () => {
  const [device] = await db.select({ id: pushDevices.id }).from(pushDevices).limit(1);
  await db.execute(sql`
    insert into ${pushes} (device_id, kind, throttle_key, payload, mergeable, done_at)
    select ${device?.id}::int, 'event_soon', 'event:' || number, '{}', false,
      case when number > 50 then now() end
    from generate_series(1, 20000) number`);
  await db.execute(sql`analyze ${pushes}`);
  const { rows } = await db.execute<Record<string, string>>(sql`
    explain select id from ${pushes} where done_at is null and due_at <= now()
    order by send_order, id limit 16`);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('pushes_send_order');
});
