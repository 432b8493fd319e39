import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { KeeperOutput } from './server.ts';

/**
 * Runs PostgreSQL while its own input stays open, then removes all it made. The system closes that
 * input however the process at the other end dies, so no server outlives its tests.
 */
const [, , binaries = '', wish] = process.argv;
const windows = process.platform === 'win32';
const portAttempts = 5;

const settings = {
  listen_addresses: '127.0.0.1',
  // An application in each worker, two pools each.
  max_connections: String(Math.max(200, 40 * availableParallelism())),
  fsync: 'off',
  full_page_writes: 'off',
  // Tests that crash it expect committed data back, and replicas receive writes.
  synchronous_commit: wish === 'quick' ? 'off' : 'on',
  // Databases that live for seconds need no care.
  autovacuum: wish === 'quick' ? 'off' : 'on',
};

const folder = mkdtempSync(join(tmpdir(), 'postgres-run-'));
const data = join(folder, 'data');
const password = randomBytes(12).toString('hex');
const user = process.getuid?.() === 0 ? unprivilegedUser() : null;
const running = new Set<ChildProcess>();
let ending = false;

process.stdin.on('close', () => void end());
createInterface({ input: process.stdin }).on('line', (order) => void obey(order));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

const urlAt = (at: number) => `postgres://postgres:${password}@127.0.0.1:${at}/postgres`;
let servingAt = 0;

try {
  await initialise();
  const copy = wish === 'replicated' ? copied() : undefined;
  servingAt = (await start(data)).port;
  say({ url: urlAt(servingAt), ...(copy && (await startReplica(copy))) });
} catch (error) {
  say({ error: error instanceof Error ? error.message : String(error) });
  await end();
}

/** Crashes the server, or starts it again. */
async function obey(order: string): Promise<void> {
  if (order === 'crash') await stopNow();
  const log = order === 'start' ? (await startOn(servingAt, data)).log : null;
  say(log === null ? { url: urlAt(servingAt) } : { error: log.join('\n') });
}

/** Acts like `pg_ctl stop -m immediate`: nothing more is written, and the next start recovers. */
async function stopNow(): Promise<void> {
  const exits = [...running].map((child) => once(child, 'exit'));
  for (const child of running) child.kill('SIGQUIT');
  await Promise.all(exits);
}

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await stopNow();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit();
}

async function initialise(): Promise<void> {
  mkdirSync(data);
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user) for (const path of [folder, data, passwordFile]) chownSync(path, user.uid, user.gid);

  const initdb = run('initdb', [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=password',
    // Each test file makes some ten connections; the usual 4,096 rounds take 3 ms of each.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // PostgreSQL's own locale needs nothing from the system.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-sync',
  ]);
  const log = collect(initdb);
  const [code] = (await once(initdb, 'close')) as [number | null];
  if (code !== 0) throw new Error(`initdb failed: ${log.join('\n')}`);
}

/**
 * Copies the server's files before its first start; with the log from there on they make a second
 * server.
 */
function copied(): string {
  const copy = join(folder, 'copy');
  cpSync(data, copy, { recursive: true });
  chmodSync(copy, 0o700);
  if (user) own(copy, user);
  return copy;
}

function own(path: string, { uid, gid }: { uid: number; gid: number }): void {
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) own(inside, { uid, gid });
    else chownSync(inside, uid, gid);
  }
}

/** A standby that streams the primary's log. */
async function startReplica(copy: string) {
  writeFileSync(join(copy, 'standby.signal'), '');
  const { port, pid } = await start(copy, {
    primary_conninfo: `host=127.0.0.1 port=${servingAt} user=postgres password=${password}`,
  });
  return { replica: { url: urlAt(port), pid } };
}

/** Another process may take a free port before PostgreSQL does: then the next one is tried. */
async function start(from: string, more: Record<string, string> = {}) {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const { log, pid } = await startOn(port, from, more);
    if (log === null) return { port, pid };
    const taken = log.some((line) => line.includes('could not bind'));
    if (!taken || attempt === portAttempts) throw new Error(log.join('\n'));
  }
}

/** Returns null once it is ready, or its output if it ended first. */
async function startOn(port: number, from: string, more: Record<string, string> = {}) {
  const options = {
    ...settings,
    ...more,
    port: String(port),
    unix_socket_directories: windows ? '' : folder,
  };
  const server = run('postgres', [
    '-D',
    from,
    ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const log = collect(server);
  const ready = new Promise<null>((resolve) => {
    server.stderr?.on('data', () => {
      if (log.some((line) => /ready to accept (read-only )?connections/.test(line))) resolve(null);
    });
  });
  const outcome = await Promise.race([ready, once(server, 'close').then(() => log)]);
  return { log: outcome, pid: server.pid ?? 0 };
}

function run(program: string, args: string[]): ChildProcess {
  if (ending) throw new Error('The tests have ended.');
  const options: SpawnOptions = {
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  };
  const child = spawn(join(binaries, 'bin', program), args, options);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function collect(child: ChildProcess): string[] {
  const lines: string[] = [];
  if (child.stderr) createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  child.on('error', (error) => lines.push(error.message));
  return lines;
}

/** PostgreSQL refuses to run as root, and its user needs a name. */
function unprivilegedUser(): { uid: number; gid: number } {
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  if (!entry) throw new Error('PostgreSQL refuses to run as root, and there is no user "nobody".');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

function say(output: KeeperOutput): void {
  process.stdout.write(`${JSON.stringify(output)}\n`);
}
