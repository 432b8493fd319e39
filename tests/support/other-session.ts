import pg from 'pg';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';

/**
 * Runs a statement of another session in a transaction, begins `meanwhile`, commits once that waits
 * for a row lock, and returns what it came to.
 */
export async function duringOtherSession<T>(
  { db }: Pick<TestApp, 'db'>,
  statement: [string, unknown[]],
  meanwhile: () => Promise<T>,
): Promise<T> {
  const other = new pg.Client(String(db.$client.options.connectionString));
  await other.connect();
  try {
    await other.query('BEGIN');
    await other.query(...statement);
    const result = meanwhile();
    await vi.waitFor(async () => {
      const { rows } = await other.query(`SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      expect(rows).toHaveLength(1);
    });
    await other.query('COMMIT');
    return await result;
  } finally {
    await other.end();
  }
}
