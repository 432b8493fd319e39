import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { keysOf, newPrivateKey } from '#platform/push/keys.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { newSubscription } from '#tests/support/push-service.ts';

const app = await startTestApp();
const { make, clock } = app;

const devices = async (client: Client) => (await client.call('GET /api/user/push-devices')).body;

const add = (client: Client, body = newSubscription()) =>
  client.call('POST /api/user/push-devices', { body });

/** Somebody who is signed in at another process. */
const inside = async (fastify: FastifyInstance) =>
  new Client(fastify).withSession(await make.session(await make.user()));

const refusalOf = async (change: Partial<ReturnType<typeof newSubscription>>) => {
  const client = await app.as(await make.user());
  const body = { ...newSubscription(), ...change };
  return client.refusal('POST /api/user/push-devices', { body });
};

describe('the public key', () => {
  it('is a point of P-256, and stays the same in every process', async () => {
    const { body } = await app.visitor().call('GET /api/push');
    expect(Buffer.from(body.publicKey, 'base64url')).toHaveLength(65);
    await app.another();
    expect((await app.visitor().call('GET /api/push')).body).toEqual(body);
  });

  it('may come from a setting', async () => {
    const { publicKey, privateKey } = keysOf(newPrivateKey());
    const given = new Client(await app.another({ vapidPrivateKey: privateKey }));
    expect((await given.call('GET /api/push')).body).toEqual({ publicKey });
  });
});

describe('a device', () => {
  it('is added, listed and removed', async () => {
    const client = await app.as(await make.user());
    const { status, body } = await add(client);
    expect(status).toBe(201);
    expect(await devices(client)).toEqual([
      {
        id: body.id,
        name: 'An unknown device',
        createdAt: clock.read().toISOString(),
        lastSentAt: null,
        current: true,
      },
    ]);
    await client.call('DELETE /api/user/push-devices/:id', { params: body });
    expect(await devices(client)).toEqual([]);
  });

  it('keeps its id when it is added again, also under another name', async () => {
    const client = await app.as(await make.user());
    const subscription = newSubscription();
    const first = await add(client, subscription);
    const again = await client.call('POST /api/user/push-devices', {
      body: { ...subscription, name: 'Kitchen phone' },
    });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await devices(client)).toMatchObject([{ name: 'Kitchen phone' }]);
  });

  it('moves to the account that signs in there', async () => {
    const [one, other] = [await app.as(await make.user()), await app.as(await make.user())];
    const subscription = newSubscription();
    await add(one, subscription);
    expect((await add(other, subscription)).status).toBe(200);
    expect(await devices(one)).toEqual([]);
    expect(await devices(other)).toHaveLength(1);
  });

  it('is current only in its own browser', async () => {
    const person = await make.user();
    const [phone, laptop] = [await app.as(person), await app.as(person)];
    await add(phone);
    expect((await devices(laptop))[0]).not.toHaveProperty('current');
  });

  it('is deleted with its session', async () => {
    const person = await make.user();
    const [phone, laptop] = [await app.as(person), await app.as(person)];
    await add(phone);
    await phone.call('GET /api/logout');
    expect(await devices(laptop)).toEqual([]);
  });

  it('is deleted by a ban', async () => {
    const person = await make.user();
    await add(await app.as(person));
    const admin = await app.as(await make.admin());
    const change = (isActive: boolean) =>
      admin.call('PATCH /api/admin/users/:id/status', {
        params: { id: person.id },
        body: { isActive, reason: 'Advertises' },
      });
    await change(false);
    await change(true);
    expect(await devices(await app.as(person))).toEqual([]);
  });

  it('replaces the one that has been silent longest, beyond ten', async () => {
    const client = await app.as(await make.user());
    const ids: number[] = [];
    for (let number = 0; number < 11; number += 1) {
      clock.advanceHours(0.01);
      ids.push((await add(client)).body.id);
    }
    expect((await devices(client)).map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://web.push.apple.com/a',
    'https://wns2-par02p.notify.windows.com/w/?token=a%3d',
    'https://fcm.googleapis.com:443/fcm/send/b',
  ])('may be at %s', async (endpoint) => {
    const client = await app.as(await make.user());
    expect((await add(client, { ...newSubscription(), endpoint })).status).toBe(201);
  });

  it.each([
    ['another host', 'https://push.example.org/a'],
    ['a host that ends alike', 'https://evilfcm.googleapis.com.example.org/a'],
    ['a name that ends alike', 'https://notpush.apple.com/a'],
    ['no https', 'http://fcm.googleapis.com/a'],
    ['a port', 'https://fcm.googleapis.com:8443/a'],
    ['credentials', 'https://ada:secret@fcm.googleapis.com/a'],
    ['this machine', 'http://127.0.0.1:9/a'],
    ['an address inside', 'https://169.254.169.254/a'],
    ['no address', 'fcm.googleapis.com'],
    ['more than a service uses', `https://fcm.googleapis.com/${'a'.repeat(2_000)}`],
  ])('is refused at %s', async (_, endpoint) => {
    expect(await refusalOf({ endpoint })).toMatchObject({
      status: 400,
      fields: { endpoint: expect.any(String) },
    });
  });

  it.each([
    ['a short key', { p256dh: 'AAAA', auth: 'A'.repeat(22) }],
    ['a short secret', { ...newSubscription().keys, auth: 'AAAA' }],
    ['no point of the curve', { ...newSubscription().keys, p256dh: 'A'.repeat(87) }],
    ['letters of another alphabet', { ...newSubscription().keys, auth: '!'.repeat(22) }],
  ])('is refused with %s', async (_, keys) => {
    expect(await refusalOf({ keys })).toMatchObject({
      status: 400,
      fields: { keys: expect.any(String) },
    });
  });

  it('may be at a service that PUSH_HOSTS names', async () => {
    const named = await app.another({
      pushHosts: { others: ['push.example.org'], trial: '127.0.0.1:9' },
    });
    const client = await inside(named);
    for (const endpoint of ['https://push.example.org/a', 'http://127.0.0.1:9/a'])
      expect((await add(client, { ...newSubscription(), endpoint })).status).toBe(201);
  });
});

describe('a site without notifications on devices', () => {
  it('explains that, and accepts no device', async () => {
    const without = await app.another({ pushHosts: undefined });
    const client = await inside(without);
    const { body } = await client.call('GET /api/user/notifications');
    expect(body.pushAvailable).toBe(false);
    expect(await client.refusal('GET /api/push')).toMatchObject({ status: 503 });
    const refused = await client.refusal('POST /api/user/push-devices', {
      body: newSubscription(),
    });
    expect(refused).toMatchObject({ status: 503, code: 'unavailable' });
  });
});
