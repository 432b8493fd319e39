import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestPostgres } from './server.ts';

const ownerScript = fileURLToPath(new URL('./owner.fixture.ts', import.meta.url));
const time = { timeout: 60_000 };
const own = !process.env['TEST_DATABASE_URL'];

test('a PostgreSQL of at least version 15 answers, in UTF-8', time, async () => {
  const server = await startTestPostgres();
  const client = new pg.Client(server.url);
  await client.connect();
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
            current_setting('server_encoding') AS encoding`,
  );
  expect(rows[0]?.version).toBeGreaterThanOrEqual(150_000);
  expect(rows[0]?.encoding).toBe('UTF8');
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  expect((await client.query(`SELECT 'FÊTE' ILIKE 'fête' AS same`)).rows).toEqual([{ same: true }]);
  await client.end();
  await server.stop();
});

test.runIf(own)('two run side by side, and stopping leaves nothing running', time, async () => {
  const servers = await Promise.all([startTestPostgres(), startTestPostgres()]);
  expect(new Set(servers.map(({ url }) => url)).size).toBe(2);
  await Promise.all(servers.map((server) => server.stop()));
  for (const { url } of servers) {
    await expect(new pg.Client(url).connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
});

test.runIf(own).each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'a server ends with its process: %s',
  time,
  async (signal) => {
    const owner = spawn(process.execPath, [ownerScript], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [url] = (await once(createInterface({ input: owner.stdout }), 'line')) as [string];
    const client = new pg.Client(url);
    const cutOff = new Promise((resolve) => client.once('error', resolve));
    await client.connect();
    owner.kill(signal);
    await cutOff;
    await expect(new pg.Client(url).connect()).rejects.toThrow();
  },
);
