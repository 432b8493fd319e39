import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints, type ApiKey } from '#contract/api.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#platform/config.ts';
import { isUnreachable, openDatabase } from '#platform/db/database.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { TestClock } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { databaseUrl } from '#tests/support/database.ts';
import { factoriesFor, type Event, type User } from '#tests/support/factories.ts';
import { plantToken } from '#tests/support/tokens.ts';
import { startReplicatedPostgres } from './server.ts';

const server = await startReplicatedPostgres();
const clock = new TestClock();
const first = await openDatabase({ databaseUrl: server.url, dataDir: '' });
const make = factoriesFor(first.db, clock);
/** Pauses the replica's replay, and resumes it. */
const replica = new pg.Client(server.replica.url);
replica.on('error', () => {});
const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ending.toReversed()) await end();
  await first.close();
  await server.stop();
});

/** Starts a process on the two servers, with this allowed lag. */
async function startProcess({ url = server.replica.url, seconds = 600 } = {}) {
  const database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  const metrics = createMetrics({ db: database.db, clock: clock.read, jobs: [] });
  const lines: string[] = [];
  const app = await buildApp({
    ...database,
    metrics,
    clock: clock.read,
    sharedSeconds: 600,
    replicaSeconds: seconds,
    logTo: { write: (line) => void lines.push(line) },
    config: readConfig({
      DATABASE_URL: server.url,
      DATABASE_REPLICA_URL: url,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
    }),
  });
  ending.push(
    () => database.close(),
    () => app.close(),
  );
  const figure = async (name: string) => {
    const text = await metrics.registry.getSingleMetricAsString(`villagehall_replica_${name}`);
    return Object.fromEntries(
      Array.from(text.matchAll(/^\w+(?:\{by="(\w+)"\})? (\d+)$/gm), ([, by = 'all', value]) => [
        by,
        Number(value),
      ]),
    );
  };
  return {
    app,
    as: async (user: User) => new Client(app).withSession(await make.session(user)),
    visitor: () => new Client(app),
    reads: () => figure('reads_total'),
    inUse: async () => (await figure('in_use'))['all'] === 1,
    says: (words: string) => vi.waitFor(() => expect(lines.join('')).toContain(words), waitOptions),
  };
}

const waitOptions = { timeout: 20_000, interval: 20 };
const inUse = 'reading from the replica';
const notInUse = 'all is read from the primary';

const [one, other] = [await startProcess(), await startProcess()];
beforeAll(async () => {
  await replica.connect();
  await Promise.all([one.says(inUse), other.says(inUse)]);
});

async function holdBack(): Promise<void> {
  await replica.query('SELECT pg_wal_replay_pause()');
  await vi.waitFor(async () => {
    const { rows } = await replica.query('SELECT pg_get_wal_replay_pause_state() AS state');
    expect(rows).toEqual([{ state: 'paused' }]);
  }, waitOptions);
}
const resumeReplay = () => replica.query('SELECT pg_wal_replay_resume()');
// The last test kills the replica, so this query fails after it.
afterEach(() => resumeReplay().catch(() => {}));

/** Waits until the replica has everything. */
async function catchUp(): Promise<void> {
  const { rows } = await first.db.$client.query('SELECT pg_current_wal_flush_lsn() AS end');
  await vi.waitFor(async () => {
    const there = await replica.query('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS there', [
      (rows as { end: string }[])[0]?.end,
    ]);
    expect(there.rows).toEqual([{ there: true }]);
  }, waitOptions);
}

interface Fixture {
  event: Event;
  /** A weekly event of the same group. */
  weekly: { id: number };
  member: User;
  stranger: User;
}
async function createFixture(): Promise<Fixture> {
  const group = await make.group();
  const event = await make.event({ group });
  const weekly = await make.series({ group });
  const member = await make.member(group);
  const stranger = await make.user();
  await catchUp();
  return { event, weekly, member, stranger };
}

const attendees = async (client: Client, { id }: Event) =>
  (await client.call('GET /api/events/:id', { params: { id } })).body.attendeeCount;
const attend = (client: Client, { id }: Event) =>
  client.call('POST /api/events/:id/rsvps', { params: { id } });

function paramsOf(key: string, { event, weekly, member }: Fixture) {
  if (key.startsWith('GET /api/groups/')) return { id: event.groupId };
  if (key.startsWith('GET /api/users/')) return { id: member.id };
  if (key.startsWith('GET /api/series/')) return { id: weekly.id };
  return { id: event.id, eventId: event.id, groupId: event.groupId };
}

describe('a replica', { timeout: 60_000 }, () => {
  it('answers every read that may lag, for members and visitors', async () => {
    const set = await createFixture();
    const before = await one.reads();
    const lagging = endpoints.filter((each) => 'mayLag' in each || 'shared' in each);
    for (const { key, access } of lagging) {
      const params = paramsOf(key, set);
      for (const client of [
        await one.as(set.member),
        ...(access === 'anyone' ? [one.visitor()] : []),
      ]) {
        expect([key, (await client.send(key as ApiKey, { params })).statusCode]).toEqual([
          key,
          200,
        ]);
      }
    }
    const { replica: answered = 0, again } = await one.reads();
    expect(answered - (before['replica'] ?? 0)).toBeGreaterThan(lagging.length * 1.5);
    expect(again).toBe(0);
  });

  it("that lags never hides a member's own changes, in any process", async () => {
    const { event, member, stranger } = await createFixture();
    await holdBack();
    await attend(await one.as(member), event);
    for (const process of [one, other]) {
      const { body } = await (await process.as(member)).call('GET /api/user/event-rsvps');
      expect(body).toEqual([event.id]);
      expect(await attendees(await process.as(member), event)).toBe(1);
      expect(await attendees(await process.as(stranger), event)).toBe(0);
    }
    await resumeReplay();
    await catchUp();
    expect(await attendees(await other.as(stranger), event)).toBe(1);
  });

  it("that lags never hides a script's own changes, and its token ends at once", async () => {
    const { event, member } = await createFixture();
    const { id, token } = await plantToken({ db: first.db, clock }, member);
    const [here, there] = [one, other].map(({ visitor }) => visitor().withBearer(token));
    await catchUp();
    await holdBack();
    await attend(here!, event);
    expect([await attendees(here!, event), await attendees(there!, event)]).toEqual([1, 1]);
    const own = await one.as(member);
    await own.call('DELETE /api/user/tokens/:id', { params: { id } });
    const read = { params: { id: event.id } };
    expect(await there!.outcome('GET /api/events/:id', read)).toBe('sign_in_required');
  });

  it('that lags delays no ban and no sign-out', async () => {
    const { member } = await createFixture();
    const client = await other.as(member);
    await client.call('GET /api/user/event-rsvps');
    await holdBack();
    await (
      await one.as(await make.admin())
    ).call('PATCH /api/admin/users/:id/status', {
      params: { id: member.id },
      body: { isActive: false },
    });
    expect((await client.refusal('GET /api/user/event-rsvps')).code).toBe('sign_in_required');
  });

  it('that lags delays no block, in any process', async () => {
    const { event, member } = await createFixture();
    const blocked = await make.member({ id: event.groupId });
    await make.comment(event, member);
    await catchUp();
    const comments = async (client: Client) =>
      (await client.call('GET /api/events/:id/comments', { params: { id: event.id } })).body.length;
    const clients = [await one.as(blocked), await other.as(blocked)];
    await holdBack();
    expect(await Promise.all(clients.map(comments))).toEqual([1, 1]);
    const own = await one.as(member);
    await own.call('PUT /api/users/:id/block', { params: { id: blocked.id } });
    expect(await Promise.all(clients.map(comments))).toEqual([0, 0]);
  });

  it('that lags never refills shared answers after a purge', async () => {
    const { event, member } = await createFixture();
    await one.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = one.app.server.address() as AddressInfo;
    const seen = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/events/${event.id}`);
      return (await response.json()) as unknown;
    };
    expect(await seen()).toMatchObject({ attendeeCount: 0 });
    await holdBack();
    await attend(await one.as(member), event);
    expect(await seen()).toMatchObject({ attendeeCount: 1 });
  });

  it('that falls behind is not read until it has caught up', async () => {
    const { event, member, stranger } = await createFixture();
    const process = await startProcess({ seconds: 1 });
    await process.says(inUse);
    await holdBack();
    await attend(await one.as(member), event);
    await process.says(notInUse);
    expect(await process.inUse()).toBe(false);
    expect(await attendees(await process.as(stranger), event)).toBe(1);
    await resumeReplay();
    await vi.waitFor(async () => expect(await process.inUse()).toBe(true), waitOptions);
  });

  it.each([
    ['is no standby', server.url, 'it is no standby'],
    [
      'is of another database',
      databaseUrl(server.replica.url, 'template1'),
      'it is no copy of this database',
    ],
    ['is not there', 'postgres://nobody@127.0.0.1:1/none', 'ECONNREFUSED'],
  ])('that %s is not read, and the log says why', async (_, url, reason) => {
    const { event, stranger } = await createFixture();
    const process = await startProcess({ url });
    await process.says(reason);
    expect(await attendees(await process.as(stranger), event)).toBe(0);
    expect(await process.reads()).toMatchObject({ replica: 0, primary: 1 });
  });

  it('at an address of several servers leaves its reads to the primary', async () => {
    const { event, stranger } = await createFixture();
    const ports = [server.replica.url, ...Array<string>(20).fill(server.url)].map((url) =>
      Number(new URL(url).port),
    );
    const splitter = createServer((visitor) => {
      const inside = connect(ports.shift() ?? 0, '127.0.0.1');
      visitor.pipe(inside).pipe(visitor);
      for (const each of [visitor, inside]) each.on('error', () => {});
    });
    splitter.listen(0, '127.0.0.1');
    await once(splitter, 'listening');
    ending.push(async () => splitter.close());
    const url = new URL(server.replica.url);
    url.port = String((splitter.address() as AddressInfo).port);
    const process = await startProcess({ url: url.href });
    await process.says(inUse);
    expect(await attendees(await process.as(stranger), event)).toBe(0);
    expect(await process.reads()).toMatchObject({ replica: 1, again: 1 });
  });

  it('that a proxy takes for the primary counts as an unreachable database', async () => {
    const asked = [
      'SELECT * FROM own_writes',
      'DELETE FROM users',
      'SELECT pg_current_wal_flush_lsn()',
    ];
    for (const statement of asked) {
      const failure: unknown = await replica.query(statement).catch((error: unknown) => error);
      expect([statement, isUnreachable(failure)]).toEqual([statement, true]);
    }
  });

  // This test is the last, because the replica is not started again.
  it('that is killed stops no read', async () => {
    const { event, stranger } = await createFixture();
    const client = await one.as(stranger);
    expect(await one.inUse()).toBe(true);
    const reading = async () => {
      for (let each = 0; each < 20; each += 1) expect(await attendees(client, event)).toBe(0);
    };
    const readers = Array.from({ length: 8 }, reading);
    process.kill(server.replica.pid, 'SIGKILL');
    await Promise.all(readers);
    await one.says(notInUse);
    expect(await attendees(client, event)).toBe(0);
    expect(await one.inUse()).toBe(false);
  });
});
