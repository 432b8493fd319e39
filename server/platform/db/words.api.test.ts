import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { wordPatterns } from './words.ts';

const app = await startTestApp();
const rows = 500;

interface Plan {
  'Node Type': string;
  'Actual Rows': number;
  Plans?: Plan[];
}

/** Counts the rows that an index on trigrams finds for a pattern, all of them to be compared. */
async function foundByIndex(pattern: string): Promise<number> {
  const connection = await app.db.$client.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('CREATE TEMPORARY TABLE texts (folded text) ON COMMIT DROP');
    await connection.query(
      `INSERT INTO texts SELECT 'hello ' || md5(n::text) FROM generate_series(1, $1::int) n`,
      [rows],
    );
    await connection.query('CREATE INDEX ON texts USING gin (folded gin_trgm_ops)');
    await connection.query('SET LOCAL enable_seqscan = off');
    const { rows: plans } = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) SELECT FROM texts WHERE folded ~ '${pattern}'`,
    );
    const scans = plans.flatMap((row) => row['QUERY PLAN'][0].Plan.Plans ?? []);
    return scans[0]?.['Actual Rows'] ?? rows;
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
}

it.each([
  'bus',
  'pies',
  'cvs',
  '50s',
  'yes',
  'walks',
  'quiz nights',
  'd&d',
  'dnd',
  'bring-and-buy',
  'rock’n’roll',
  'saint mary',
])('an index finds the words of %j', async (search) => {
  for (const pattern of wordPatterns(search)) {
    expect(await foundByIndex(pattern)).toBeLessThan(rows);
  }
});

it.each(['my', 'by', 'dj', '50', 'x-y', 'st mary'])(
  'an index isn’t asked for the two letters in %j',
  (search) => {
    expect(wordPatterns(search)[0]).not.toMatch(/[\p{L}\p{N}]{3}/u);
  },
);
