import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { query } from '#tests/operation/support.ts';
import { freePort, type Program } from './program.ts';
import type { Stage } from './row.ts';

export const programs = '/usr/lib/postgresql/15/bin';
export const password = 'a-long-random-one';

export interface Postgres {
  port: number;
  program: Program;
  /** An administrator's connection. */
  admin: string;
  /** An empty database of the role `villagehall`, created as the documentation says. */
  site: string;
  /** Creates another database of this name. */
  another: (name: string) => Promise<string>;
}

export const postgresPackage = 'postgresql-15';

/** Runs Debian's PostgreSQL with passwords, as its own user, until the row ends. */
export async function startPostgres({ debian, folder, after }: Stage): Promise<Postgres> {
  const place = join(folder, 'postgresql');
  mkdirSync(place);
  chownSync(place, debian.uid('postgres'), 0);
  const secret = join(folder, 'postgres-password');
  writeFileSync(secret, password);
  const data = join(place, 'data');
  const as = { user: 'postgres' };
  const auth = ['--auth=scram-sha-256', `--pwfile=${secret}`];
  await debian.run(
    [`${programs}/initdb`, '-D', data, '--encoding=UTF8', '--locale=C.UTF-8', ...auth],
    as,
  );
  const port = await freePort();
  const program = debian.start(
    [`${programs}/postgres`, '-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', place],
    as,
  );
  after(() => program.stop('SIGINT'));
  const address = (user: string, database: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
  const admin = address('postgres', 'postgres');
  await program.until('accept connections', () => accepts(admin));
  await makeRole(admin, password);
  const another = async (name: string) => {
    await makeDatabase(admin, name);
    return address('villagehall', name);
  };
  return { port, program, admin, site: await another('villagehall'), another };
}

/** Creates the site's own role, as the documentation says. */
const makeRole = (admin: string, secret: string) =>
  query(admin, `CREATE ROLE villagehall LOGIN PASSWORD '${secret}'`);

/** Creates an empty database of the site's own role. */
const makeDatabase = (admin: string, name: string) =>
  query(admin, `CREATE DATABASE ${name} OWNER villagehall ENCODING 'UTF8' TEMPLATE template0`);

/** Creates the site's role and its empty database. */
export async function createSiteDatabase(admin: string, secret: string): Promise<void> {
  await makeRole(admin, secret);
  await makeDatabase(admin, 'villagehall');
}

const accepts = (url: string) =>
  query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );
