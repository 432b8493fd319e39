import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ConnectionError,
  isUnreachable,
  openDatabase,
  transaction,
  type OpenDatabase,
} from '#platform/db/database.ts';
import { connectByAddress } from '#platform/db/servers.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from './server.ts';

let server: ReplicatedPostgres;
let administrator: pg.Client;
const opened: OpenDatabase[] = [];

beforeAll(async () => {
  server = await startReplicatedPostgres();
  administrator = new pg.Client(server.url);
  await administrator.connect();
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});

afterAll(async () => {
  await administrator.end();
  await server.stop();
});

const hostOf = (url: string) => new URL(url).host;

/** No server listens there. */
async function nowhere(): Promise<string> {
  const listener = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  return `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

function among(hosts: string[], more = ''): string {
  return `${server.url.replace(hostOf(server.url), hosts.join(','))}${more}`;
}

async function open(databaseUrl: string): Promise<OpenDatabase> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  opened.push(database);
  return database;
}

const portOf = async ({ db }: OpenDatabase) =>
  (await transaction(db, (tx) => tx.execute(sql`SELECT inet_server_port() AS port`))).rows[0]?.[
    'port'
  ];

describe('an address over TLS', () => {
  let folder: string;
  const file = (name: string) => join(folder, name);
  /** The certificate is for 127.0.0.1; by another name it doesn't match. */
  const secured = (host: string, params: string) => {
    const { username, password, port } = new URL(server.url);
    return `postgres://${username}:${password}@${host}:${port}/postgres?${params}`;
  };

  const isSecure = async (url: string): Promise<unknown> => {
    const client = await connectByAddress(url).catch((error: unknown) => error);
    if (!(client instanceof pg.Client)) return String(client);
    const { rows } = await client.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
    );
    await client.end();
    return rows[0]?.ssl;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'certificates-'));
    for (const name of ['server', 'other']) {
      execFileSync(
        'openssl',
        `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=hall -addext subjectAltName=IP:127.0.0.1 -keyout ${file(name)}.key -out ${file(name)}.pem`.split(
          ' ',
        ),
        { stdio: 'ignore' },
      );
    }
    if (process.getuid?.() === 0) {
      const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
      for (const path of [folder, file('server.key'), file('server.pem')])
        chownSync(path, Number(nobody?.[1]), Number(nobody?.[2]));
    }
    await administrator.query(`ALTER SYSTEM SET ssl_cert_file = '${file('server.pem')}'`);
    await administrator.query(`ALTER SYSTEM SET ssl_key_file = '${file('server.key')}'`);
    await administrator.query('ALTER SYSTEM SET ssl = on');
    await administrator.query('SELECT pg_reload_conf()');
    await vi.waitUntil(
      async () => (await isSecure(secured('127.0.0.1', 'sslmode=require'))) === true,
    );
  });

  afterAll(async () => {
    await administrator.query('ALTER SYSTEM RESET ALL');
    await administrator.query('SELECT pg_reload_conf()');
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['127.0.0.1', 'sslmode=disable', /^false$/],
    ['127.0.0.1', 'sslmode=prefer', /^true$/],
    ['localhost', 'sslmode=require', /^true$/],
    ['localhost', 'sslmode=verify-ca&sslrootcert=server.pem', /^true$/],
    ['127.0.0.1', 'sslmode=verify-full&sslrootcert=server.pem', /^true$/],
    ['localhost', 'sslmode=verify-full&sslrootcert=server.pem', /does not match certificate/],
    ['127.0.0.1', 'sslmode=verify-ca&sslrootcert=other.pem', /self-signed certificate/],
    ['127.0.0.1', 'sslmode=require&sslrootcert=other.pem', /self-signed certificate/],
    ['127.0.0.1', 'sslmode=verify-full', /self-signed certificate/],
  ])('of %s with %s', async (host, params, outcome) => {
    const found = await isSecure(secured(host, params.replace(/(\w+\.pem)/, file('$1'))));
    expect(String(found)).toMatch(outcome);
  });

  test('of a server without it is refused, except for prefer', async () => {
    const plain = `${server.replica.url}?sslmode=`;
    expect(await isSecure(`${plain}require`)).toMatch(/does not support SSL/);
    expect(await isSecure(`${plain}prefer`)).toBe(false);
  });
});

describe('an address of several servers', () => {
  test('leads to the server that accepts writes', async () => {
    const hosts = [await nowhere(), hostOf(server.replica.url), hostOf(server.url)];
    for (const more of ['', '?target_session_attrs=read-write']) {
      const database = await open(among(hosts, more));
      expect(await portOf(database)).toBe(Number(new URL(server.url).port));
    }
  });

  test("without a writable server is refused, with each one's reason", async () => {
    const hosts = [await nowhere(), hostOf(server.replica.url)];
    const refusal = await open(among(hosts)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ConnectionError);
    expect(String(refusal)).toBe(
      `Error: ${hosts[0]}: connect ECONNREFUSED ${hosts[0]}; ${hosts[1]}: it is a standby, which takes no changes`,
    );
  });

  test('with a wrong password is refused at the first', async () => {
    const url = new URL(server.url);
    const wrong = `postgres://${url.username}:wrong@${url.host},${await nowhere()}/postgres`;
    await expect(open(wrong)).rejects.toThrow(/^password authentication failed/);
  });

  // This test is the last: it turns the standby into a primary.
  test('follows a promoted server', async () => {
    const database = await open(among([hostOf(server.url), hostOf(server.replica.url)]));
    await database.db.execute(sql`CREATE TABLE kept (n integer)`);
    const replica = new pg.Client(server.replica.url);
    await replica.connect();
    await expect
      .poll(async () => (await replica.query(`SELECT to_regclass('kept') AS at`)).rows)
      .toEqual([{ at: 'kept' }]);
    await replica.query('SELECT pg_promote()');
    await replica.end();
    await administrator.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await administrator.query('SELECT pg_reload_conf()');

    const write = () =>
      transaction(database.db, (tx) => tx.execute(sql`INSERT INTO kept VALUES (1)`)).then(
        () => 'kept',
        (error: unknown) => (isUnreachable(error) ? 'away' : error),
      );
    await expect.poll(write).toBe('away');
    await expect.poll(write).toBe('kept');
    expect(await portOf(database)).toBe(Number(new URL(server.replica.url).port));
  });
});
