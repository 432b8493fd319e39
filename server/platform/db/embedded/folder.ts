import { randomBytes } from 'node:crypto';
import {
  unlinkSync,
  statSync,
  existsSync,
  writeFileSync,
  rmSync,
  readFileSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { dirname, resolve, join } from 'node:path';
import type pg from 'pg';
import { EmbeddedEngineError, damagedMessage } from './error.ts';
import { closeTree } from './privacy.ts';
import { syncDirectory, syncFile, syncTree } from './sync.ts';

/** PGlite's PostgreSQL version. It can't read database files of another major version. */
export const engineMajor = '18';

/** The prefix of a folder that is still being made. */
const unfinishedPrefix = 'postgres.new';

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
  const unfinished = join(dataDir, `${unfinishedPrefix}-${randomBytes(4).toString('hex')}`);
  const recorded = recordedMajor(dataDir);
  if (existsSync(join(dataDir, 'PG_VERSION')))
    throw new EmbeddedEngineError(foreignMessage(dataDir));
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(unfinishedPrefix))) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }

  if (!existsSync(database)) {
    if (recorded !== null) throw new EmbeddedEngineError(missingMessage(dataDir));
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
    throw new EmbeddedEngineError(unreadableMessage(file));
  }
  throw new EmbeddedEngineError(unreadableMessage(file));
}

function databaseMajor(dataDir: string, database: string): string {
  try {
    const major = readFileSync(join(database, 'PG_VERSION'), 'utf8').trim();
    if (/^\d+$/.test(major)) return major;
  } catch {
    throw new EmbeddedEngineError(missingMessage(dataDir));
  }
  throw new EmbeddedEngineError(unreadableMessage(join(database, 'PG_VERSION')));
}

function record(dataDir: string, postgresMajor: string): void {
  const unfinished = join(dataDir, 'engine.json.new');
  writeFileSync(unfinished, `${JSON.stringify({ postgresMajor })}\n`);
  syncFile(unfinished);
  renameSync(unfinished, join(dataDir, 'engine.json'));
  syncDirectory(dataDir);
}

const unreadableMessage = (file: string) =>
  `${file} cannot be read: restore the data folder from a backup.`;

const missingMessage = (dataDir: string) =>
  `The data folder ${dataDir} has lost its database files: restore it from a backup, or choose an empty folder.`;

const foreignMessage = (dataDir: string) =>
  `The data folder ${dataDir} holds the files of a PostgreSQL server, not of this site: ` +
  'restore a backup into an empty folder, or choose the folder that holds engine.json.';

const otherVersion = (dataDir: string, major: string) =>
  `The data folder ${dataDir} was made by PostgreSQL ${major} and this version runs PostgreSQL ${engineMajor}: ` +
  'move the data to a PostgreSQL server with `npm run move` of the version that made it, then back with this one.';

/** Lists every table and index with a file of its own. */
const relationFiles = `
  SELECT path FROM (SELECT pg_relation_filepath(oid) AS path FROM pg_class) AS known
  WHERE path IS NOT NULL ORDER BY path`;

/**
 * Checks at the start that no file is missing. PostgreSQL itself would notice a lost or uncopied
 * file only when somebody reads it.
 * @throws EmbeddedEngineError
 */
export async function requireFiles(client: pg.ClientBase, dataDir: string): Promise<void> {
  const { rows } = await client.query<{ path: string }>(relationFiles);
  const gone = rows.filter(({ path }) => !existsSync(join(dataDir, 'postgres', path)));
  const [first] = gone;
  if (!first) return;
  const more = gone.length > 1 ? ` and ${gone.length - 1} more` : '';
  throw new EmbeddedEngineError(damagedMessage(dataDir, `postgres/${first.path}${more} is gone`));
}

/**
 * Refuses to run as root in another user's folder: the site's own user could not open root's files,
 * so the site would not start again.
 * @throws EmbeddedEngineError if root is about to work or create a folder in another user's folder
 */
export function requireOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = resolve(dataDir);
  const { uid } = statSync(nearestFolder(folder));
  if (uid === 0) return;
  const owner = nameOf(uid);
  throw new EmbeddedEngineError(
    `The data folder ${folder} belongs to the user ${owner}. Run this as that user, as in sudo -u '${owner}'.`,
  );
}

/** The folder, or its closest existing parent. */
export const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder));

/** The user as sudo takes it: a name, or #1000 for a user without one. */
function nameOf(uid: number): string {
  const users = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  const line = users.map((each) => each.split(':')).find(([, , id]) => id === String(uid));
  return line?.[0] ?? `#${uid}`;
}

const inTheWay = / file "([^"]+)": File exists/;

/**
 * Opens a database after removing remains of unlogged tables that a power cut left. After a crash
 * PostgreSQL empties such a table: it removes the table's file where it finds the `_init` file that
 * marks it, and after recovery copies that file anew. A disk may keep the file and lose the younger
 * mark. Recovery restores the mark from the log, and then the file is in the way of the copy.
 */
export async function withoutRemains<Opened>(
  folder: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!removeFile(folder, error)) throw error;
    }
  }
}

/**
 * Removes such a file and tells whether there was one. Each is removed once, so that opening comes
 * to an end.
 */
function removeFile(folder: string, error: unknown): boolean {
  const [, name = ''] = (error instanceof Error && inTheWay.exec(error.message)) || [];
  const file = join(folder, name);
  if (name === '' || !existsSync(`${file}_init`) || !existsSync(file)) return false;
  unlinkSync(file);
  return true;
}
