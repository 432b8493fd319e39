import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RoundRobin } from '#tests/cluster/proxy.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { serverOfFile } from '#tests/support/of-file.ts';
import { failuresOf, putUnderLoad } from './load.ts';
import { ensureBuild, freshDatabase } from './support.ts';

const database = await freshDatabase((await serverOfFile()).url);
let running: ServerProcess[] = [];
const proxy = new RoundRobin();

beforeAll(() => ensureBuild(), 180_000);

afterAll(async () => {
  await proxy.close();
  await Promise.all(running.map((each) => each.killAll()));
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
    const load = await putUnderLoad(address);

    for (const { site, address: gone } of old) {
      await site.stop();
      proxy.remove(gone);
      await start();
    }
    await load.end();
    running = running.filter((each) => !old.some(({ site }) => site === each));

    expect(failuresOf(load)).toEqual([]);
    expect(load.outcomes.get('GET 200')).toBeGreaterThan(100);
    expect(load.outcomes.get('POST 200')).toBeGreaterThan(20);
  });
});
