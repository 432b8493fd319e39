import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RoundRobin } from '../cluster/proxy.ts';
import { signIn } from '../crash/client.ts';
import { ServerProcess } from '../crash/server-process.ts';
import { all, overHttp } from '../crash/transport.ts';
import { startTestPostgres, type TestPostgres } from '../postgres/server.ts';
import { ensureBuild, freshDatabase, type FreshDatabase } from './support.ts';

let server: TestPostgres;
let database: FreshDatabase;
let running: ServerProcess[] = [];
const proxy = new RoundRobin();

beforeAll(async () => {
  await ensureBuild();
  server = await startTestPostgres();
  database = await freshDatabase(server.url);
}, 180_000);

afterAll(async () => {
  await proxy.close();
  await Promise.all(running.map((each) => each.killAll()));
  await server.stop();
});

async function start(): Promise<{ site: ServerProcess; address: string }> {
  const site = new ServerProcess({
    DATABASE_URL: database.url,
    DEMO: 'true',
    SHUTDOWN_DELAY: '2',
  });
  running.push(site);
  const address = await site.ready;
  proxy.add(address);
  return { site, address };
}

describe('two processes restarted one after the other', () => {
  test('drop no request', { timeout: 120_000 }, async () => {
    const old = [await start(), await start()];
    const address = await proxy.listen();
    const send = overHttp(address);
    const cookie = await signIn(send, 'member@example.com');
    const [group] = await all<{ id: number; joinPolicy: string }>(send, '/api/groups');
    const outcomes = new Map<string, number>();
    const over = new AbortController();

    const visit = async (method: 'GET' | 'POST', path: string, sending = {}) => {
      while (!over.signal.aborted) {
        const { status } = await send(method, path, sending).catch(() => ({ status: 'failed' }));
        const outcome = `${method} ${status}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    const visits = [
      visit('GET', '/api/groups'),
      visit('GET', '/api/events', { cookie }),
      visit('GET', '/api/user', { cookie }),
      visit('POST', `/api/groups/${group?.id}/members`, { cookie }),
    ];

    for (const { site, address: gone } of old) {
      await site.stop();
      proxy.remove(gone);
      await start();
    }
    over.abort();
    await Promise.all(visits);
    running = running.filter((each) => !old.some(({ site }) => site === each));

    const failed = [...outcomes].filter(([outcome]) => !/ 20[01]$/.test(outcome));
    expect(failed).toEqual([]);
    expect(outcomes.get('GET 200')).toBeGreaterThan(100);
    expect(outcomes.get('POST 200')).toBeGreaterThan(20);
  });
});
