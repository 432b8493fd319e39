import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type OpenDatabase } from '#platform/db/database.ts';
import { keepEngineCompiled } from './engine-program.ts';

/** The address of a project's migrated template database. */
export type Databases =
  | { engine: 'embedded'; folder: string; template: string }
  | { engine: 'postgres'; url: string; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    databases: Databases;
  }
}

/** Returns the address of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database with the schema and no rows, dropped after it closes. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const databases = inject('databases');
  const name = `${databases.engine === 'postgres' ? databases.template : 'data'}_${randomBytes(4).toString('hex')}`;
  return databases.engine === 'postgres'
    ? openOnServer(databases, name)
    : openInFolder(databases, name);
}

async function openOnServer(
  { url, template }: Extract<Databases, { engine: 'postgres' }>,
  name: string,
): Promise<OpenDatabase> {
  const administrator = new pg.Client(url);
  await administrator.connect();
  // A file copy takes half the time of a copy by the log.
  await administrator.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const database = await openDatabase({
    databaseUrl: databaseUrl(url, name),
    dataDir: '',
    // Each connection plans every statement anew.
    databasePool: 6,
  });
  return {
    ...database,
    close: async () => {
      await database.close();
      drop(administrator, name);
    },
  };
}

/**
 * Nobody waits for this, since the server waits a tenth of a second for the last connections to
 * end. Where the run ends first, its end drops what is left.
 */
function drop(administrator: pg.Client, name: string): void {
  administrator.on('error', () => {});
  administrator
    .query(`DROP DATABASE ${name} WITH (FORCE)`)
    .then(() => administrator.end())
    .catch(() => {});
}

async function openInFolder(
  { folder, template }: Extract<Databases, { engine: 'embedded' }>,
  name: string,
): Promise<OpenDatabase> {
  const dataDir = join(folder, name);
  await keepEngineCompiled();
  cpSync(template, dataDir, { recursive: true });
  const database = await openDatabase({ dataDir });
  return {
    ...database,
    close: async () => {
      await database.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
