import { setTimeout as delay } from 'node:timers/promises';
import type { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp } from '#tests/crash/transport.ts';
import { Load } from '../load.ts';
import { postgresPackage, startPostgres } from '../postgres.ts';
import { freePort } from '../program.ts';
import { startCaddy, startHaproxy } from '../proxies.ts';
import type { Row, Stage } from '../row.ts';
import { startSite } from '../sites.ts';

const processes = 3;
const proxies = { Caddy: startCaddy, HAProxy: startHaproxy };

export const restart: Row = {
  name: 'restart',
  title:
    'three processes behind Caddy, then HAProxy: all restarted under load, then kill -9 of one',
  packages: [postgresPackage, 'caddy', 'haproxy'],
  run: async (stage) => {
    const postgres = await startPostgres(stage);
    const figures: string[] = [];
    for (const [name, startProxy] of Object.entries(proxies)) {
      const url = await postgres.another(`behind_${name.toLowerCase()}`);
      figures.push(`${name}: ${await behind(stage, url, startProxy)}`);
      stage.say(figures.at(-1) ?? '');
    }
    return figures.join('; ');
  },
};

async function behind(stage: Stage, url: string, startProxy: typeof startCaddy): Promise<string> {
  const sites = new Map<number, ServerProcess>();
  const start = async (port: number) => {
    const env = {
      DATABASE_URL: url,
      PORT: String(port),
      TRUST_PROXY: 'loopback',
      SHUTDOWN_DELAY: '4',
    };
    sites.set(port, await startSite(stage, env));
  };
  for (let each = 0; each < processes; each += 1) await start(await freePort());
  const address = await startProxy(stage, [...sites.keys()]);
  const send = overHttp(address);
  const load = await Load.at(address, send);

  const rolled = await roll(load, sites, start);
  await load.checkWord(send);
  const killed = await killOne(load, [...sites.values()][0]);
  const fates = await load.checkWord(send);
  const flying = fates.filter((fate) => fate !== 'none').length;
  const after = await onTwo(load);
  await load.checkWord(send);
  for (const site of sites.values()) await site.killAll();
  return `${rolled}; ${killed}, ${flying} writes in flight whole or not at all, ${after}`;
}

/** Restarts one process after the other, while people write and read. */
async function roll(
  load: Load,
  sites: ReadonlyMap<number, ServerProcess>,
  start: (port: number) => Promise<void>,
): Promise<string> {
  let done = false;
  const rolling = async () => {
    try {
      for (const [port, site] of sites) {
        await site.stop();
        await start(port);
        // The proxy has to see it ready before the next one stops.
        await delay(2_500);
      }
    } finally {
      done = true;
    }
  };
  await Promise.all([load.until(() => done), rolling()]);
  if (load.failed.length > 0)
    throw new Error(`restarted: ${load.failed.join(', ')} of ${load.total}`);
  return `restarted, ${load.total} requests and none failed, the slowest ${load.slowestMs.toFixed(0)} ms`;
}

async function killOne(load: Load, doomed: ServerProcess | undefined): Promise<string> {
  const before = load.acknowledged;
  let killed = false;
  const enough = () => {
    if (!killed && load.acknowledged >= before + 200) {
      killed = true;
      doomed?.signal('SIGKILL');
    }
    return killed;
  };
  load.begin();
  await load.until(enough);
  return `kill -9: ${load.failed.join(', ') || 'nothing'} cut off`;
}

/** From the first request after the kill on, nobody meets a failure. */
async function onTwo(load: Load): Promise<string> {
  load.begin();
  await load.until(() => load.acknowledged >= 200);
  if (load.failed.length > 0)
    throw new Error(`with two of three: ${load.failed.join(', ')} of ${load.total}`);
  return `${load.total} requests on the other two and none failed`;
}
