// Measures the product's speed against the machine's limits: npm run bench (docs/speed.md)
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { accountById } from '#features/base/accounts/queries.ts';
import { openDatabase, type Database } from '#platform/db/database.ts';
import { events } from '#features/events/events/tables.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';
import { calls, problemsOfAll } from './calls.ts';
import { cases, cookieOf, type Case, type World } from './cases.ts';
import { fill, scales, sessionTokenOf, benchUsers, type ScaleName } from './data.ts';
import type { LimitWork, SqlWork } from './limit-server.ts';
import { answerOf, connections, load, startLimit, type Figures } from './load.ts';
import { measureDoor, measurePages, type DoorFigures, type PageFigures } from './browser.ts';
import { drawChart } from './chart.ts';
import { measureCrowd, type CrowdFigures } from './crowd.ts';
import { statementsOf, type Statement } from './record.ts';
import { moment, takeStatistics } from './statistics.ts';
import { median, memoryOf, printTable, type Row } from './report.ts';

interface Results {
  readySeconds: number;
  /** In MB. */
  memory: { idle: number; loaded: number };
  rows: Row[];
  crowd: CrowdFigures[];
  browser: PageFigures[];
  door: DoorFigures[];
}

const { values: options } = parseArgs({
  options: {
    scale: { type: 'string', default: 'small' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    engine: { type: 'string', default: 'postgres' },
    json: { type: 'string', default: 'test-results/bench.json' },
    chart: { type: 'string', default: 'test-results/bench.svg' },
    /** Only reads the plans of every call. */
    plans: { type: 'boolean', default: false },
    /**
     * Loads the large data and writes the planner's statistics to a file, for the test of plans.
     */
    statistics: { type: 'string' },
    /** On TEST_DATABASE_URL: keeps the loaded data for the next run with this option. */
    keep: { type: 'boolean', default: false },
  },
});
/** The comment on a database that was loaded completely. */
const loaded = 'loaded by npm run bench';
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
/** A comma and a space are part of a name. */
const wanted = options.only.split(/,(?! )/).filter(Boolean);
/** The embedded engine's limit is measured on a copy of its folder. */
const embedded = options.engine === 'embedded';
/** Before the first round of each case. */
const warmUpSeconds = 4;
/** The size of the product's own pool. */
const poolSize = 10;
const limitNames = {
  bytes: 'bare server',
  SQL: embedded ? 'bare engine' : 'bare SQL',
  page: 'bare rendering',
} as const;

const postgres = await startTestPostgres();
const asked = options.scale.split(',').map((name) => {
  if (!(name in scales)) throw new Error(`--scale knows ${Object.keys(scales).join(', ')}`);
  return name as ScaleName;
});
if (options.statistics) await writeStatistics(options.statistics);
else if (options.plans) for (const name of asked) await readPlans(name);
else await measureAll(asked);
await postgres.stop();

async function measureAll(names: ScaleName[]): Promise<void> {
  const results: Record<string, Results> = {};
  for (const name of names) results[name] = await measureScale(name);
  await mkdir(dirname(options.json), { recursive: true });
  await writeFile(options.json, `${JSON.stringify(results, undefined, 2)}\n`);
  const [first] = Object.values(results);
  if (first) await writeFile(options.chart, drawChart(first.rows, new Date()));
}

async function writeStatistics(file: string): Promise<void> {
  const { url } = await createDatabase('bench_statistics');
  await prepare({ databaseUrl: url, dataDir: '' }, 'large', moment);
  const client = new pg.Client(url);
  await client.connect();
  await writeFile(file, `${JSON.stringify(await takeStatistics(client))}\n`);
  await client.end();
}

/** Reads the plans as their test does, with this data's own statistics. */
async function readPlans(name: ScaleName): Promise<void> {
  const { url, isLoaded } = await createDatabase(`bench_${name}`);
  const where = { databaseUrl: url, dataDir: '' };
  if (!isLoaded) await prepare(where, name, new Date());
  const opened = await openDatabase(where);
  const problems = await problemsOfAll(opened, new Date());
  await opened.close();
  for (const problem of problems) console.log(problem);
  console.log(`${name}: ${calls.length} calls, ${problems.length} problems`);
}

async function measureScale(name: ScaleName): Promise<Results> {
  const { url, isLoaded } = await createDatabase(`bench_${name}`);
  const now = new Date();
  const before = performance.now();
  if (!isLoaded) await prepare({ databaseUrl: url, dataDir: '' }, name, now);
  const dataDir = await mkdtemp(join(tmpdir(), 'villagehall-bench-'));
  const bareDir = `${dataDir}-bare`;
  if (embedded) {
    await prepare({ dataDir }, name, now);
    await cp(dataDir, bareDir, { recursive: true });
  }
  const bare = embedded ? { dataDir: bareDir } : { url };
  console.log(`\n${name}: loaded in ${((performance.now() - before) / 1000).toFixed(0)} s`);
  const started = performance.now();
  const settings = {
    ...(!embedded && { DATABASE_URL: url }),
    DATA_DIR: dataDir,
    DEMO: 'false',
  };
  const server = new ServerProcess(settings, { flags: [] });
  const origin = await server.ready;
  server.ignoreLines();
  const readySeconds = (performance.now() - started) / 1000;
  console.log(`${name}: ready after ${readySeconds.toFixed(2)} s`);
  const opened = await openDatabase({ databaseUrl: url, dataDir });
  const world = await worldOf(opened.db, now, origin);
  // By then the process has released the memory of its start.
  await pause(3_000);
  const memory = { idle: await memoryOf(server.pid), loaded: 0 };
  const rows: Row[] = [];
  for (const each of cases.filter(isWanted)) {
    const row = await measure(each, world, bare);
    rows.push(row);
    printTable([row], rows.length === 1);
  }
  const crowd = isWanted({ name: 'crowd' }) ? await measureCrowd(origin, rounds, seconds) : [];
  if (crowd.length > 0) console.table(crowd);
  let browser: PageFigures[] = [];
  if (isWanted({ name: 'browser' })) {
    const pages = ['/', '/events', `/events/${world.event}`, '/groups', `/groups/${world.group}`];
    browser = await measurePages(origin, pages, rounds);
    console.table(browser);
  }
  let door: DoorFigures[] = [];
  if (isWanted({ name: 'door' })) {
    door = await measureDoor(origin, world.own[0] ?? 0, cookieOf(0), rounds);
    console.table(door);
  }
  memory.loaded = await memoryOf(server.pid);
  console.log(`memory: ${memory.idle} MB idle, ${memory.loaded} MB after the load`);
  await opened.close();
  await server.stop();
  for (const folder of [dataDir, bareDir]) await rm(folder, { recursive: true, force: true });
  return { readySeconds, memory, rows, crowd, browser, door };
}

function isWanted({ name }: Pick<Case, 'name'>): boolean {
  return wanted.length === 0 || wanted.some((part) => name.includes(part));
}

async function createDatabase(name: string): Promise<{ url: string; isLoaded: boolean }> {
  const administrator = new pg.Client(postgres.url);
  await administrator.connect();
  const { rowCount: found } = await administrator.query(
    `SELECT FROM pg_database WHERE datname = $1 AND shobj_description(oid, 'pg_database') = $2`,
    [name, loaded],
  );
  const isLoaded = options.keep && found === 1;
  if (!isLoaded) {
    await administrator.query(`DROP DATABASE IF EXISTS ${name}`);
    await administrator.query(`CREATE DATABASE ${name}`);
  }
  await administrator.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return { url: url.href, isLoaded };
}

/** Runs the migrations and loads the rows. */
async function prepare(
  where: Parameters<typeof openDatabase>[0],
  name: ScaleName,
  now: Date,
): Promise<void> {
  const { db, close } = await openDatabase(where);
  const { databaseUrl } = where;
  if (databaseUrl) {
    // The pool would drop this connection: indexing takes longer than any call may.
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await fill(client, scales[name], now);
    await client.query(
      `COMMENT ON DATABASE ${new URL(databaseUrl).pathname.slice(1)} IS '${loaded}'`,
    );
    await client.end();
  } else {
    const client = await db.$client.connect();
    await fill(client, scales[name], now);
    client.release(true);
  }
  await close();
}

async function worldOf(db: Database, now: Date, origin: string): Promise<World> {
  const own = await db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.groupId, 1))
    .orderBy(events.id);
  const { rows: ahead } = await db.$client.query<{ id: number; start: Date }>(
    `SELECT id, start_time AS start FROM events WHERE status = 'scheduled' AND start_time > $1
     ORDER BY start_time, id OFFSET 8999 LIMIT 1`,
    [now],
  );
  const [far] = ahead;
  return {
    db,
    now,
    origin,
    event: 7,
    group: 8,
    own: own.slice(-benchUsers).map(({ id }) => id),
    farCursor:
      far && Buffer.from(JSON.stringify([far.start.getTime(), far.id])).toString('base64url'),
  };
}

/** Measures the product and its limit in turn, and returns the medians. */
async function measure(one: Case, world: World, where: SqlWork['where']): Promise<Row> {
  const work = await limitOf(one, world, where);
  const limit = await startLimit(work);
  const product: Figures[] = [];
  const bare: Figures[] = [];
  // Node optimises hot code only after a while.
  await Promise.all([
    load({ ...askFor(one, world), seconds: warmUpSeconds }),
    load({ url: limit.url, seconds: warmUpSeconds }),
  ]);
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await load({ url: limit.url, seconds }));
    product.push(await load(askFor(one, world)));
  }
  await limit.stop();
  const middle = (all: Figures[], figure: keyof Figures) => median(all.map((each) => each[figure]));
  const perSecond = middle(product, 'perSecond');
  const limitPerSecond = middle(bare, 'perSecond') * (one.requestsPerWork ?? 1);
  return {
    name: one.name,
    perSecond,
    p50: middle(product, 'p50'),
    p99: middle(product, 'p99'),
    failed: [...product, ...bare].reduce((sum, each) => sum + each.failed, 0),
    limit: limitNames[work.kind],
    limitPerSecond,
    ratio: perSecond / limitPerSecond,
  };
}

function askFor(one: Case, world: World) {
  const { requests } = one;
  return {
    url: world.origin + one.path(world),
    seconds,
    ...(one.signedIn && { cookie: cookieOf }),
    ...(requests && { requests: (connection: number) => requests(world, connection) }),
  };
}

async function limitOf(one: Case, world: World, where: SqlWork['where']): Promise<LimitWork> {
  const url = world.origin + one.path(world);
  if (one.work) return { kind: 'SQL', where, scripts: await scriptsOf(one, world), poolSize };
  if (one.drawn) return { kind: 'page', url, cookie: cookieOf(0) };
  const [request] = one.requests?.(world, 0) ?? [];
  return answerOf(url, {
    headers: {
      'accept-encoding': 'br',
      ...(one.signedIn && { cookie: cookieOf(0) }),
      ...(request?.headers as Record<string, string>),
    },
    method: request?.method ?? 'GET',
    ...(request?.body && { body: String(request.body) }),
  });
}

/** Records the product's statements for the member of each connection. */
async function scriptsOf(one: Case, world: World): Promise<Statement[][]> {
  const scripts: Statement[][] = [];
  for (let user = 1; user <= connections; user += 1) {
    const viewer = await accountById(world.db, `u${user}`);
    if (!viewer) throw new Error(`the data hold no member ${user}`);
    const work = async () => one.work?.(world, viewer, sessionTokenOf(user));
    // The first time leaves what the work finds each time after.
    await work();
    scripts.push(await statementsOf(work));
  }
  return scripts;
}
