import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUrl } from '#tests/support/database.ts';
import { problemsWith } from '#tests/support/doctor.ts';
import { serverOfFile } from '#tests/support/of-file.ts';

const server = await serverOfFile();
const administrator = new pg.Client(server.url);
beforeAll(async () => {
  await administrator.connect();
  await administrator.query(`CREATE ROLE visitor LOGIN PASSWORD 'visitor'`);
  await administrator.query('CREATE DATABASE examined');
});
afterAll(async () => {
  await administrator.query('DROP DATABASE examined WITH (FORCE)');
  await administrator.query('DROP ROLE visitor');
  await administrator.end();
});

const problemsAt = (url: string) => problemsWith({ DATABASE_URL: url });

test('the doctor finds nothing wrong with a database of its own user', async () => {
  expect(await problemsAt(databaseUrl(server.url, 'examined'))).toEqual([]);
});

test('the doctor says that the user must own the database', async () => {
  const url = new URL(databaseUrl(server.url, 'examined'));
  [url.username, url.password] = ['visitor', 'visitor'];
  const [problem] = await problemsAt(url.href);
  expect(problem).toContain('Make it the owner: ALTER DATABASE … OWNER TO ….');
});
