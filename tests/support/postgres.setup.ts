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
    await administer(server.url, `DROP DATABASE IF EXISTS ${template}`);
    await server.stop();
  };
}

async function administer(url: string, command: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(command);
  await client.end();
}
