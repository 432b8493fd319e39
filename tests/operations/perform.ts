import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Debian } from './debian.ts';
import type { Row, Stage } from './row.ts';

export interface Result {
  name: string;
  title: string;
  outcome: 'passed' | 'failed' | 'not run';
  seconds: number;
  /** The row's figures, its failure, or the reason why it did not run. */
  told: string;
}

/** Returns the requested rows; all of them by default. */
export function selectRows(rows: readonly Row[], names: readonly string[]): readonly Row[] {
  const unknown = names.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    const known = rows.map(({ name }) => name).join(', ');
    throw new Error(`There is no row ${unknown.join(', ')}: there are ${known}.`);
  }
  return names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name));
}

/** Runs one row, and removes everything it has left. */
export async function perform(row: Row, say: (line: string) => void): Promise<Result> {
  const { name, title } = row;
  const started = performance.now();
  const result = (outcome: Result['outcome'], told: string): Result => {
    return { name, title, outcome, seconds: (performance.now() - started) / 1000, told };
  };
  const hindrance = row.hindrance?.() ?? (row.packages.length > 0 ? Debian.hindrance() : undefined);
  if (hindrance) return result('not run', hindrance);
  const cleaning: (() => unknown)[] = [];
  try {
    const stage = await stageFor(row, cleaning, say);
    return result('passed', await row.run(stage));
  } catch (error) {
    return result('failed', error instanceof Error ? error.message : String(error));
  } finally {
    for (const clean of cleaning.toReversed()) await tidy(clean, say);
  }
}

async function stageFor(
  row: Row,
  cleaning: (() => unknown)[],
  say: (line: string) => void,
): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), `villagehall-${row.name}-`));
  chmodSync(folder, 0o755);
  cleaning.push(() => rmSync(folder, { recursive: true, force: true }));
  const debian = row.packages.length > 0 ? await Debian.having(row.packages, say) : undefined;
  return {
    get debian() {
      if (!debian) throw new Error(`The row ${row.name} names no packages, so it has no Debian`);
      return debian;
    },
    folder,
    say,
    after: (clean) => cleaning.push(clean),
  };
}

/** A failing clean-up is reported, and stops no other. */
async function tidy(clean: () => unknown, say: (line: string) => void): Promise<void> {
  try {
    await clean();
  } catch (error) {
    say(`Left behind: ${String(error)}`);
  }
}

export const exitCode = (results: readonly Result[]) =>
  results.some(({ outcome }) => outcome === 'failed') ? 1 : 0;

/** Renders the results as a Markdown table, a line each. */
export function table(results: readonly Result[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' / ');
  return [
    line(['what', 'result', 'seconds', 'figures']),
    line(['---', '---', '---:', '---']),
    ...results.map(({ name, title, outcome, seconds, told }) =>
      line([`\`${name}\`: ${title}`, outcome, seconds.toFixed(0), cell(told)]),
    ),
    '',
  ].join('\n');
}
