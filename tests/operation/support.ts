import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { shortLivedFlags } from '#tests/support/engine-program.ts';

const operateScript = fileURLToPath(new URL('../../dist/main/operate.js', import.meta.url));

/** The data's place: a folder, or a database of a server. */
export type Store = { DATA_DIR: string } | { DATABASE_URL: string };

export interface FreshDatabase {
  url: string;
  drop: () => Promise<unknown>;
}

/** Creates an empty database on a server. */
export async function freshDatabase(server: string): Promise<FreshDatabase> {
  const name = `operation_${randomBytes(4).toString('hex')}`;
  await query(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Returns a statement's rows, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The server needs the pages' build; `npm test` has made it by now. */
export async function ensureBuild(): Promise<void> {
  const setup = (await import(new URL('../../scripts/setup.mjs', import.meta.url).href)) as {
    ensureBuild: () => Promise<void>;
  };
  await setup.ensureBuild();
}

interface Outcome {
  code: number;
  output: string;
}

/** Runs a command as an operator does, and returns its output. */
export function operate(place: Store, ...args: string[]): Promise<Outcome> {
  const env = { PATH: process.env['PATH'] ?? '', TMPDIR: tmpdir(), ...place };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...shortLivedFlags, operateScript, ...args],
      { env },
      (error, _, output) => {
        resolve({ code: error ? Number(error.code ?? 128) : 0, output: output.trimEnd() });
      },
    );
  });
}
