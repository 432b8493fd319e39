import { cleanText } from '#contract/platform/clean-text.ts';
import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { attend } from '#contract/events/rsvps.ts';
import { comments } from '#features/events/comments/tables.ts';
import { transaction } from '#platform/db/database.ts';
import { created, route } from '#platform/http/route.ts';
import { routes } from '#server/app.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { rateCounts } from './tables.ts';
import { day } from '#contract/platform/durations.ts';

const app = await startTestApp({ rateLimits: true });
const { another } = app;
const { make } = app;
const json = { 'content-type': 'application/json' };

let addresses = 0;
const newAddress = () => `10.0.0.${(addresses += 1)}`;

const post = (client: Client, url: string, remoteAddress: string, body?: unknown) =>
  client.request({
    method: 'POST',
    url,
    remoteAddress,
    ...(body !== undefined && { payload: JSON.stringify(body), headers: json }),
  });

/** Repeats a call and returns the statuses. */
const repeat = async (times: number, call: () => Promise<{ statusCode: number }>) => {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await call()).statusCode);
  return statuses;
};

/** Builds a series with this many dates and a description of this length. */
const weekly = (dates: number, characters: number) => ({
  title: 'Tuesday choir',
  description: 'a'.repeat(characters),
  location: '12 Foxglove Lane',
  startTime: '2027-01-05T19:30:00Z',
  endTime: '2027-01-05T21:30:00Z',
  categoryId: 6,
  rrule: `FREQ=WEEKLY;BYDAY=TU;COUNT=${dates}`,
});

const join = async () => `/api/groups/${(await make.group()).id}/members`;

describe('the rate limit', () => {
  it('is ten sign-ins a minute from one address', async () => {
    const address = newAddress();
    const body = { email: 'nobody@example.com', password: 'x' };
    const signIn = () => post(app.visitor(), '/api/login', address, body);
    expect(await repeat(11, signIn)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const refused = await signIn();
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    const other = { ...body, email: 'somebody@example.com' };
    const elsewhere = await post(app.visitor(), '/api/login', newAddress(), other);
    expect(elsewhere.statusCode).toBe(401);
  });

  it('is ten sign-ins a minute to one account, from any addresses', async () => {
    const body = { email: 'wanted@example.com', password: 'x' };
    const signIn = () => post(app.visitor(), '/api/login', newAddress(), body);
    expect(await repeat(11, signIn)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const spelt = { ...body, email: ' Wanted@Example.com' };
    expect((await post(app.visitor(), '/api/login', newAddress(), spelt)).statusCode).toBe(429);
  });

  it('is five test messages an hour for an account, from any addresses', async () => {
    const group = await make.group();
    const client = await app.as(group.owner);
    const url = `/api/groups/${group.id}/messages`;
    const form = { audience: 'members', subject: 'Sunday', text: 'Bring a cup' };
    const send = (test: boolean) => post(client, url, newAddress(), { ...form, test });
    expect(await repeat(6, () => send(true))).toEqual([202, 202, 202, 202, 202, 429]);
    const refused = await send(true);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    expect((await send(false)).statusCode).toBe(202);
  });

  it('is five requests to come as a guest, for an address and from one', async () => {
    const event = await make.event({ openTo: 'anyone' });
    const url = `/api/events/${event.id}/guest-rsvps`;
    const ask = async (client: Client, email: string, address: string) =>
      post(client, url, address, { firstName: 'Ada', email });
    const one = 'guest-of-all@example.org';
    const [member, visitor] = [await app.as(await make.user()), app.visitor()];
    const asked = await repeat(5, () => ask(member, one, newAddress()));
    expect(asked).toEqual([202, 202, 202, 202, 202]);
    expect((await ask(visitor, one, newAddress())).statusCode).toBe(429);
    const address = newAddress();
    const others = await repeat(6, () =>
      ask(visitor, `guest-${randomUUID()}@example.org`, address),
    );
    expect(others).toEqual([202, 202, 202, 202, 202, 429]);
  });

  it('is ten registrations an hour from one address', async () => {
    const address = newAddress();
    const register = () => post(app.visitor(), '/api/register', address, {});
    expect(await repeat(11, register)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    const wait = Number((await register()).headers['retry-after']);
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
  });

  it('is 60 writes a minute from one account, from any addresses', async () => {
    const [client, url] = [await app.as(await make.user()), await join()];
    const statuses = await repeat(61, () => post(client, url, newAddress()));
    expect(statuses).toEqual([201, ...Array.from({ length: 59 }, () => 200), 429]);
  });

  it('is 60 writes a minute from one address, by any accounts', async () => {
    const [address, url] = [newAddress(), await join()];
    const clients = [await app.as(await make.user()), await app.as(await make.user())];
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) {
      const client = clients[count % 2] ?? app.visitor();
      statuses.push((await post(client, url, address)).statusCode);
    }
    expect(statuses.slice(0, 60)).not.toContain(429);
    expect(statuses[60]).toBe(429);
  });

  it('weighs the size of a call: ten long series of 104 dates exceed it', async () => {
    const [client, address] = [await app.as(await make.user()), newAddress()];
    const body = { ...weekly(104, 10_000), groupId: 2_147_483_647 };
    const create = () => post(client, '/api/series', address, body);
    expect(await repeat(10, create)).toEqual([400, 400, ...Array.from({ length: 8 }, () => 429)]);
    expect(Number((await create()).headers['retry-after'])).toBeGreaterThan(0);
    const group = await make.group();
    const changes = { scope: 'all', description: 'a'.repeat(10_000) };
    const owner = await app.as(group.owner);
    const change = () =>
      owner.request({
        method: 'PATCH',
        url: '/api/series/2147483647',
        remoteAddress: newAddress(),
        payload: JSON.stringify(changes),
        headers: json,
      });
    expect(await repeat(4, change)).toEqual([404, 404, 429, 429]);
  });

  it('leaves room for a weekly series of a year, and for changing it repeatedly', async () => {
    const [group, address] = [await make.group(), newAddress()];
    const client = await app.as(group.owner);
    const made = await post(client, '/api/series', address, {
      ...weekly(52, 600),
      groupId: group.id,
    });
    expect(made.statusCode).toBe(201);
    const { id } = made.json<{ id: number }>();
    const change = (turn: number) =>
      client.request({
        method: 'PATCH',
        url: `/api/series/${id}`,
        remoteAddress: address,
        payload: JSON.stringify({ scope: 'all', description: `${turn}`.repeat(600) }),
        headers: json,
      });
    for (let turn = 1; turn < 6; turn += 1) expect((await change(turn)).statusCode).toBe(200);
    const attended = await repeat(10, () => post(client, `/api/series/${id}/rsvps`, address, {}));
    expect(new Set(attended)).toEqual(new Set([200]));
  });

  it('is 120 previews a minute', async () => {
    const [client, address] = [await app.as(await make.user()), newAddress()];
    const preview = () => post(client, '/api/series/preview', address, {});
    expect(await repeat(121, preview)).toEqual([...Array.from({ length: 120 }, () => 400), 429]);
  });

  it('does not count reads', async () => {
    const client = app.visitor();
    const read = () => client.request({ method: 'GET', url: '/api/categories' });
    expect(new Set(await repeat(80, read))).toEqual(new Set([200]));
  });
});

describe('a call that declares no rows', () => {
  /** Has a call of one point insert this many rows, 500 in a statement. */
  const plantedCall = async (rows: number) => {
    const planted = route(attend, async ({ params }, { db, viewer, now }) => {
      const content = cleanText('Hello');
      const row = { eventId: params.id, userId: viewer.id, content, createdAt: now };
      await transaction(db, async (tx) => {
        for (let count = 0; count < rows; count += 500)
          await tx.insert(comments).values(Array.from({ length: 500 }, () => row));
      });
      return created({ status: 'going' as const });
    });
    const own = routes.findIndex(({ endpoint }) => endpoint.key === attend.key);
    const [replaced] = routes.splice(own, 1, planted);
    const site = await another();
    if (replaced) routes.splice(own, 1, replaced);
    const [event, user] = [await make.event(), await make.user()];
    const session = await make.session(user);
    const written = async () => app.db.$count(comments, eq(comments.eventId, event.id));
    const call = (address = newAddress()) =>
      post(new Client(site).withSession(session), `/api/events/${event.id}/rsvps`, address, {});
    return { call, written };
  };

  it('costs what it writes: 500 rows are six points', async () => {
    const { call, written } = await plantedCall(500);
    expect(await repeat(11, call)).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    expect(Number((await call()).headers['retry-after'])).toBeGreaterThan(0);
    expect(await written()).toBe(5_000);
  });

  it('is rolled back where it exceeds the limit', async () => {
    const { call, written } = await plantedCall(6_500);
    const refused = await call();
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' });
    expect(await written()).toBe(0);
    expect((await call()).statusCode).toBe(429);
  });
});

describe("a caller's address", () => {
  const register = (address: string, headers?: Record<string, string>, to = app.fastify) =>
    to.inject({
      method: 'POST',
      url: '/api/register',
      remoteAddress: address,
      headers: { ...json, ...headers },
      payload: '{}',
    });

  it("is the connection's without a trusted proxy, whatever the headers say", async () => {
    const address = newAddress();
    const forged = () => register(address, { 'x-forwarded-for': newAddress() });
    const statuses = await repeat(11, forged);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each([
    ['by number', 1],
    ['by address', ['10.9.0.0/16']],
  ])('is the one from a trusted proxy, and not from the caller: %s', async (_, trustProxy) => {
    const behind = await another({ trustProxy });
    const [proxy, caller] = ['10.9.0.1', newAddress()];
    const forged = () =>
      register(proxy, { 'x-forwarded-for': `${newAddress()}, ${caller}` }, behind);
    expect((await repeat(11, forged)).at(-1)).toBe(429);
    const neighbour = await register(proxy, { 'x-forwarded-for': newAddress() }, behind);
    expect(neighbour.statusCode).toBe(400);
  });

  it.each([
    ['with a port', (caller: string, call: number) => `${caller}:${4000 + call}`],
    ['by IPv6', (caller: string, call: number) => `[::ffff:${caller}]:${4000 + call}`],
    ['as none', (_: string, call: number) => `unknown${call}`],
  ])('is the same in any spelling of the proxy: %s', async (_, write) => {
    const behind = await another({ trustProxy: 1 });
    const [caller, turns] = [newAddress(), Array.from({ length: 11 }, (__, call) => call)];
    const statuses: number[] = [];
    for (const call of turns) {
      const answer = await register('10.9.0.1', { 'x-forwarded-for': write(caller, call) }, behind);
      statuses.push(answer.statusCode);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});

describe.runIf(app.engine === 'postgres')('two processes on one PostgreSQL', () => {
  const registered = (fastify: FastifyInstance, address: string) =>
    post(new Client(fastify), '/api/register', address, {});

  it('count together, also at the same moment', async () => {
    const [second, address] = [await another(), newAddress()];
    const calls = Array.from({ length: 30 }, (_, turn) =>
      registered(turn % 2 ? second : app.fastify, address),
    );
    const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const third = await registered(await another(), address);
    expect(third.statusCode).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(3500);
  });

  it('start again once the time is over', async () => {
    const address = newAddress();
    await repeat(11, () => registered(app.fastify, address));
    await app.db.update(rateCounts).set({ resetsAt: new Date(0) });
    expect((await registered(await another(), address)).statusCode).toBe(400);
  });

  it('start again when a clock that was ahead set the end of the time', async () => {
    const address = newAddress();
    await repeat(10, () => registered(app.fastify, address));
    await app.db.update(rateCounts).set({ resetsAt: new Date(Date.now() + 365 * day) });
    expect((await registered(await another(), address)).statusCode).toBe(400);
  });

  it('store no network address and no email address', async () => {
    const body = { email: 'private@example.com', password: 'x' };
    await post(app.visitor(), '/api/login', '192.0.2.77', body);
    const rows = JSON.stringify(await app.db.select().from(rateCounts));
    expect(rows).not.toContain('private');
    expect(rows).not.toContain('192.0.2');
  });

  it("store keyed hashes, which trying all addresses can't reverse", async () => {
    await app.db.delete(rateCounts);
    await post(app.visitor(), '/api/register', '192.0.2.78', {});
    const [row] = await app.db.select().from(rateCounts);
    const tried = createHash('sha256').update('registration address 192.0.2.78');
    expect(row?.subject).not.toBe(tried.digest('base64url').slice(0, row?.subject.length));
    await post(new Client(await another()), '/api/register', '192.0.2.78', {});
    expect(await app.db.select().from(rateCounts)).toMatchObject([{ ...row, calls: 2 }]);
  });

  it("write nothing about it to the database's log", async () => {
    const { rows } = await app.db.execute(
      sql`select relpersistence from pg_class where relname = 'rate_counts'`,
    );
    expect(rows).toEqual([{ relpersistence: 'u' }]);
  });
});

describe('calls of the admin pages and other servers', () => {
  const refusedAfter = async (points: number, call: () => Promise<{ statusCode: number }>) => {
    const statuses = await repeat(points + 1, call);
    return [statuses.slice(0, points).includes(429), statuses.at(-1)];
  };

  it('are limited to 300 of moderation a minute', async () => {
    const [admin, address] = [await app.as(await make.admin()), newAddress()];
    const remove = () =>
      admin.request({
        method: 'DELETE',
        url: '/api/admin/comments/2147483647',
        remoteAddress: address,
      });
    expect(await refusedAfter(300, remove)).toEqual([false, 429]);
  });

  it.each([
    ['/unsubscribe?token=x', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['/api/stripe/webhook', 'application/json', '{}'],
  ])('are limited to 600 messages a minute: %s', async (url, type, payload) => {
    const address = newAddress();
    const postWebhook = () =>
      app.visitor().request({
        method: 'POST',
        url,
        remoteAddress: address,
        payload,
        headers: { 'content-type': type },
      });
    expect(await refusedAfter(600, postWebhook)).toEqual([false, 429]);
  });
});
