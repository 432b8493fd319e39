import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the processes of the PostgreSQL in this folder, the postmaster before its children; none
 * where it isn't running.
 */
export function postgresOf(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // A killed process leaves the file behind, and another process may have its number by now.
  if (!wordsOf(first).includes(data)) return [];
  return [first, ...startedBy(first)];
}

/** Returns the processes that send the log to the standbys. */
export const sendersOf = (data: string) =>
  postgresOf(data).filter((pid) => wordsOf(pid).some((word) => word.includes('walsender')));

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process had ended.
    }
  }
}

const wordsOf = (pid: number) => readProc(`/proc/${pid}/cmdline`).split('\0');

function startedBy(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

/** The state and the parent follow the name, which is in brackets and may hold anything. */
const parentOf = (pid: number) =>
  Number(readProc(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);

function readProc(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}
