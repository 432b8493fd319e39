import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { day } from '#contract/platform/durations.ts';
import { TransferError } from './error.ts';

/**
 * The name contains a UTC time, so that names sort by time; not every system allows a colon in
 * names.
 */
const named = /^villagehall-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
/** Partial files left by a backup that was killed. */
const unfinished = /^villagehall-[-\dTZ]{20}\.backup\.[0-9a-f]+\.part$/;

/** Names the file of a new backup. */
export function fileIn(folder: string, now: Date): string {
  const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return join(folder, `villagehall-${moment}Z.backup`);
}

/** Returns the path itself, or the newest backup in it if it is a folder. */
export async function newestAt(path: string): Promise<string> {
  if (path === '-' || !(await stat(path)).isDirectory()) return path;
  const newest = (await backupsIn(path)).at(-1);
  if (newest === undefined) throw new TransferError(`there is no backup in ${resolve(path)}`);
  return join(path, newest);
}

/**
 * Removes all but the newest backups, and partial files that are a day old or more. Files of other
 * names stay.
 * @returns how many backups it removed
 */
export async function prune(folder: string, keep: number, now: Date): Promise<number> {
  const old = (await backupsIn(folder)).slice(0, -keep);
  for (const name of old) await rm(join(folder, name), { force: true });
  for (const name of await readdir(folder)) {
    if (!unfinished.test(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < now.getTime() - day) await rm(join(folder, name), { force: true });
  }
  return old.length;
}

const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => named.test(name)).toSorted();
