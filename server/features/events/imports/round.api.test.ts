import { cleanText } from '#contract/platform/clean-text.ts';
import { pino } from 'pino';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hour, minute } from '#contract/platform/durations.ts';
import { readConfig } from '#platform/config.ts';
import { FetchError, openPublicFetch, type FetchPublic } from '#platform/fetch/fetch-public.ts';
import { startTestApp } from '#tests/support/app.ts';
import { badServers } from '#tests/support/bad-servers.ts';
import { startHttpsServer, startSocketServer } from '#tests/support/https-server.ts';
import { calendarOf, picnic } from '#tests/support/imports.ts';
import { readFollowedCalendars } from './jobs.ts';
import { leaseCalendar } from './mutations/followed.ts';
import { followedCalendars } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const log = pino({ level: 'silent' });

/** Reads the due calendars as a process of this site. */
const read = async (fetchPublic: FetchPublic, signal?: AbortSignal) =>
  readFollowedCalendars({
    db,
    config: { ...readConfig({}), fetchPublic },
    clock: clock.read,
    log,
    signal,
  });

const bytes = new TextEncoder().encode(calendarOf(picnic));
const failing = async () => Promise.reject(new FetchError('This address can’t be reached'));

type Person = Awaited<ReturnType<typeof make.user>>;

/** Follows a calendar at an address of this name for a new group, on behalf of a person. */
async function follow(name: string, person?: Person, address = `https://${name}.example/`) {
  const group = await make.group();
  await db.insert(followedCalendars).values({
    groupId: group.id,
    addedById: (person ?? group.owner).id,
    url: cleanText(address),
    dueAt: clock.read(),
  });
}

const followMany = async (count: number, name: string, person?: Person) => {
  for (let at = 0; at < count; at += 1) await follow(`${name}-${at}`, person);
};

const stateOf = async () => {
  const { url, problem, failures } = followedCalendars;
  return db.select({ url, problem, failures }).from(followedCalendars).orderBy(asc(url));
};

/** Answers once it is let, and lists what it was asked for. */
function holding() {
  const started: string[] = [];
  const waiting = new Map<string, () => void>();
  const arrivals = new EventTarget();
  const counts = { now: 0, most: 0 };
  const fetchPublic: FetchPublic = async (url, signal) => {
    started.push(new URL(url).hostname);
    counts.now += 1;
    counts.most = Math.max(counts.most, counts.now);
    arrivals.dispatchEvent(new Event('arrival'));
    await new Promise<void>((resolve, reject) => {
      waiting.set(url, resolve);
      signal?.addEventListener('abort', () => reject(signal.reason));
    }).finally(() => (counts.now -= 1));
    return bytes;
  };
  const untilStarted = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      await new Promise((resolve) => arrivals.addEventListener('arrival', resolve, { once: true }));
    }
  };
  const letGo = () => {
    for (const go of waiting.values()) go();
    waiting.clear();
  };
  return { started, counts, fetchPublic, untilStarted, letGo };
}

beforeEach(async () => {
  clock.reset();
  await db.delete(followedCalendars);
});

describe('a round of followed calendars', () => {
  it.each(['switches protocols', 'says nothing to the request', 'never begins TLS'])(
    'reads nine beside one whose server %s',
    async (kind) => {
      const { layer, treat } = badServers[kind]!;
      const bad = await startSocketServer('calendar.example', layer, treat);
      const good = await startHttpsServer('calendar.example', (_, response) => response.end(bytes));
      const options = {
        ca: `${bad.ca}\n${good.ca}`,
        resolve: async () => ['127.0.0.1'],
        isAllowed: () => true,
      };
      // Only the bad one is given up soon, however slow this machine is.
      const [patient, hasty] = [
        openPublicFetch(options),
        openPublicFetch({ ...options, longestMs: 500 }),
      ];
      const isBad = (url: string) => new URL(url).port === String(bad.port);
      const fetchPublic: FetchPublic = (url, ...more) =>
        (isBad(url) ? hasty : patient)(url, ...more);
      await follow('bad', undefined, `https://calendar.example:${bad.port}/`);
      for (let at = 0; at < 9; at += 1) {
        await follow('good', undefined, `https://calendar.example:${good.port}/${at}`);
      }
      expect(await read(fetchPublic)).toEqual({ read: 9, failed: 1 });
      const problems = (await stateOf()).filter(({ problem }) => problem !== null);
      expect(problems).toMatchObject([{ url: `https://calendar.example:${bad.port}/` }]);
    },
  );

  it('goes on after one that throws, and says so at that one', async () => {
    await follow('bad');
    await follow('nul');
    await followMany(9, 'good');
    const done = await read(async (url) => {
      if (url.includes('bad')) throw new RangeError('a fault of ours');
      if (!url.includes('nul')) return bytes;
      return new TextEncoder().encode(calendarOf(picnic.with(2, 'SUMMARY:Summer\0picnic')));
    });
    expect(done.read).toBeGreaterThanOrEqual(9);
    const [bad, ...others] = await stateOf();
    expect(bad).toMatchObject({ problem: 'Something went wrong here. We’ll try again' });
    expect(others.filter(({ url }) => url.includes('good'))).toEqual(
      Array.from({ length: 9 }, () => expect.objectContaining({ problem: null, failures: 0 })),
    );
  });

  it('goes on where what is kept of one of them is broken', async () => {
    await follow('bad');
    await db.update(followedCalendars).set({ declined: sql`'null'` });
    await followMany(3, 'good');
    expect(await read(async () => bytes)).toEqual({ read: 3, failed: 1 });
  });

  it('reads ten at once', async () => {
    await followMany(12, 'any');
    const server = holding();
    const round = read(server.fetchPublic);
    await server.untilStarted(() => server.started.length === 10);
    server.letGo();
    await server.untilStarted(() => server.started.length === 12);
    server.letGo();
    expect(await round).toMatchObject({ read: 12 });
    expect(server.counts.most).toBe(10);
  });

  it('reads one person’s fifty slow calendars one at a time, and another’s at once', async () => {
    const many = await make.user();
    await followMany(50, 'slow', many);
    await follow('other');
    const server = holding();
    const round = read(server.fetchPublic);
    await server.untilStarted(() => server.started.includes('other.example'));
    expect(server.started.filter((host) => host.startsWith('slow')).length).toBeLessThan(2);
    expect(await leaseCalendar(db, clock.read())).toBeUndefined();
    for (let count = 2; count <= 51; count += 1) {
      await server.untilStarted(() => server.started.length >= count);
      server.letGo();
    }
    expect(await round).toMatchObject({ read: 51 });
    expect(server.counts.most).toBe(2);
  });

  it('reads no calendar twice where two processes begin at once', async () => {
    await followMany(12, 'any');
    const asked: string[] = [];
    const fetchPublic: FetchPublic = async (url) => {
      asked.push(url);
      return bytes;
    };
    const rounds = await Promise.all([read(fetchPublic), read(fetchPublic)]);
    expect(rounds.map((done) => done.failed)).toEqual([0, 0]);
    expect(asked.toSorted()).toEqual((await stateOf()).map(({ url }) => url));
  });

  it('that is cut short is finished by the next', async () => {
    await followMany(3, 'any');
    const leaving = new AbortController();
    const server = holding();
    const round = read(server.fetchPublic, leaving.signal);
    await server.untilStarted(() => server.started.length === 3);
    leaving.abort(new Error('leaving'));
    expect(await round).toEqual({ read: 0, failed: 0 });
    expect((await stateOf()).map(({ failures }) => failures)).toEqual([0, 0, 0]);
    expect(await read(async () => bytes)).toMatchObject({ read: 3 });
  });

  it('that ends with its process is finished once its leases are over', async () => {
    await follow('any');
    const server = holding();
    const lost = read(server.fetchPublic);
    await server.untilStarted(() => server.started.length === 1);
    expect(await read(async () => bytes)).toMatchObject({ read: 0 });
    clock.advanceHours(0.5);
    expect(await read(async () => bytes)).toMatchObject({ read: 1 });
    server.letGo();
    await lost;
    expect(await stateOf()).toMatchObject([{ problem: null, failures: 0 }]);
  });
});

describe('a followed calendar that fails', () => {
  it('is tried again after half an hour, and then ever later, up to a day', async () => {
    await follow('bad');
    const waits = [30, 60, 120, 240, 480, 960, 1_440, 1_440];
    expect(await read(failing)).toMatchObject({ failed: 1 });
    for (const minutes of waits) {
      clock.advanceHours(((minutes - 1) * minute) / hour);
      expect(await read(failing)).toMatchObject({ failed: 0 });
      clock.advanceHours(minute / hour);
      expect(await read(failing)).toMatchObject({ failed: 1 });
    }
    expect(await stateOf()).toMatchObject([
      { problem: 'This address can’t be reached', failures: waits.length + 1 },
    ]);
  });

  it('is read once a day again once it can be', async () => {
    await follow('bad');
    await read(failing);
    clock.advanceHours(0.5);
    expect(await read(async () => bytes)).toMatchObject({ read: 1 });
    expect(await stateOf()).toMatchObject([{ problem: null, failures: 0 }]);
    clock.advanceHours(23.9);
    expect(await read(async () => bytes)).toMatchObject({ read: 0 });
    clock.advanceHours(0.1);
    expect(await read(async () => bytes)).toMatchObject({ read: 1 });
  });

  it('is due at once where a clock years ahead had put it off', async () => {
    await follow('any');
    await db
      .update(followedCalendars)
      .set({ dueAt: clock.inHours(24 * 365), leasedUntil: clock.inHours(24 * 365) })
      .where(eq(followedCalendars.failures, 0));
    expect(await read(async () => bytes)).toMatchObject({ read: 1 });
  });
});
