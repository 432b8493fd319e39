import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/db/database.ts';
import { startTestPostgres } from './server.ts';

test('a connection the server cut is replaced', { timeout: 60_000 }, async () => {
  const server = await startTestPostgres();
  const database = await openDatabase({ databaseUrl: server.url, dataDir: '' });
  const pool = database.db.$client;
  const noticed = new Promise((resolve) => pool.once('remove', resolve));
  const administrator = new pg.Client(server.url);
  await administrator.connect();
  await administrator.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE pid <> pg_backend_pid() AND datname = current_database()`,
  );
  await administrator.end();
  await noticed;
  expect((await database.db.execute(sql`SELECT 1 AS one`)).rows).toEqual([{ one: 1 }]);
  await database.close();
  await server.stop();
});
