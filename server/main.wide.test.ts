import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { RegistrationOptions } from '#contract/base/passkeys.ts';
import { Authenticator } from '#tests/support/authenticator.ts';
import { password } from '#tests/support/factories.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { ensureBuild, freshDatabase } from '#tests/operation/support.ts';
import { startTestPostgres } from '#tests/postgres/server.ts';

let root: string;
let running: ServerProcess | undefined;

beforeAll(() => ensureBuild(), 180_000);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'villagehall-main-'));
});

afterEach(async () => {
  await running?.killAll();
  rmSync(root, { recursive: true, force: true });
});

async function started(env: Record<string, string>, folder: 'empty' | 'demo' = 'empty') {
  const dataDir = join(root, 'data');
  cpSync(inject('folders')[folder], dataDir, { recursive: true });
  const server = new ServerProcess({ DATA_DIR: dataDir, DEMO: 'false', ...env });
  running = server;
  return { server, address: await server.ready };
}

test('a start with ADMIN_EMAIL and no admin explains how its owner becomes one', async () => {
  const { server } = await started({ ADMIN_EMAIL: 'ada@example.com' });
  await server.stop();
  expect(server.lines).toContain(
    'Nobody is an admin yet: sign up with ada@example.com and confirm the address',
  );
});

test('a start with an admin says nothing about it', async () => {
  const { server } = await started({}, 'demo');
  await server.stop();
  expect(server.lines.join()).not.toContain('Nobody is an admin');
});

test('a start at another host counts the passkeys that no longer work', async () => {
  const { server, address } = await started({});
  await addPasskeyAt('http://before.example', address);
  await server.stop();
  const elsewhere = { PUBLIC_URL: 'http://after.example', RATE_LIMITS: 'on' };
  running = new ServerProcess({ DATA_DIR: join(root, 'data'), DEMO: 'false', ...elsewhere });
  await running.ready;
  await expect
    .poll(() => running?.lines.join('\n'), { timeout: 60_000 })
    .toContain('1 passkey was made for another host and won’t work at after.example.');
});

/** Registers somebody at a host by which the site is reached, and adds a passkey to the account. */
async function addPasskeyAt(origin: string, address: string): Promise<void> {
  let cookie = '';
  const post = async (path: string, body: object) => {
    const sending = request(new URL(path, address), {
      method: 'POST',
      headers: { host: new URL(origin).host, origin, cookie, 'content-type': 'application/json' },
    });
    sending.end(JSON.stringify(body));
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const cookies = response.headers['set-cookie'] ?? [];
    cookie = [cookie, ...cookies.map((each) => each.replace(/;.*/, ''))].join('; ');
    return JSON.parse(await text(response)) as unknown;
  };
  const account = { firstName: 'Ada', email: 'ada@example.org', password };
  await post('/api/register', { ...account, confirmPassword: password });
  const options = await post('/api/passkeys/registration-options', { password });
  const response = new Authenticator().create(options as RegistrationOptions, { origin });
  expect(await post('/api/passkeys', { response })).toMatchObject({ id: 1 });
}

test('with LOG_FORMAT=json the whole log is JSON: warnings, the start, requests', async () => {
  const { server, address } = await started({
    LOG_FORMAT: 'json',
    LOG_LEVEL: 'info',
    SMTP_URI: 'x',
  });
  const addresses = ['/events?q=secret', '/events?q=secret', '/api/events/7', '/nothing/secret'];
  const ids: (string | null)[] = [];
  for (const path of addresses) ids.push((await fetch(address + path)).headers.get('x-request-id'));
  await server.stop();
  expect(server.stderr).toBe('');
  const logged = server.lines.map(
    (line) => JSON.parse(line) as { level: number; msg: string; reqId?: string },
  );
  const say = (level: number) =>
    logged.filter((line) => line.level === level).map(({ msg }) => msg);
  expect(say(40)).toEqual(['SMTP_URI is not a setting of the site. Did you mean SMTP_URL?']);
  expect(say(30)).toContain(`Villagehall is ready at ${address}`);
  expect(ids.map((id) => logged.filter(({ reqId }) => reqId === id))).toEqual(
    ['/events', '/events', '/api/events/:id', '*'].map((route, n) => [
      expect.objectContaining({ route, method: 'GET', status: n < 2 ? 200 : 404 }),
    ]),
  );
  expect(server.lines.join('')).not.toContain('secret');
});

test('a signal to stop does not wait for a client that never ends its request', async () => {
  const { server, address } = await started({});
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n');
  socket.write('Content-Type: application/json\r\nContent-Length: 100\r\n\r\n');
  await once(socket, 'data');
  server.signal('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  socket.destroy();
});

test('a signal to stop, while every change hangs, ends the process, its jobs and its deliveries', async () => {
  const postgres = await startTestPostgres();
  const database = await freshDatabase(postgres.url);
  const first = await started({ DATABASE_URL: database.url });
  await first.server.stop();

  // The locks let a server start, which only reads, and hold up all that is due.
  const other = new pg.Client(database.url);
  await other.connect();
  await other.query('DELETE FROM jobs');
  const { rows: tables } = await other.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename <> 'jobs'`,
  );
  const names = tables.map(({ name }) => name).join(', ');
  await other.query(`BEGIN; LOCK TABLE ${names} IN EXCLUSIVE MODE`);
  const { server } = await started({ DATABASE_URL: database.url });
  for (let hung = 0; hung < 2;) {
    const { rows } = await other.query<{ hung: number }>(
      "SELECT count(*)::int AS hung FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    hung = rows[0]?.hung ?? 0;
  }
  server.signal('SIGTERM');
  expect(await server.ended).toEqual({ code: 0, signal: null });
  await other.end();
  await database.drop();
  await postgres.stop();
});
