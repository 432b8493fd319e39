import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { startTestPostgres } from './server.ts';

const time = { timeout: 60_000 };

test('a start that waits for another says so, and continues afterwards', time, async () => {
  const server = await startTestPostgres();
  const first = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  const holder = new pg.Client(server.url);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(7264015)');
  const printed = Promise.withResolvers<string>();
  const warn = vi
    .spyOn(console, 'warn')
    .mockImplementation((line: string) => printed.resolve(line));
  const second = openDatabase({ databaseUrl: server.url, dataDir: '' });
  expect(await printed.promise).toBe('Waiting for another process that is migrating the database');
  await holder.end();
  await (await second).close();
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
  await first.close();
  await server.stop();
});
