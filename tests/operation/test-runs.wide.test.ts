import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { ensureBuild } from './support.ts';

const root = join(import.meta.dirname, '..', '..');
const planted = (name: string) => join(import.meta.dirname, 'planted', name);

/** Runs steps as `npm test` does, on planted tests, with reports in a folder of their own. */
async function runTests(args: string[], settings: NodeJS.ProcessEnv = {}) {
  const results = mkdtempSync(join(tmpdir(), 'villagehall-planted-'));
  const run = spawn(process.execPath, [join(root, 'scripts', 'test.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, TEST_RESULTS: results, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = text(run.stdout);
  const [code] = (await once(run, 'close')) as [number | null];
  const lines = stripVTControlCharacters(await printed)
    .trimEnd()
    .split('\n');
  rmSync(results, { recursive: true });
  return { code, lines };
}

const inVitest = ['unit', '--', '--config', planted('vitest.config.ts')];
const inPlaywright = ['ui', '--', '--config', planted('playwright.config.ts')];
const here = 'tests/operation/planted';

test('a run counts the tests and names those that fail', async () => {
  const { code, lines } = await runTests(inVitest);

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 3 skipped');
  expect(lines).toContain(`FAILED  ${here}/vitest.planted.ts: planted > fails`);
  expect(code).toBe(1);
});

test('a silent run is ended, and names the file that hangs', async () => {
  const settings = { PLANTED_HANG: '1', TEST_SILENCE_SECONDS: '6' };
  const { code, lines } = await runTests(inVitest, settings);

  expect(lines).toContain(`Still running: [planted] ${here}/vitest.planted.ts`);
  expect(lines).toContain('FAILED  Nothing was heard of it for 6 seconds.');
  expect(lines.at(-1)).toMatch(/^\d+ passed, [1-9] failed, \d+ skipped$/);
  expect(code).toBe(1);
});

const unstable = (failures: number, ...args: string[]) =>
  runTests([...args, ...inVitest], {
    PLANTED: 'unstable.planted.ts',
    PLANTED_FAILURES: String(failures),
  });

test('a test of the wide run that fails once is named as unstable and fails nothing', async () => {
  const { code, lines } = await unstable(1, '--wide');

  expect(lines.slice(-3)).toEqual([
    '1 unstable: failed, and passed at a second try',
    '',
    '2 passed, 0 failed, 0 skipped',
  ]);
  expect(lines).toContain(`UNSTABLE  ${here}/unstable.planted.ts: fails at first`);
  expect(code).toBe(0);
});

test('a test of `npm test` has no second try', async () => {
  const { code, lines } = await unstable(1);

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(code).toBe(1);
});

test('a test that fails twice is a failure', async () => {
  const { code, lines } = await unstable(2, '--wide');

  expect(lines.at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(lines.filter((line) => line.startsWith('UNSTABLE'))).toEqual([]);
  expect(code).toBe(1);
});

test('browser tests are counted and tried again likewise', { timeout: 120_000 }, async () => {
  await ensureBuild();
  const { code, lines } = await runTests(['--wide', ...inPlaywright]);

  expect(lines.at(-1)).toBe('2 passed, 1 failed, 2 skipped');
  expect(lines).toContain(`FAILED  ${here}/playwright.planted.ts: planted > fails`);
  expect(lines).toContain(`UNSTABLE  ${here}/playwright.planted.ts: planted > fails at first`);
  expect(code).toBe(1);
});
