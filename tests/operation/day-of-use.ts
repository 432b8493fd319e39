// Uses a site for a day and prints how many packets found no route out: node day-of-use.ts
// It runs in a network namespace that has nothing but its own loopback.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { hour } from '#contract/platform/durations.ts';
import { demoPassword } from '#server/demo/load.ts';

/** Counts the tries to leave this namespace since it was made, by IPv4 and IPv6. */
function triesToLeave(): number {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip: '))
    .map((line) => line.split(' '));
  const column = names?.indexOf('OutNoRoutes') ?? -1;
  const six = /^Ip6OutNoRoutes\s+(\d+)/m.exec(readFileSync('/proc/net/snmp6', 'utf8'))?.[1];
  return Number(values?.[column]) + Number(six ?? 0);
}

/** Tries to reach an address and a name outside; returns how many tries the kernel counted. */
async function countPlanted(): Promise<{ connections: number; lookups: number }> {
  const before = triesToLeave();
  await once(connect(80, '192.0.2.1'), 'error').catch(() => undefined);
  const between = triesToLeave();
  await lookup('villagehall.example').catch(() => undefined);
  return { connections: between - before, lookups: triesToLeave() - between };
}

const program = fileURLToPath(new URL('../e2e/support/stepped-site.ts', import.meta.url));

async function startSite(now: Date) {
  const child = fork(program, [now.toISOString()], { execArgv: [] });
  const [{ ready }] = (await once(child, 'message')) as [{ ready: { origin: string } }];
  return {
    origin: ready.origin,
    step: async (time: Date) => {
      child.send({ show: time.toISOString() });
      await once(child, 'message');
    },
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** Signs in and returns a function that makes calls as this person. */
async function personOn({ origin }: Site, email: string) {
  const call = async (method: string, path: string, body?: unknown, cookie = '') =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        origin,
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const entry = await call('POST', '/api/login', { email, password: demoPassword });
  const cookie = entry.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, path, body, cookie);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer;
  };
}

const pages = [
  '/',
  '/events',
  '/events?view=month',
  '/events?near=Leeds',
  '/events/1',
  '/groups',
  '/groups/1',
  '/about',
  '/privacy',
  '/auth',
  '/sitemap.xml',
  '/feed.xml',
  '/events.ics',
  '/embed/events',
  '/share/site.png',
  '/api/docs',
  '/api/locations?q=bath',
];

async function useForADay(site: Site, begin: Date): Promise<number> {
  let answered = 0;
  for (const page of pages) {
    const { status } = await fetch(site.origin + page);
    if (status >= 500) throw new Error(`${page} answered ${status}`);
    answered += 1;
  }
  const member = await personOn(site, 'member@example.com');
  const organiser = await personOn(site, 'organiser@example.com');
  const admin = await personOn(site, 'admin@example.com');
  const own = (await (await organiser('GET', '/api/user/groups')).json()) as { id: number }[];
  const startTime = new Date(begin.getTime() + 30 * hour).toISOString();
  const endTime = new Date(begin.getTime() + 32 * hour).toISOString();
  const created = await organiser('POST', '/api/events', {
    groupId: own[0]?.id,
    title: 'A walk by the river',
    description: 'An easy walk along the river and back, with a stop for tea.',
    location: 'The bridge',
    categoryId: 1,
    startTime,
    endTime,
  });
  const { id } = (await created.json()) as { id: number };
  await organiser('POST', `/api/events/${id}/rsvps`);
  await member('GET', '/my-events');
  await member('POST', '/api/user/calendar-feed');
  await admin('GET', '/api/admin/queue');
  await admin('GET', '/api/admin/mail');
  // Every job is due at least once, and the reminder of the event goes out.
  for (let hours = 1; hours <= 26; hours += 1)
    await site.step(new Date(begin.getTime() + hours * hour));
  return answered;
}

const planted = await countPlanted();
const begin = new Date();
const running = await startSite(begin);
const before = triesToLeave();
const answered = await useForADay(running, begin);
const tries = triesToLeave() - before;
await running.stop();
console.log(JSON.stringify({ planted, answered, tries }));
