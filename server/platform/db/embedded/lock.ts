import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EmbeddedEngineError } from './error.ts';

export interface FolderLock {
  /**
   * Records this holder, for the message to processes that are refused, and for the next holder.
   */
  describe(socketFolder: string | null): void;
  release(): void;
}

export interface Holder {
  pid: number;
  host: string;
  /** The folder of the holder's sockets, which outlives a holder that was killed. */
  socketFolder: string | null;
}

/** Two processes that start at once delay each other for a moment; one of them gets through. */
const lockTimeoutMs = 1000;
const sqliteBusy = 5;

/**
 * A strong reference: if SQLite's handle were garbage-collected, it would be closed and the folder
 * unlocked.
 */
const openLocks = new Set<DatabaseSync>();

/**
 * Locks the folder for this process. SQLite locks a file by fcntl or LockFileEx: the kernel
 * releases the lock with its process, however that ends, and keeps it across containers that share
 * the folder, where a pid or a socket says nothing. Nothing else in this process may open the file:
 * closing it again would release the lock.
 * @throws EmbeddedEngineError when a live process holds it, this one included
 */
export function lockFolder(folder: string): FolderLock {
  const file = new DatabaseSync(join(folder, 'lock'), { timeout: lockTimeoutMs });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw isBusy(error) ? new EmbeddedEngineError(inUse(folder)) : error;
  }
  const describe = (socketFolder: string | null) => {
    writeHolder(folder, { pid: process.pid, host: hostname(), socketFolder });
  };
  openLocks.add(file);
  const release = () => {
    openLocks.delete(file);
    file.close();
  };
  return { describe, release };
}

/** Reads the current or last holder of the folder. */
export function readHolder(folder: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'));
    return isHolder(value) ? value : null;
  } catch {
    return null;
  }
}

function writeHolder(folder: string, holder: Holder): void {
  const unfinished = join(folder, 'lock.json.new');
  writeFileSync(unfinished, `${JSON.stringify(holder)}\n`);
  renameSync(unfinished, join(folder, 'lock.json'));
}

function inUse(folder: string): string {
  const holder = readHolder(folder);
  const elsewhere = holder && holder.host !== hostname() ? ` on ${holder.host}` : '';
  const who = holder ? `process ${holder.pid}${elsewhere}` : 'another process';
  return `The data folder ${folder} is in use by ${who}: stop that first, or choose another folder.`;
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'host' in value &&
    typeof value.host === 'string' &&
    'socketFolder' in value &&
    (value.socketFolder === null || typeof value.socketFolder === 'string')
  );
}
