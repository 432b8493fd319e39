import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface FreshDatabase {
  url: string;
  drop: () => Promise<void>;
}

/** An empty database of its own on a server. */
export async function freshDatabase(server: string): Promise<FreshDatabase> {
  const name = `operation_${randomBytes(4).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function administer(server: string, command: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(command);
  await client.end();
}

/** The server needs the pages' build; `npm test` has made it by now. */
export async function ensureBuild(): Promise<void> {
  const setup = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as {
    ensureBuild: () => Promise<void>;
  };
  await setup.ensureBuild();
}
