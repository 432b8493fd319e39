import { readFile } from 'node:fs/promises';

export interface Row {
  name: string;
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  failed: number;
  limit: string;
  limitPerSecond: number;
  ratio: number;
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const columns: [title: string, width: number, value: (row: Row) => string][] = [
  ['measured', 38, (row) => row.name],
  ['a second', 10, (row) => row.perSecond.toFixed(0)],
  ['p50 ms', 8, (row) => row.p50.toFixed(1)],
  ['p99 ms', 8, (row) => row.p99.toFixed(1)],
  ['limit', 14, (row) => row.limit],
  ['a second', 10, (row) => row.limitPerSecond.toFixed(0)],
  ['ratio', 7, (row) => row.ratio.toFixed(2)],
  ['failed', 7, (row) => String(row.failed)],
];

export function printTable(rows: Row[], withTitles: boolean): void {
  if (withTitles) console.log(columns.map(([title, width]) => title.padEnd(width)).join(' '));
  for (const row of rows) {
    console.log(columns.map(([, width, value]) => value(row).padEnd(width)).join(' '));
  }
}

/** Reads a process's resident memory in MB; 0 where the system doesn't report it. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
