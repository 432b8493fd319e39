import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { forAMoment, holdEngineProgram } from '../../../../tests/support/engine-program.ts';
import { removeSocketFolder } from './endpoint.ts';
import { openEmbeddedEngine } from './engine.ts';
import { readHolder } from './lock.ts';

const holderScript = fileURLToPath(new URL('./holder.fixture.ts', import.meta.url));
const time = { timeout: 60_000 };

let dataDir: string;
let children: ChildProcess[];

beforeAll(() => holdEngineProgram());

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-takeover-'));
  children = [];
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  removeSocketFolder(readHolder(dataDir)?.socketFolder ?? '');
  rmSync(dataDir, { recursive: true, force: true });
});

test('a second process is refused in one sentence with the folder and the pid', time, async () => {
  fillFolder();
  const holder = startHolder();
  expect(await line(holder.lines, /^committed 3$/)).toBeTruthy();

  await expect(openEmbeddedEngine(dataDir)).rejects.toThrow(
    `The data folder ${dataDir} is in use by process ${holder.child.pid}: stop that first, or choose another folder.`,
  );
});

test('of two that start at once on a new folder one gets it', time, async () => {
  const starts = [startHolder(), startHolder()];
  const outcomes = await Promise.all(
    starts.map(({ lines }) => line(lines, /^(?:open|refused.*in use)/)),
  );
  expect(outcomes.filter((outcome) => outcome.startsWith('open'))).toHaveLength(1);
});

test('after kill -9 the folder is taken over with every committed row', time, async () => {
  fillFolder();
  const holder = startHolder();
  const [, socketFolder = ''] = (await line(holder.lines, /^open/)).split(' ');
  await line(holder.lines, /^committed 100$/);
  const [, last] = (await line(holder.lines, /^committed/)).split(' ');
  await kill(holder.child);

  const engine = await openEmbeddedEngine(dataDir);
  const pool = new pg.Pool({ ...engine.connection, max: 1 });
  const { rows } = await pool.query('SELECT count(*)::int, max(id) FROM entry');
  expect(rows[0].count).toBe(rows[0].max);
  expect(rows[0].max).toBeGreaterThanOrEqual(Number(last));
  expect(existsSync(socketFolder)).toBe(false);
  await pool.end();
  await engine.close();
});

test('of two that take over from a dead process at once one gets the folder', time, async () => {
  fillFolder();
  const first = startHolder();
  await line(first.lines, /^open/);
  await kill(first.child);

  const outcomes = await Promise.all(
    [startHolder(), startHolder()].map(({ lines }) => line(lines, /^(?:open|refused.*in use)/)),
  );
  expect(outcomes.filter((outcome) => outcome.startsWith('open'))).toHaveLength(1);
});

test('a pid that lives on as another process does not hold the folder', time, async () => {
  fillFolder();
  const holder = { pid: process.pid, host: hostname(), socketFolder: null };
  writeFileSync(join(dataDir, 'lock.json'), JSON.stringify(holder));
  writeFileSync(join(dataDir, 'lock'), '');

  const engine = await openEmbeddedEngine(dataDir);
  await engine.close();
});

test('a first start that was killed half-way is begun again', time, async () => {
  const holder = startHolder();
  await entryAppears(dataDir, 'postgres.new-');
  await kill(holder.child);
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });

  const engine = await openEmbeddedEngine(dataDir);
  expect(entries(dataDir, 'postgres.new')).toEqual([]);
  await engine.close();
});

/** A database that was made before, so that a start is quick. */
function fillFolder(): void {
  cpSync(inject('folders').empty, dataDir, { recursive: true });
}

function startHolder(): { child: ChildProcess; lines: Interface } {
  const child = spawn(process.execPath, [...forAMoment, '--expose-gc', holderScript, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return { child, lines: createInterface({ input: child.stdout }) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function line(lines: Interface, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.on('line', (text) => {
      if (pattern.test(text)) resolve(text);
    });
    lines.once('close', () => reject(new Error(`The process ended without ${pattern}`)));
  });
}

const entries = (folder: string, beginning: string) =>
  readdirSync(folder).filter((name) => name.startsWith(beginning));

async function entryAppears(folder: string, beginning: string): Promise<void> {
  const watcher = watch(folder);
  while (entries(folder, beginning).length === 0) await once(watcher, 'change');
  watcher.close();
}
