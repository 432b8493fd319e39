import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { selectRows, exitCode, perform, table } from '#tests/operations/perform.ts';
import type { Row } from '#tests/operations/row.ts';
import { rows } from '#tests/operations/rows.ts';

const quiet = () => undefined;
const row = (run: Row['run'], rest: Partial<Row> = {}): Row => ({
  name: 'trial',
  title: 'a trial',
  packages: [],
  run,
  ...rest,
});

describe('npm run test:operations', () => {
  test('prints the figures of a passing row', async () => {
    const result = await perform(
      row(() => Promise.resolve('3 of 3')),
      quiet,
    );
    expect(result).toMatchObject({ name: 'trial', outcome: 'passed', told: '3 of 3' });
    expect(exitCode([result])).toBe(0);
  });

  test('fails for a row that fails, in one line of the table', async () => {
    const result = await perform(
      row(() => Promise.reject(new Error('one was lost:\n  42 | gone'))),
      quiet,
    );
    expect(result).toMatchObject({ outcome: 'failed' });
    expect(exitCode([result])).toBe(1);
    expect(table([{ ...result, seconds: 7.4 }]).split('\n')).toContain(
      '| `trial`: a trial | failed | 7 | one was lost: / 42 \\| gone |',
    );
  });

  test("explains why a row can't run, and does not fail for it", async () => {
    const result = await perform(
      row(() => Promise.reject(new Error('it was run')), { hindrance: () => 'it needs root' }),
      quiet,
    );
    expect(result).toMatchObject({ outcome: 'not run', told: 'it needs root' });
    expect(exitCode([result])).toBe(0);
  });

  test('cleans up after a row, in reverse order, however it ended', async () => {
    const gone: string[] = [];
    let folder = '';
    const result = await perform(
      row((stage) => {
        ({ folder } = stage);
        stage.after(() => gone.push('first'));
        stage.after(() => Promise.reject(new Error('it will not go')));
        stage.after(() => gone.push(`last, in a folder: ${existsSync(folder)}`));
        throw new Error('it failed');
      }),
      quiet,
    );
    expect(result).toMatchObject({ outcome: 'failed', told: 'it failed' });
    expect(gone).toEqual(['last, in a folder: true', 'first']);
    expect(existsSync(folder)).toBe(false);
  });

  test('runs the named rows in its own order, and lists all for an unknown name', () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(selectRows(rows, [])).toEqual(rows);
    expect(selectRows(rows, ['pgbouncer']).map(({ name }) => name)).toEqual(['pgbouncer']);
    expect(() => selectRows(rows, ['pgbouncers'])).toThrow(
      `There is no row pgbouncers: there are ${names.join(', ')}.`,
    );
  });
});
