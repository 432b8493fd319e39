import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#tests/support/database.ts';
import { transaction } from '../database.ts';

const database = await openTestDatabase();
const { db } = database;
const pool = db.$client;
afterAll(() => database.close());

const echo = async (n: number) => {
  const { rows } = await pool.query<{ n: number }>({
    name: 'echo',
    text: 'SELECT $1::int AS n',
    values: [n],
  });
  return rows[0]?.n;
};
const notes = async () => {
  const { rows } = await pool.query<{ n: number }>({ name: 'notes', text: 'SELECT n FROM note' });
  return rows.map(({ n }) => n);
};

beforeEach(async () => {
  await pool.query('DROP TABLE IF EXISTS note');
  await pool.query('CREATE TABLE note (n integer)');
});

describe('reads on one connection', () => {
  it('each get their own answer, whatever else runs', async () => {
    const numbers = Array.from({ length: 400 }, (_, n) => n);
    const answers = await Promise.all(
      numbers.map((n) => {
        if (n % 5 !== 0) return echo(n);
        return transaction(db, async (tx) => {
          const { rows } = await tx.execute<{ n: number }>(sql`SELECT ${n}::int AS n`);
          return rows[0]?.n;
        });
      }),
    );
    expect(answers).toEqual(numbers);
  });

  it('share it when they are sent at once', async () => {
    const queries = Array.from({ length: 8 }, () =>
      pool.query<{ pid: number }>({ name: 'who', text: 'SELECT pg_backend_pid() AS pid' }),
    );
    const answers = await Promise.all(queries);
    expect(new Set(answers.map(({ rows }) => rows[0]?.pid)).size).toBe(1);
  });

  it('fail alone', async () => {
    const queries = Array.from({ length: 40 }, (_, n) =>
      n % 4 === 0
        ? pool.query({ name: 'by_zero', text: 'SELECT 1 / $1::int', values: [0] })
        : echo(n),
    );
    const outcomes = await Promise.allSettled(queries);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
      queries.map((_, n) => n % 4 !== 0),
    );
  });

  it('see nothing of an open transaction', async () => {
    const seen: Promise<number[]>[] = [];
    const outcome = transaction(db, async (tx) => {
      await tx.execute(sql`INSERT INTO note VALUES (1)`);
      seen.push(notes());
      await tx.execute(sql`INSERT INTO note VALUES (2)`);
      throw new Error('given up');
    });
    await expect(outcome).rejects.toThrow('given up');
    expect(await Promise.all(seen)).toEqual([[]]);
  });

  it('give way to a waiting transaction', async () => {
    const over = new AbortController();
    const readers = Array.from({ length: 20 }, async () => {
      while (!over.signal.aborted) await notes();
    });
    for (let n = 0; n < 10; n += 1) {
      await transaction(db, (tx) => tx.execute(sql`INSERT INTO note VALUES (${n})`));
    }
    over.abort();
    await Promise.all(readers);
    expect(await notes()).toHaveLength(10);
  });
});

describe('a transaction', () => {
  it('that could not begin changes nothing', async () => {
    const client = await pool.connect();
    await client.query('BEGIN NONSENSE');
    await expect(client.query('INSERT INTO note VALUES (1)')).rejects.toThrow(/syntax error/);
    await expect(client.query('COMMIT')).rejects.toThrow(/syntax error/);
    await client.query('ROLLBACK');
    await client.query('INSERT INTO note VALUES (2)');
    client.release();
    expect(await notes()).toEqual([2]);
  });

  it('keeps the order of simultaneous statements', async () => {
    const client = await pool.connect();
    const statements = [
      client.query('BEGIN'),
      client.query('SELECT n FROM note'),
      client.query('INSERT INTO note VALUES (3)'),
      client.query('SELECT n FROM note'),
      client.query('COMMIT'),
    ];
    const answers = await Promise.all(statements);
    client.release();
    expect([answers[1]?.rows, answers[3]?.rows]).toEqual([[], [{ n: 3 }]]);
  });
});
