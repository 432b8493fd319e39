import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase, transaction, type OpenDatabase } from '#platform/db/database.ts';
import { databaseUrl } from '#tests/support/database.ts';
import { serverOfFile } from '#tests/support/of-file.ts';

const limit = 5;
const server = await serverOfFile();
let administrator: pg.Client;
let url: string;
const opened: OpenDatabase[] = [];

beforeAll(async () => {
  administrator = new pg.Client(server.url);
  await administrator.connect();
  await administrator.query(`CREATE ROLE hall LOGIN PASSWORD 'hall' CONNECTION LIMIT ${limit}`);
  await administrator.query(`CREATE DATABASE hall OWNER hall`);
  const address = new URL(databaseUrl(server.url, 'hall'));
  [address.username, address.password] = ['hall', 'hall'];
  url = address.href;
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

afterAll(() => administrator.end());

async function open(databasePool?: number): Promise<OpenDatabase> {
  const database = await openDatabase({ databaseUrl: url, dataDir: '', databasePool });
  opened.push(database);
  return database;
}

async function connections(): Promise<number> {
  const { rows } = await administrator.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE usename = 'hall'`,
  );
  return rows[0]?.count ?? 0;
}

const works = (database: OpenDatabase, count = 60) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      n % 2 === 0
        ? transaction(database.db, (tx) => tx.execute(sql`SELECT pg_sleep(0.02)`))
        : database.db.$client.query({ name: 'one', text: 'SELECT pg_sleep(0.01)' }),
    ),
  );

test('a process keeps no more connections than its setting allows', async () => {
  const database = await open(4);
  await Promise.all([works(database), database.jobsDb.execute(sql`SELECT 1`)]);
  expect(await connections()).toBe(4);
});

test('calls share the connections when the server gives no more', async () => {
  const database = await open();
  await works(database, 200);
  expect(await connections()).toBe(limit);
  await works(database, 200);
});

test('two processes share the connections', async () => {
  const [one, other] = [await open(), await open()];
  await Promise.all([works(one), works(other)]);
  await Promise.all([works(one), works(other)]);
  expect(await connections()).toBeLessThanOrEqual(limit);
});

test('a waiting call continues as soon as one is free, and so does a start', async () => {
  const database = await open();
  await administrator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'hall'`,
  );
  await expect.poll(connections).toBe(0);
  const others = Array.from({ length: limit }, () => new pg.Client(url));
  await Promise.all(others.map((other) => other.connect()));
  const waiting = works(database);
  const starting = open();
  const refused = () => database.db.$client.totalCount === 0;
  await expect.poll(refused, { interval: 5 }).toBe(true);
  await Promise.all(others.map((other) => other.end()));
  await Promise.all([waiting, starting]);
});
