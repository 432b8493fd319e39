import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase, SetupError, transaction, type OpenDatabase } from '#platform/db/database.ts';
import { serverOfFile } from '#tests/support/of-file.ts';
import { pgbouncer, startPooler } from './pgbouncer.ts';
import { freshDatabase } from './support.ts';

const database = await freshDatabase((await serverOfFile()).url);
const ending: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function pooled(settings: Record<string, string>): Promise<string> {
  const pooler = await startPooler(pgbouncer ?? '', database.url, settings);
  ending.push(() => pooler.stop());
  return pooler.url;
}

async function open(databaseUrl: string, more = {}): Promise<OpenDatabase> {
  const opened = await openDatabase({ databaseUrl, dataDir: '', ...more });
  ending.push(() => opened.close());
  return opened;
}

/** Makes changes and named reads at once, as calls do; each must get its own answer. */
async function works({ db }: OpenDatabase): Promise<void> {
  const echo = async (n: number) => {
    const query = { name: `echo ${n % 7}`, text: `SELECT $1::int AS n, ${n % 7}`, values: [n] };
    return (await db.$client.query<{ n: number }>(query)).rows[0]?.n;
  };
  const change = (n: number) =>
    transaction(db, async (tx) => {
      await tx.execute(sql`INSERT INTO tally VALUES (${n})`);
      const { rows } = await tx.execute<{ n: number }>(sql`SELECT ${n}::int AS n`);
      return rows[0]?.n;
    });
  const all = Array.from({ length: 600 }, (_, n) => n);
  await db.execute(sql`CREATE TABLE IF NOT EXISTS tally (n integer)`);
  await db.execute(sql`TRUNCATE tally`);
  expect(await Promise.all(all.map((n) => (n % 3 === 0 ? change(n) : echo(n))))).toEqual(all);
  const { rows } = await db.execute(sql`SELECT count(*)::int AS count FROM tally`);
  expect(rows).toEqual([{ count: 200 }]);
}

describe.skipIf(!pgbouncer)('through PgBouncer', () => {
  test('in session mode everything works as without it', async () => {
    await works(await open(await pooled({ pool_mode: 'session', default_pool_size: '30' })));
  });

  test('in transaction mode a start with prepared statements is refused, and says what to set', async () => {
    const url = await pooled({ pool_mode: 'transaction' });
    await expect(open(url)).rejects.toEqual(
      new SetupError(
        'a connection pooler moves each transaction to another connection and drops prepared statements; set ' +
          'DATABASE_STATEMENTS=unnamed, or in PgBouncer pool_mode = session, or max_prepared_statements (1.21 and newer)',
      ),
    );
  });

  test.each(['1', '5', '20'])(
    'in transaction mode with unnamed statements two processes share %s connections',
    async (size) => {
      const url = await pooled({ pool_mode: 'transaction', default_pool_size: size });
      const processes = [
        await open(url, { namedStatements: false }),
        await open(url, { namedStatements: false }),
      ];
      for (const each of processes) await works(each);
    },
  );

  test('in transaction mode no call leaves state on a connection, and a transaction ends in time', async () => {
    const url = await pooled({ pool_mode: 'transaction', default_pool_size: '1' });
    const { db, jobsDb } = await open(url, { namedStatements: false });
    const limits = sql`SELECT current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle`;
    const within = (of: typeof db) =>
      transaction(of, async (tx) => (await tx.execute(limits)).rows[0]);
    expect(await within(db)).toEqual({ statement: '14s', idle: '15s' });
    expect(await within(jobsDb)).toEqual({ statement: '599s', idle: '10min' });
    expect((await db.execute(limits)).rows).toEqual([{ statement: '0', idle: '0' }]);
  });

  test('in transaction mode simultaneous starts take turns', async () => {
    const url = await pooled({ pool_mode: 'transaction', default_pool_size: '5' });
    await Promise.all(Array.from({ length: 4 }, () => open(url, { namedStatements: false })));
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory'`);
    await client.end();
    expect(rows).toEqual([]);
  });
});
