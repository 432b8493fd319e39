import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { analyzeUnknown } from './statistics.ts';

const { db, make } = await startTestApp();

const isAnalysed = async (table: string) => {
  const { rows } = await db.execute(
    sql`select from pg_stats where schemaname = current_schema() and tablename = ${table} limit 1`,
  );
  return rows.length > 0;
};

it('the job analyses a table once it has rows, before autovacuum would', async () => {
  await make.event({ group: await make.group() });
  expect(await isAnalysed('events')).toBe(false);
  await analyzeUnknown({ db });
  expect(await isAnalysed('events')).toBe(true);
  expect(await analyzeUnknown({ db })).toEqual({ analyzed: 0 });
});
