import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Windows has no way to sync a directory, and does not need one. */
const directoriesCanBeSynced = process.platform !== 'win32';

export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes the names in a directory last: what was created, renamed or removed there. */
export function syncDirectory(path: string): void {
  if (!directoriesCanBeSynced) return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}

/** Syncs everything below a directory, and the directory. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) syncTree(child);
    else syncFile(child);
  }
  syncDirectory(path);
}
