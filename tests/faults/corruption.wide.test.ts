import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { Random } from '#tests/crash/random.ts';
import { ServerProcess } from '#tests/crash/server-process.ts';
import { ensureBuild } from '#tests/operation/support.ts';
import { keepEngineCompiled } from '#tests/support/engine-program.ts';
import { folderOfFile } from '#tests/support/of-file.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { contentOf, damages, openDamagedCopy, type Outcome } from './corruption.ts';

/** `npm run test:long` damages many more. */
const cases = Number(process.env.DAMAGES ?? 5);
const root = folderOfFile();
const template = inject('folders').demo;
let expected = '';

beforeAll(async () => {
  await keepEngineCompiled();
  const copy = join(root, 'whole');
  cpSync(template, copy, { recursive: true });
  expected = await contentOf(copy);
}, 120_000);

const may: Outcome[] = [
  'refused at the start, in a line that names the folder and the way out',
  'opened, with all rows as they were',
  'opened, and a read failed, of which the operator is told the same',
];

/**
 * PostgreSQL doesn't know a table file's former length, so a file that lost its end lost its last
 * rows.
 */
const mayOf = (kind: string): Outcome[] =>
  kind === 'cut' ? [...may, 'opened, with other rows'] : may;

describe(`a damaged data folder (${cases} times, seed ${seed})`, () => {
  test(
    'is never initialised again, and never misread except for a shortened table',
    { timeout: 60_000 + cases * 20_000 },
    async () => {
      const random = new Random(seed);
      const kinds = Object.keys(damages);
      const outcomes = new Map<string, number>();
      const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      for (let number = 0; number < cases; number += 1) {
        const kind = kinds[number % kinds.length] ?? 'flip';
        told.mockClear();
        const { outcome, what, said } = await openDamagedCopy(
          template,
          join(root, `copy-${number}`),
          {
            kind,
            random: random.fork(),
            expected,
            told: () => told.mock.calls.map(([line]) => String(line)),
          },
        );
        const key = `${kind}: ${outcome}`;
        outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
        expect(mayOf(kind), `${what}: ${outcome}: ${said}`).toContain(outcome);
      }
      told.mockRestore();
      for (const [outcome, times] of outcomes) console.info(`${outcome}: ${times}`);
    },
  );

  test("stops the site's start with one line and exit code 1", { timeout: 60_000 }, async () => {
    await ensureBuild();
    const folder = join(root, 'half');
    cpSync(template, folder, { recursive: true });
    rmSync(join(folder, 'postgres', 'base', '5'), { recursive: true });
    const site = new ServerProcess({ DATA_DIR: folder });
    expect((await site.ended).code).toBe(1);
    const lines = site.stderr.trimEnd().split('\n');
    expect(lines).toEqual([expect.stringContaining(folder)]);
    expect(lines[0]).toContain('restore it from a backup');
  });
});
