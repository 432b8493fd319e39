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

/**
 * Runs steps as `npm test` does, on planted tests, with progress and markers in a folder of their
 * own.
 */
async function runTests(args: string[], settings: NodeJS.ProcessEnv) {
  const results = mkdtempSync(join(tmpdir(), 'villagehall-planted-'));
  const run = spawn(process.execPath, [join(root, 'scripts', 'test.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, TEST_RESULTS: results, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = text(run.stdout);
  const [code] = (await once(run, 'close')) as [number | null];
  const output = stripVTControlCharacters(await printed);
  rmSync(results, { recursive: true });
  return { code, output };
}

const steps = [
  ['unit', ['--config', planted('vitest.config.ts')], '[planted] ', 'vitest.planted.ts'],
  ['ui', ['--config', planted('playwright.config.ts')], '', 'playwright.planted.ts'],
] as const;

test.for(steps)(
  'a silent step (%s) is ended, names the hanging test, and counts the others',
  { timeout: 120_000 },
  async ([step, args, project, file]) => {
    await ensureBuild();
    const { code, output } = await runTests([step, '--', ...args], { TEST_SILENCE_SECONDS: '6' });
    const lines = output.trimEnd().split('\n');
    const path = `${project}tests/operation/planted/${file}: planted > `;

    expect(lines.at(-1)).toBe('2 passed, 2 failed, 2 skipped');
    expect(output).toContain('Nothing was heard of it for 6 seconds.');
    expect(lines).toContain(`FAILED  ${path}never ends`);
    expect(lines).toContain(`FAILED  ${path}fails`);
    expect(output).not.toContain(`${path}passes`);
    expect(output).not.toContain(`${path}skips itself`);
    expect(code).toBe(1);
  },
);

const unstable = (number: number, ...args: string[]) =>
  runTests([...args, 'unit', '--', '--config', planted('vitest.config.ts')], {
    PLANTED: 'unstable.planted.ts',
    PLANTED_UNSTABLE: String(number),
  });
const lastLines = (output: string) => output.trimEnd().split('\n').slice(-3);

test('a test of the wide run that fails once is reported as unstable and fails nothing', async () => {
  const { code, output } = await unstable(3, '--wide');
  const counts = [
    '3 unstable: failed, and passed when run again alone',
    '',
    '4 passed, 0 failed, 0 skipped',
  ];

  expect(lastLines(output)).toEqual(counts);
  expect(output).toContain(
    'UNSTABLE  [planted] tests/operation/planted/unstable.planted.ts: fails the first time 1',
  );
  expect(code).toBe(0);
});

test('more than three failing tests are not run again', async () => {
  const { code, output } = await unstable(4, '--wide');

  expect(lastLines(output).at(-1)).toBe('1 passed, 4 failed, 0 skipped');
  expect(code).toBe(1);
});

test('a test of `npm test` has no second try', async () => {
  const { code, output } = await unstable(1);

  expect(lastLines(output).at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(code).toBe(1);
});

test('a test that fails twice is a failure', async () => {
  const { code, output } = await unstable(-1, '--wide');

  expect(lastLines(output).at(-1)).toBe('1 passed, 1 failed, 0 skipped');
  expect(output).not.toContain('UNSTABLE');
  expect(code).toBe(1);
});
