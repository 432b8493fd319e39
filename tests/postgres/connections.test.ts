import type { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  isUnreachable,
  openDatabase,
  transaction,
  type OpenDatabase,
} from '#platform/db/database.ts';
import { Gate } from '#tests/faults/gate.ts';
import { serverOfFile } from '#tests/support/of-file.ts';

const server = await serverOfFile();
let gate: Gate;
let database: OpenDatabase;

beforeAll(async () => {
  gate = new Gate(server.url);
  database = await openDatabase({ databaseUrl: await gate.addressOf(server.url), dataDir: '' });
}, 60_000);

afterAll(async () => {
  await database.close();
  await gate.close();
});

/** Ends every connection of the site, like an administrator or a failover. */
async function cutAll(): Promise<void> {
  const administrator = new pg.Client(server.url);
  await administrator.connect();
  await administrator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database()`,
  );
  await administrator.end();
}

/**
 * A dropped idle connection looks ready until the pool notices, and the next user gets an error
 * too.
 */
const poolIsEmpty = () => expect.poll(() => database.db.$client.totalCount).toBe(0);

const works = () => database.db.execute(sql`SELECT 1 AS one`).then(({ rows }) => rows);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('the pool reports how long a call waited for a connection, successful or not', async () => {
  const { db, close } = await openDatabase({
    databaseUrl: server.url,
    dataDir: '',
    databasePool: 2,
  });
  const pool = db.$client;
  const waits: number[] = [];
  (pool as EventEmitter).on('waited', (ms: number) => void waits.push(ms));
  const one = await pool.connect();
  const another = pool.connect();
  await expect.poll(() => pool.waitingCount).toBe(1);
  expect(waits).toHaveLength(1);
  one.release();
  (await another).release();
  expect(waits).toHaveLength(2);
  await close();
});

test('a connection the server cut is replaced', async () => {
  await works();
  await cutAll();
  await poolIsEmpty();
  expect(await works()).toEqual([{ one: 1 }]);
});

test('a connection cut between two statements of a transaction fails it and nothing else', async () => {
  const pool = database.db.$client;
  const failure = await failureOf(
    transaction(database.db, async (tx) => {
      await tx.execute(sql`SELECT 1`);
      const gone = new Promise((resolve) => pool.once('remove', resolve));
      await cutAll();
      await Promise.race([gone, works()]);
      await tx.execute(sql`SELECT 1`);
    }),
  );
  expect(isUnreachable(failure)).toBe(true);
  expect(await works()).toEqual([{ one: 1 }]);
});

test(
  'transactions that could not begin leave no connection open',
  { timeout: 30_000 },
  async () => {
    const pool = database.db.$client;
    const atOnce = (count: number) =>
      Array.from({ length: count }, () =>
        transaction(database.db, (tx) => tx.execute(sql`SELECT pg_sleep(0.05)`)),
      );
    await Promise.all(atOnce(10));
    expect(pool.idleCount).toBe(10);
    await gate.set('silent');
    const hanging = atOnce(10).map(failureOf);
    await gate.set('shut');
    for (const failure of await Promise.all(hanging)) expect(isUnreachable(failure)).toBe(true);
    await gate.set('open');
    await Promise.all(atOnce(20));
    expect(pool.totalCount).toBe(10);
  },
);

test('an unresolvable name counts as an unavailable database', async () => {
  const pool = new pg.Pool({ host: 'postgres.invalid' });
  expect(isUnreachable(await failureOf(pool.query('SELECT 1')))).toBe(true);
  await pool.end();
});

test('a server that has become a standby counts as unavailable, and is tried again', async () => {
  const failure = await failureOf(
    transaction(database.db, async (tx) => {
      await tx.execute(sql`SET TRANSACTION READ ONLY`);
      await tx.execute(sql`CREATE TABLE never ()`);
    }),
  );
  expect(isUnreachable(failure)).toBe(true);
});

test('reads on a cut connection fail, and nothing else', async () => {
  const pool = database.db.$client;
  const sleep = { name: 'sleep', text: 'SELECT pg_sleep(60)' };
  const reads = Promise.allSettled(Array.from({ length: 6 }, () => pool.query(sleep)));
  const administrator = new pg.Client(server.url);
  await administrator.connect();
  const sleeping = async () => {
    const { rows } = await administrator.query<{ busy: number }>(
      `SELECT count(*)::int AS busy FROM pg_stat_activity WHERE query = $1 AND state = 'active'`,
      [sleep.text],
    );
    return rows[0]?.busy;
  };
  await expect.poll(sleeping).toBeGreaterThan(0);
  await administrator.end();
  await cutAll();
  expect((await reads).map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
  await poolIsEmpty();
  expect((await pool.query({ name: 'one', text: 'SELECT 1 AS one' })).rows).toEqual([{ one: 1 }]);
});
