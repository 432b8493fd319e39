import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { calls as allCalls, startAppOn, statementsOfCall } from '../../bench/speed/calls.ts';
import { statementsPlannedToScan } from '../../bench/speed/plans.ts';
import { statementsOf, type Statement } from '../../bench/speed/record.ts';
import { restoreStatistics, moment, type Statistics } from '../../bench/speed/statistics.ts';
import { readConfig } from '#platform/config.ts';
import { countFound, findEvents } from '#features/events/events/queries/list.ts';
import { findMonth } from '#features/events/events/queries/month.ts';
import type { Viewer } from '#platform/viewer.ts';
import { findPositions } from '#features/events/events/jobs/positions.ts';
import { eraseGuests } from '#features/events/attendance/mutations/erasure.ts';
import { newestEvents, ownEvents, publicEvents } from '#features/events/feeds/queries/events.ts';
import { openDatabase, type Database, type OpenDatabase } from '#platform/db/database.ts';
import { findEmbedded } from '#features/events/embed/queries.ts';
import { mountSitemap } from '#server/ssr/sitemap.ts';
import { oneIn } from '#tests/support/breadth.ts';
import { startTestPostgres, type TestPostgres } from './server.ts';

const calls = oneIn(4, allCalls);

let server: TestPostgres;
let database: OpenDatabase;
const statementsByCall = new Map<string, Statement[]>();
const nameOf = (call: (typeof calls)[number]) => JSON.stringify(call);

/**
 * The statistics of a million members and events and ten million RSVPs: `npm run bench --
 * --statistics <file>`.
 */
const statistics = JSON.parse(
  await readFile(new URL('large-statistics.json', import.meta.url), 'utf8'),
) as Statistics;

async function asAdministrator(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url);
  await client.connect();
  await work(client);
  await client.end();
}

/**
 * On a slow machine this takes a minute, in which autovacuum would replace the copied statistics by
 * those of the few real rows.
 */
const disableAutovacuum = (url: string) =>
  asAdministrator(url, async (client) => {
    await client.query('ALTER SYSTEM SET autovacuum = off');
    await client.query('SELECT pg_reload_conf()');
  });

async function statementsOfSitemap({ db }: OpenDatabase): Promise<Statement[]> {
  const site = Fastify();
  mountSitemap(site, { db, config: readConfig({}), clock: () => moment });
  return statementsOf(async () => {
    for (const file of ['.xml', '/events-1.xml', '/groups-1.xml']) {
      const { statusCode } = await site.inject(`/sitemap${file}`);
      expect(statusCode).toBe(200);
    }
    await site.close();
  });
}

/** A cancelled event, which no list call finds among upcoming events. */
async function statementsOfEmbed({ db, make }: Awaited<ReturnType<typeof startAppOn>>) {
  const group = await make.group();
  await make.event({ group, status: 'cancelled' });
  return statementsOf(() =>
    findEmbedded(db, { group: group.id, limit: 10, theme: 'auto' }, moment),
  );
}

const feeds = {
  'the calendar of all': (db: Database) => publicEvents(db, cleanTexts({}), moment),
  'that of a filter': (db: Database) =>
    publicEvents(
      db,
      cleanTexts({ near: 'Leeds', category: 6, free: true, from: '2026-06-12' }),
      moment,
    ),
  'that of a place': (db: Database) =>
    publicEvents(db, cleanTexts({ near: 'EC1A', within: 10 }), moment),
  'that of a search': (db: Database) => publicEvents(db, cleanTexts({ q: 'walk bake' }), moment),
  'that of a group': (db: Database) => publicEvents(db, cleanTexts({ group: 7 }), moment),
  'a member’s own': (db: Database) => ownEvents(db, 'u1', false, moment),
  'a member’s own, with what waits for an answer': (db: Database) =>
    ownEvents(db, 'u1', true, moment),
  'new events': (db: Database) => newestEvents(db, undefined),
  'those of a group': (db: Database) => newestEvents(db, 7),
};

const list = { when: 'upcoming', limit: 9 } as const;
/** A visitor finds events where everybody may know that they are, a member where they are. */
const viewers = { visitor: null, member: { id: 'u1', role: 'user' } as Viewer };
const nearLists: Record<string, (db: Database) => Promise<unknown>> = Object.fromEntries(
  Object.entries(viewers).flatMap(([who, viewer]) => [
    [
      `a list near London for a ${who}`,
      (db: Database) =>
        findEvents(db, viewer, cleanTexts({ ...list, near: 'London', within: 10 }), moment),
    ],
    [
      `a list near Thurso for a ${who}`,
      (db: Database) =>
        findEvents(
          db,
          viewer,
          cleanTexts({ ...list, when: 'past', near: 'KW14', within: 50 }),
          moment,
        ),
    ],
    [
      `a month near London for a ${who}`,
      (db: Database) => findMonth(db, viewer, cleanTexts({ near: 'London', within: 10 }), moment),
    ],
  ]),
);

/** Lists of whole towns, of which other conditions leave few events. */
const filteredNear: Record<string, (db: Database) => Promise<unknown>> = {
  'a count of past events in a category': (db) =>
    countFound(db, null, { when: 'past', near: cleanText('London'), category: 3 }, moment),
  'a page of past events with step-free access': (db) =>
    findEvents(
      db,
      null,
      { ...list, when: 'past', near: cleanText('London'), access: ['stepFreeEntrance'] },
      moment,
    ),
};

const jobs = {
  'erases guests': (db: Database) => eraseGuests(db, moment),
  'finds positions': (db: Database) => findPositions(db),
};

describe.skipIf(process.env['TEST_DATABASE_URL'])('with a million of everything', () => {
  beforeAll(async () => {
    server = await startTestPostgres();
    await disableAutovacuum(server.url);
    database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
    const fixtureApp = await startAppOn(database, moment);
    for (const call of calls)
      statementsByCall.set(nameOf(call), await statementsOfCall(fixtureApp, call));
    statementsByCall.set('an embedded list', await statementsOfEmbed(fixtureApp));
    await fixtureApp.close();
    statementsByCall.set('the sitemap', await statementsOfSitemap(database));
    const reads = { ...feeds, ...nearLists, ...filteredNear, ...jobs };
    for (const [name, read] of Object.entries(reads)) {
      statementsByCall.set(name, await statementsOf(() => read(database.db)));
    }
    await asAdministrator(server.url, (client) => restoreStatistics(client, statistics));
  });

  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  it.each(calls)('%s %o scans no whole table', async (...call) => {
    const statements = statementsByCall.get(nameOf(call)) ?? [];
    expect(await statementsPlannedToScan(database.db, statements)).toEqual([]);
  });

  it('the sitemap scans no whole table', async () => {
    const statements = statementsByCall.get('the sitemap') ?? [];
    expect(statements).toHaveLength(4);
    expect(await statementsPlannedToScan(database.db, statements)).toEqual([]);
  });

  it('an embedded list scans no whole table', async () => {
    const statements = statementsByCall.get('an embedded list') ?? [];
    expect(statements).toHaveLength(3);
    expect(await statementsPlannedToScan(database.db, statements)).toEqual([]);
  });

  it.each(Object.keys(nearLists))('%s scans no whole table', async (name) => {
    const statements = statementsByCall.get(name) ?? [];
    expect(statements).not.toEqual([]);
    expect(await statementsPlannedToScan(database.db, statements)).toEqual([]);
  });

  it.each(Object.keys(filteredNear))('%s near London reads the town in order', async (name) => {
    const [statement] = statementsByCall.get(name) ?? [];
    const { rows } = await database.db.$client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (GENERIC_PLAN) ${statement?.text}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan Backward using events_town_time');
    expect(plan).not.toContain('Bitmap Index Scan on events_town_time');
  });

  it.each(Object.keys(feeds))('a feed scans no whole table: %s', async (name) => {
    const statements = statementsByCall.get(name) ?? [];
    expect(statements).toHaveLength(1);
    expect(await statementsPlannedToScan(database.db, statements)).toEqual([]);
  });

  it.each(Object.keys(jobs))('the job that %s scans no whole table', async (name) => {
    const statements = statementsByCall.get(name) ?? [];
    expect(statements.length).toBeGreaterThan(0);
    expect(await statementsPlannedToScan(database.db, statements)).toEqual([]);
  });

  it('the check would find a query without an index', async () => {
    const text = 'SELECT count(*) FROM users WHERE bio LIKE $1';
    const asked = [{ text, values: ['%bake%'] }];
    expect(await statementsPlannedToScan(database.db, asked)).toEqual([`users: ${text}`]);
  });
});
