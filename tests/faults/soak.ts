// node tests/faults/soak.ts [--seconds 600] [--seed 42]: checks that a process under mixed traffic
// doesn't keep growing.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { acknowledgedBy, checkAcknowledged, gatherCrowd, writeUntil } from '#tests/crash/rounds.ts';
import { Random } from '#tests/crash/random.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { overHttp, type Send } from '#tests/crash/transport.ts';
import { Inspector, type Memory } from './inspector.ts';
import { minute } from '#contract/platform/durations.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
  },
});
const seconds = Number(values.seconds);
/** Between two calls of one person; the site should be busy, not overloaded. */
const thinkMs = 150;
const readers = 8;
/** By then caches and the engine's own memory are full. */
const warmUp = 0.3;
const samples = 40;
/**
 * The limits for steady growth in megabytes a minute: the heap after garbage collection, and the
 * process's memory.
 */
const most = { heap: 1, rss: 6 };

const pages = [
  '/',
  '/events',
  '/groups',
  '/about',
  '/events?q=walk&category=2',
  '/groups?q=book',
  '/sitemap.xml',
  '/api/events?limit=100',
  '/api/groups?sort=new',
  '/api/locations?q=kesw',
  '/no-such-page',
];
const signedIn = ['/dashboard', '/my-events', '/api/user/events', '/api/user/groups', '/admin'];

const random = new Random(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), 'villagehall-soak-'));
const site = new ServerProcess({
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  NODE_OPTIONS: '--inspect=127.0.0.1:0',
});

try {
  const address = await site.ready;
  const inspector = await Inspector.of(site);
  const send = overHttp(address);
  const crowd = await gatherCrowd(send, random.fork());
  const until = performance.now() + seconds * 1_000;
  const over = () => performance.now() > until;
  const counted = { reads: 0, failed: 0 };
  const slowly: Send = async (...call) => {
    await pause(thinkMs);
    return send(...call);
  };
  const read = async () => {
    while (!over()) {
      const cookie = random.coin() ? crowd.clients[random.between(0, 8)]?.cookie : undefined;
      const path = random.pick(cookie ? [...pages, ...signedIn] : pages) ?? '/';
      const answer = await fetch(address + path, { headers: { ...(cookie && { cookie }) } });
      await answer.arrayBuffer();
      counted.reads += 1;
      if (answer.status >= 500) counted.failed += 1;
      await pause(thinkMs);
    }
  };
  const memory: Memory[] = [];
  const measure = async () => {
    while (!over()) {
      await pause((seconds * 1_000) / samples);
      memory.push(await inspector.memory());
    }
  };
  await Promise.all([
    writeUntil(over, slowly, crowd),
    measure(),
    ...Array.from({ length: readers }, read),
  ]);
  inspector.close();
  const writes = acknowledgedBy(crowd);
  await checkAcknowledged(send, crowd);
  await site.stop();
  report(memory, { ...counted, writes });
} finally {
  await site.killAll();
  rmSync(folder, { recursive: true, force: true });
}

function report(
  memory: Memory[],
  { reads, writes, failed }: { reads: number; writes: number; failed: number },
): void {
  const settled = memory.slice(Math.floor(memory.length * warmUp));
  const [first, last] = [settled[0], settled.at(-1)];
  const slopes = { heap: slope(settled, 'heap'), rss: slope(settled, 'rss') };
  const mb = (bytes = 0) => (bytes / 1e6).toFixed(1);
  console.log(
    `Soak of ${seconds} s, seed ${values.seed}: ${reads} reads and ${writes} acknowledged writes, ${failed} answers of ` +
      `500 or more, none lost. After garbage collection ${mb(first?.heap)} MB at ${Math.round(warmUp * 100)} % of the time ` +
      `and ${mb(last?.heap)} MB at the end (${slopes.heap.toFixed(2)} MB a minute); resident ${mb(first?.rss)} MB and ` +
      `${mb(last?.rss)} MB (${slopes.rss.toFixed(2)} MB a minute)`,
  );
  if (failed > 0 || slopes.heap > most.heap || slopes.rss > most.rss) process.exitCode = 1;
}

/** Returns the slope of the regression line, in megabytes a minute. */
function slope(memory: Memory[], key: 'heap' | 'rss'): number {
  const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const at = memory.map(({ ms }) => ms / minute);
  const used = memory.map((each) => each[key] / 1e6);
  const [middle, level] = [mean(at), mean(used)];
  const across = at.reduce((sum, x, index) => sum + (x - middle) * ((used[index] ?? 0) - level), 0);
  return across / at.reduce((sum, x) => sum + (x - middle) ** 2, 0);
}
