import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { serverOfFile } from '#tests/support/of-file.ts';
import type { Group } from '#contract/community/groups.ts';
import { day, hour } from '#contract/platform/durations.ts';
import { callsToRead, pagesToRead } from '#tests/canaries/addresses.ts';
import { signIn } from '#tests/crash/client.ts';
import { overHttp, readList, sendSuccessfully } from '#tests/crash/transport.ts';
import { freePort } from '#tests/operations/program.ts';
import { failuresOf, putUnderLoad } from './load.ts';
import { ensureBuild, freshDatabase } from './support.ts';

const time = { timeout: 180_000 };
const soon = { timeout: 60_000, interval: 100 };

const database = await freshDatabase((await serverOfFile()).url);
const metricsPort = await freePort();
let site: ServerProcess;

beforeAll(() => ensureBuild(), 180_000);

afterEach(async () => {
  site.signal('SIGTERM');
  await site.ended;
});

/** Starts two processes behind one port; resolves once both serve. */
async function startTwo(): Promise<string> {
  site = new ServerProcess({
    DATABASE_URL: database.url,
    DEMO: 'true',
    PROCESSES: '2',
    METRICS_PORT: String(metricsPort),
  });
  const address = await site.ready;
  await vi.waitUntil(async () => (await answeredBy()).size === 2, soon);
  return address;
}

const lanterns = {
  title: 'Lantern making',
  description: 'Paper, willow and a great deal of glue for the parade.',
  location: 'Quibblethorpe Hall, Market Square',
  startTime: new Date(Date.now() + 2 * day).toISOString(),
  endTime: new Date(Date.now() + 2 * day + hour).toISOString(),
  categoryId: 2,
  placePublic: true,
  postcode: 'CA12 5JR',
};

const nothing = {
  series: [],
  imports: [],
  past: 0,
  hiddenEvent: 0,
  comments: [],
  donations: [],
  users: [],
  sessions: [],
  mails: [],
  cases: [],
  references: [],
};

/** Some of the addresses that show a public venue. */
const withVenue = (event: number, group: number) => [
  `/api/events/${event}`,
  `/api/events/group/${group}`,
  `/api/events/${event}/calendar.ics`,
  `/events/${event}`,
  `/embed/events?group=${group}`,
  '/calendar.ics',
  '/feed.xml',
  `/groups/${group}/calendar.ics`,
  `/groups/${group}/feed.xml`,
];

const children = () =>
  readFileSync(`/proc/${site.pid}/task/${site.pid}/children`, 'utf8').trim().split(' ').map(Number);

/** Counts the requests that each process has answered, by its own metrics. */
async function answeredBy(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  const found = new Map<string, number>();
  for (const [, place = ''] of text.matchAll(/^villagehall_info\{.*process="(\d+)".*\} 1$/gm)) {
    found.set(place, 0);
  }
  const counted =
    /^villagehall_http_request_duration_seconds_count\{.*process="(\d+)".*\} (\d+)$/gm;
  for (const [, place = '', count] of text.matchAll(counted)) {
    found.set(place, (found.get(place) ?? 0) + Number(count));
  }
  return found;
}

describe.runIf(process.platform === 'linux')('two processes behind one port', () => {
  test('share the requests, and end together', time, async () => {
    const load = await putUnderLoad(await startTwo());
    await load.more(200);
    const answered = await answeredBy();
    expect([...answered.keys()].toSorted()).toEqual(['1', '2']);
    for (const count of answered.values()) expect(count).toBeGreaterThan(20);
    await load.end();
    expect(failuresOf(load)).toEqual([]);
    await site.stop();
  });

  test('replace a killed one, and requests continue', time, async () => {
    const address = await startTwo();
    const [first = 0, second = 0] = children();
    process.kill(second, 'SIGKILL');
    await vi.waitUntil(() => children().length === 2 && !children().includes(second), soon);
    await vi.waitUntil(async () => (await answeredBy()).size === 2, soon);
    expect(children()).toContain(first);
    expect(site.stderr).toContain('A process of the site ended (SIGKILL): starting another one');

    const load = await putUnderLoad(address);
    await load.more(100);
    await load.end();
    expect(failuresOf(load)).toEqual([]);
  });

  test('restart one by one on SIGHUP, and no request fails', time, async () => {
    const load = await putUnderLoad(await startTwo());
    const old = children();
    site.signal('SIGHUP');
    await vi.waitUntil(() => children().every((pid) => !old.includes(pid)), soon);
    await load.more(100);
    await load.end();
    expect(failuresOf(load)).toEqual([]);
    expect(load.outcomes.get('GET 200')).toBeGreaterThan(100);
    expect(children()).toHaveLength(2);
  });

  test('have the venue in no answer two seconds after its place is closed', time, async () => {
    const address = await startTwo();
    const send = overHttp(address);
    const cookie = await signIn(send, 'organiser@example.com');
    const groups = await readList<Group>(send, '/api/user/groups', cookie);
    const groupId = groups.find(({ can }) => can.createEvent)?.id ?? 0;
    const body = { ...lanterns, groupId };
    const { id } = await sendSuccessfully<{ id: number }>(send, 'POST', '/api/events', {
      cookie,
      body,
    });
    const ids = { ...nothing, groups: [groupId], events: [id] };
    const addresses = [...callsToRead(ids), ...pagesToRead(ids)];
    const holding = async () => {
      const found = new Set<string>();
      for (const path of addresses) {
        // A new connection each time, so that either process may answer.
        const answer = await fetch(address + path, { headers: { connection: 'close' } });
        if ((await answer.text()).includes('Quibblethorpe')) found.add(path);
      }
      return [...found];
    };
    const picture = async () =>
      (await fetch(`${address}/share/events/${id}.png`)).headers.get('etag');
    const openPicture = await picture();
    for (let round = 0; round < 3; round += 1) {
      expect(await holding()).toEqual(expect.arrayContaining(withVenue(id, groupId)));
    }
    await sendSuccessfully(send, 'PATCH', `/api/events/${id}`, {
      cookie,
      body: { placePublic: false },
    });
    // This is the time that is promised.
    await pause(2_000);
    for (let round = 0; round < 6; round += 1) {
      expect(await holding()).toEqual([]);
      expect(await picture()).not.toBe(openPicture);
    }
  });

  test("end with the first one's message if it can't start", time, async () => {
    site = new ServerProcess({
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
      PROCESSES: 'auto',
    });
    await expect(site.ready).rejects.toThrow('ended with 1');
    expect(site.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^DATABASE_URL names a server that can't be reached/),
    ]);
  });
});
