import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedEngineError } from './error.ts';
import { closeTree } from './privacy.ts';
import { syncDirectory, syncFile, syncTree } from './sync.ts';

/** PGlite's PostgreSQL version. It can't read database files of another major version. */
export const engineMajor = '18';

/** The prefix of a folder that is still being made. */
const beginning = 'postgres.new';

/**
 * Returns the folder of database files inside the data folder, creating it if there is none yet. A
 * folder named `postgres` is complete: it is created under another name and renamed, so an
 * interrupted first start leaves only something to delete.
 */
export async function prepareDatabaseFolder(
  dataDir: string,
  initialise: (folder: string) => Promise<void>,
): Promise<string> {
  const database = join(dataDir, 'postgres');
  // The name is unique to this start: the initdb of an interrupted one may still be writing.
  const unfinished = join(dataDir, `${beginning}-${randomBytes(4).toString('hex')}`);
  const recorded = recordedMajor(dataDir);
  if (existsSync(join(dataDir, 'PG_VERSION'))) throw new EmbeddedEngineError(foreign(dataDir));
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(beginning))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }

  if (!existsSync(database)) {
    if (recorded !== null) throw new EmbeddedEngineError(missing(dataDir));
    await initialise(unfinished);
    // PGlite makes its files readable for everybody, whatever the umask.
    closeTree(dataDir, unfinished);
    syncTree(unfinished);
    renameSync(unfinished, database);
    syncDirectory(dataDir);
  }

  // Where its version file is missing, PGlite would create a new database over the existing one.
  const own = databaseMajor(dataDir, database);
  const major = [recorded ?? own, own].find((each) => each !== engineMajor);
  if (major !== undefined) throw new EmbeddedEngineError(otherVersion(dataDir, major));
  if (recorded === null) record(dataDir, own);
  return database;
}

function recordedMajor(dataDir: string): string | null {
  const file = join(dataDir, 'engine.json');
  if (!existsSync(file)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && 'postgresMajor' in value) {
      return String(value.postgresMajor);
    }
  } catch {
    throw new EmbeddedEngineError(unreadable(file));
  }
  throw new EmbeddedEngineError(unreadable(file));
}

function databaseMajor(dataDir: string, database: string): string {
  try {
    const major = readFileSync(join(database, 'PG_VERSION'), 'utf8').trim();
    if (/^\d+$/.test(major)) return major;
  } catch {
    throw new EmbeddedEngineError(missing(dataDir));
  }
  throw new EmbeddedEngineError(unreadable(join(database, 'PG_VERSION')));
}

function record(dataDir: string, postgresMajor: string): void {
  const unfinished = join(dataDir, 'engine.json.new');
  writeFileSync(unfinished, `${JSON.stringify({ postgresMajor })}\n`);
  syncFile(unfinished);
  renameSync(unfinished, join(dataDir, 'engine.json'));
  syncDirectory(dataDir);
}

const unreadable = (file: string) =>
  `${file} cannot be read: restore the data folder from a backup.`;

const missing = (dataDir: string) =>
  `The data folder ${dataDir} has lost its database files: restore it from a backup, or choose an empty folder.`;

const foreign = (dataDir: string) =>
  `The data folder ${dataDir} holds the files of a PostgreSQL server, not of this site: ` +
  'restore a backup into an empty folder, or choose the folder that holds engine.json.';

const otherVersion = (dataDir: string, major: string) =>
  `The data folder ${dataDir} was made by PostgreSQL ${major} and this version runs PostgreSQL ${engineMajor}: ` +
  'move the data to a PostgreSQL server with `npm run move` of the version that made it, then back with this one.';
