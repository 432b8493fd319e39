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

/** What `npm test` runs, of one step and tests planted for it, which gives up after so many seconds of silence. */
async function runStep(step: string, args: string[], seconds: number) {
  const results = mkdtempSync(join(tmpdir(), 'villagehall-silence-'));
  const run = spawn(process.execPath, [join(root, 'scripts', 'test.mjs'), step, '--', ...args], {
    cwd: root,
    env: { ...process.env, TEST_RESULTS: results, TEST_SILENCE_SECONDS: String(seconds) },
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
  'a step (%s) that falls silent is ended, names the test that hangs, and counts the others',
  { timeout: 120_000 },
  async ([step, args, project, file]) => {
    await ensureBuild();
    const { code, output } = await runStep(step, [...args], 6);
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
