import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/db/database.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';
import { databaseUrl } from './database.ts';

/** Starts the server, and creates the migrated template of every test file's database. */
export default async function setup(project: TestProject) {
  const server = await startTestPostgres();
  const template = `villagehall_test_${randomBytes(4).toString('hex')}`;
  await administer(server.url, `CREATE DATABASE ${template}`);
  const database = await openDatabase({
    databaseUrl: databaseUrl(server.url, template),
    dataDir: '',
  });
  await database.close();
  project.provide('databases', { engine: 'postgres', url: server.url, template });
  return async () => {
    if (process.env['TEST_DATABASE_URL']) await dropAll(server.url, template);
    await server.stop();
  };
}

/** A server that somebody else runs keeps nothing of this run. */
async function dropAll(url: string, template: string): Promise<void> {
  const { rows } = await administer(
    url,
    `SELECT datname FROM pg_database WHERE datname LIKE '${template}%'`,
  );
  for (const { datname } of rows) await administer(url, `DROP DATABASE ${datname} WITH (FORCE)`);
}

async function administer(url: string, command: string) {
  const client = new pg.Client(url);
  await client.connect();
  const result = await client.query<{ datname: string }>(command);
  await client.end();
  return result;
}
