import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedEngineError } from './error.ts';

/** Windows has no such permissions. */
const hasModes = process.platform !== 'win32';
export const rightsOfOthers = 0o077;

/**
 * Names that the site creates in its data folder. It changes the permissions of nothing else there.
 */
const own = /^(postgres|postgres\.new|engine\.json|engine\.json\.new|lock.*|backup-\w+\.part)$/;

/**
 * Removes other users' permissions in the data folder before anything is written: an existing
 * folder may be open to everybody.
 * @throws EmbeddedEngineError if it belongs to somebody else
 */
export function closeFolder(folder: string): void {
  closePermissions(folder, folder);
}

/**
 * Closes the folder's files to other users. The caller holds the folder's lock, so a process that
 * shares the folder may remove files meanwhile.
 * @throws EmbeddedEngineError
 */
export function closeFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((each) => own.test(each))) {
    closeTree(folder, join(folder, name));
  }
}

/** Closes one path and everything below it to other users. */
export function closeTree(folder: string, path: string): void {
  const { isDirectory } = closePermissions(folder, path);
  if (!isDirectory) return;
  for (const name of readdirSync(path)) closeTree(folder, join(path, name));
}

function closePermissions(folder: string, path: string): { isDirectory: boolean } {
  const stats = lstatSync(path);
  const isOpen = hasModes && (stats.mode & rightsOfOthers) !== 0 && !stats.isSymbolicLink();
  if (isOpen) changeMode(folder, path, stats.mode & 0o700);
  return { isDirectory: stats.isDirectory() };
}

function changeMode(folder: string, path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    throw new EmbeddedEngineError(
      `${path} is open to others and belongs to another user: ` +
        `give ${folder} to the user the site runs as, or choose a new folder inside it.`,
      { cause: error },
    );
  }
}
