import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Windows can't sync a directory, and doesn't need to. */
const directoriesCanBeSynced = process.platform !== 'win32';

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs a directory's entries, so that creations, renames and removals survive a power cut. */
export function syncDirectory(path: string): void {
  if (!directoriesCanBeSynced) return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Syncs a directory and everything below it. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else syncFile(child);
  }
  syncDirectory(path);
}
