import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The PostgreSQL of this folder, its first process before those that it has started; none where it does not run. */
export function postgresOf(data: string): number[] {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return [];
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // A killed process leaves the file behind, and its number may be another process's by now.
  if (!wordsOf(first).includes(data)) return [];
  return [first, ...startedBy(first)];
}

/** The processes that send the log to the standbys. */
export const sendersOf = (data: string) =>
  postgresOf(data).filter((pid) => wordsOf(pid).some((word) => word.includes('walsender')));

export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It had ended.
    }
  }
}

const wordsOf = (pid: number) => told(`/proc/${pid}/cmdline`).split('\0');

function startedBy(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent);
}

/** After the name, which is in brackets and may hold anything, come the state and the parent. */
const parentOf = (pid: number) =>
  Number(told(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);

function told(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
