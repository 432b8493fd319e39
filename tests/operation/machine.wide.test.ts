import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureBuild } from './support.ts';

const time = { timeout: 180_000 };
const program = fileURLToPath(new URL('../../dist/main/main.js', import.meta.url));
const oldNode = '/usr/bin/node';
const megabyte = 1024 * 1024;

let folder: string;

beforeAll(() => ensureBuild(), 180_000);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'villagehall-machine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const surroundings = () => ({
  PATH: process.env['PATH'] ?? '',
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
});

/** Starts the site, with an optional memory limit; ends it once it is ready. */
async function firstStart(
  [command, ...args]: [string, ...string[]] = [process.execPath, program],
): Promise<{ said: string; ready: boolean; peak: number }> {
  const child = spawn(command, args, { env: surroundings(), stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const ended = once(child, 'exit');
  const ready = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (/ is ready at /.test(line)) resolve(true);
      });
    }
    void ended.then(() => resolve(false));
  });
  const isReady = await ready;
  const peak = isReady ? highest(child.pid) : 0;
  child.kill();
  await ended;
  return { said: lines.join('\n'), ready: isReady, peak };
}

/** Returns a process's peak memory in bytes. */
const highest = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;

const groups = '/sys/fs/cgroup/memory';
const group = join(groups, `villagehall-${process.pid}`);

/** Whether this machine can limit processes. */
function limitsCanBeSet(): boolean {
  try {
    mkdirSync(group);
    rmdirSync(group);
    return existsSync(join(groups, 'memory.limit_in_bytes'));
  } catch {
    return false;
  }
}

function mountsAreAllowed(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'villagehall-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(place);
  }
}

describe.runIf(process.platform === 'linux')('memory', () => {
  test('stays under 600 MB at a first start of the embedded site', time, async () => {
    const { ready, peak } = await firstStart();
    expect(ready).toBe(true);
    expect(peak).toBeLessThan(600 * megabyte);
  });

  test.runIf(limitsCanBeSet())('of 512 MB is enough, and less causes a warning', time, async () => {
    const within = async (megabytes: number) => {
      mkdirSync(group);
      try {
        writeFileSync(join(group, 'memory.limit_in_bytes'), String(megabytes * megabyte));
        const enter = `echo $$ > ${group}/cgroup.procs && exec "$@"`;
        return await firstStart(['sh', '-c', enter, 'sh', process.execPath, program]);
      } finally {
        rmdirSync(group);
      }
    };
    const enough = await within(512);
    expect(enough.ready).toBe(true);
    expect(enough.said).not.toMatch(/MB of memory/);

    rmSync(join(folder, 'data'), { recursive: true });
    const little = await within(256);
    expect(little.said).toMatch(/^The site has 256 MB of memory, and needs 512 MB/);
    expect(little.ready || /for want of memory/.test(little.said)).toBe(true);
  });
});

describe.runIf(mountsAreAllowed())('a full disk at the first start', () => {
  test.each([1, 20, 40, 43])('of %i MB causes one line', time, async (megabytes) => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    try {
      const { said, ready } = await firstStart();
      expect(ready).toBe(false);
      expect(said.split('\n').at(-1)).toMatch(/^DATA_DIR: The disk of .* is (too )?full.*free/);
      expect(said).not.toMatch(/^ +at |\[object/m);
    } finally {
      execFileSync('umount', [folder]);
    }
  });
});

const isOld =
  existsSync(oldNode) &&
  Number.parseInt(execFileSync(oldNode, ['-p', 'process.versions.node']).toString(), 10) < 24;

test.runIf(isOld)('too old a Node.js causes one line', time, async () => {
  for (const name of ['main', 'operate', 'make-admin', 'doctor']) {
    const script = program.replace('main.js', `${name}.js`);
    await expect(promisify(execFile)(oldNode, [script])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Villagehall needs Node.js 24 or newer, and this is v[\d.]+: install a newer one.\n$/,
      ),
    });
  }
});
