import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { password } from '#tests/support/factories.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';

const time = { timeout: 60_000 };
let root: string;
let dataDir: string;
let running: ServerProcess[] = [];
/** The files of the data folder that others could read or write after the first start. */
let open: { running: string[]; ended: string[] };
/** The log of the first start, before any admin existed. */
let firstWords: string[];

beforeAll(async () => {
  await ensureBuild();
  root = mkdtempSync(join(tmpdir(), 'villagehall-main-'));
  dataDir = join(root, 'data');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o755);
  const server = start();
  await server.ready;
  const whileRunning = openToOthers(dataDir);
  await server.stop();
  open = { running: whileRunning, ended: openToOthers(dataDir) };
  firstWords = server.lines;
}, 180_000);

afterEach(async () => {
  await Promise.all(running.map((server) => server.killAll()));
  running = [];
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

function start(env: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess({ DATA_DIR: dataDir, DEMO: 'false', ...env });
  running.push(server);
  return server;
}

/** The server needs the pages' build; `npm test` has made it by now. */
async function ensureBuild(): Promise<void> {
  const setup = (await import(new URL('../scripts/setup.mjs', import.meta.url).href)) as {
    ensureBuild: () => Promise<void>;
  };
  await setup.ensureBuild();
}

const openToOthers = (folder: string) =>
  ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(folder, name)).mode & 0o077) !== 0,
  );

test.skipIf(process.platform === 'win32')(
  'the data folder is closed to other users, even if it was open',
  () => expect(open).toEqual({ running: [], ended: [] }),
);

test('a start without an admin explains how to become one', () =>
  expect(firstWords).toContain('Nobody is an admin yet: npm run admin -- you@example.org'));

describe('a failing start explains why in one line that names the variable', () => {
  const wrong: [title: string, env: () => Record<string, string>, line: () => string | RegExp][] = [
    ['a port that is none', () => ({ PORT: '70000' }), () => /^PORT must be a port number/],
    ['a folder that is a file', () => ({ DATA_DIR: file() }), () => writeRefusal(file())],
    [
      'a database server that does not run',
      () => ({ DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/hall' }),
      () => /^DATABASE_URL names a server .*\(connect ECONNREFUSED 127\.0\.0\.1:1\); set it to/,
    ],
    [
      'a database server of several addresses',
      () => ({ DATABASE_URL: 'postgres://someone:secret@localhost:1/hall' }),
      () => /^DATABASE_URL names a server .*\(connect ECONNREFUSED .*:1\); set it to/,
    ],
  ];

  test.for(wrong)('%s', time, async ([, env, line]) => {
    expect(await refusal(env())).toMatch(line());
  });

  test('when a port is in use', time, async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    expect(await refusal({ PORT: String(port) })).toBe(
      `PORT ${port} is already in use; set PORT to a free one`,
    );
    holder.close();
  });

  test('when another process has locked the folder', time, async () => {
    const holder = start();
    await holder.ready;
    expect(await refusal()).toBe(
      `DATA_DIR: The data folder ${dataDir} is in use by process ${holder.pid}: stop that first, or choose another folder.`,
    );
    await holder.stop();
  });

  function file(): string {
    const path = join(root, 'file');
    writeFileSync(path, '');
    return path;
  }

  const writeRefusal = (folder: string) => `DATA_DIR: The data folder ${folder} cannot be written`;

  /** Runs a process that exits with 1, and returns its one line on standard error. */
  async function refusal(env: Record<string, string> = {}): Promise<string> {
    const server = start(env);
    expect(await server.ended).toEqual({ code: 1, signal: null });
    const lines = server.stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('secret');
    return lines[0] ?? '';
  }
});

describe('with LOG_FORMAT=json', () => {
  const json = { LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
  interface Line {
    level: number;
    msg: string;
    reqId?: string;
  }
  const parsed = ({ lines }: ServerProcess) => lines.map((line) => JSON.parse(line) as Line);

  test.for([
    [{ PORT: '70000' }, /^PORT must be a port number/],
    [
      { DATABASE_URL: 'postgres://someone:secret@127.0.0.1:1/hall' },
      /^DATABASE_URL names a server/,
    ],
  ] as const)('a failing start explains why in one such line', time, async ([env, msg]) => {
    const server = start({ ...json, ...env });
    expect(await server.ended).toEqual({ code: 1, signal: null });
    expect(server.stderr).toBe('');
    expect(parsed(server)).toEqual([
      expect.objectContaining({ level: 50, msg: expect.stringMatching(msg) }),
    ]);
  });
});

describe('a signal to stop', () => {
  test('lets open requests finish, and accepts no new ones', time, async () => {
    const server = start();
    const address = await server.ready;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect((await get(address, '/readyz', agent)).status).toBe(200);
    const registrations = await Promise.all([1, 2, 3].map((n) => beginRegistration(address, n)));

    server.signal('SIGTERM');
    expect(await whenClosing(() => get(address, '/readyz', agent))).toBe(503);
    server.signal('SIGTERM');
    server.signal('SIGINT');
    const answers = registrations.map(async (registration) => (await registration()).statusCode);
    expect(await Promise.all(answers)).toEqual([201, 201, 201]);
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(server.stderr).toBe('');
    agent.destroy();

    const next = start();
    const again = await beginRegistration(await next.ready, 1);
    expect((await again()).statusCode).toBe(409);
    await next.stop();
  });
});

/**
 * Sends a registration's head and waits until the server has it; calling the result completes the
 * request.
 */
async function beginRegistration(
  address: string,
  number: number,
): Promise<() => Promise<IncomingMessage>> {
  const body = JSON.stringify({
    firstName: 'Sam',
    email: `sam${number}@example.org`,
    password,
    confirmPassword: password,
  });
  const sending = request(new URL('/api/register', address), {
    method: 'POST',
    agent: false,
    headers: {
      expect: '100-continue',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  sending.flushHeaders();
  await once(sending, 'continue');
  return () => {
    const answer = answerOf(sending);
    sending.end(body);
    return answer;
  };
}

async function answerOf(sending: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

async function get(address: string, path: string, agent: Agent) {
  const sending = request(new URL(path, address), { agent });
  sending.end();
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

/** Returns the server's answer after the signal; a refused connection counts as 503. */
async function whenClosing(ask: () => Promise<{ status: number | undefined }>): Promise<number> {
  for (;;) {
    const { status = 0 } = await ask().catch(() => ({ status: 503 }));
    if (status !== 200) return status;
  }
}
