import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, open, stat, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, resolve, join } from 'node:path';
import { pipeline as pipeStreams, Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ClientBase, Pool } from 'pg';
import { day } from '#contract/platform/durations.ts';
import { syncDirectory } from '../embedded/sync.ts';
import { dump, loadDump, type LoadedCounts } from './dump.ts';
import { TransferError } from '../refusals.ts';

const standardOutput = '-';
/** Backups contain members' personal data, so only the operator may read them. */
const fileMode = 0o600;

/** Writes the whole database, compressed. */
export function writeDump(client: ClientBase, to: Writable): Promise<void> {
  return pipeline(Readable.from(dump(client)), createGzip(), to);
}

/** Dumps on a connection of a pool. */
export async function dumpFrom(pool: Pool, to: Writable): Promise<void> {
  const client = await pool.connect();
  try {
    await writeDump(client, to);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Writes a file that gets its name once it is complete and synced; `-` is standard output. */
export async function writeBackup(
  path: string,
  fill: (to: Writable) => Promise<void>,
): Promise<void> {
  if (path === standardOutput) return fill(process.stdout);
  const target = resolve(path);
  await requireNoFolder(target);
  const unfinished = `${target}.${randomBytes(4).toString('hex')}.part`;
  await mkdir(dirname(target), { recursive: true });
  try {
    await fill(createWriteStream(unfinished, { mode: fileMode, flags: 'wx' }));
    await syncFile(unfinished);
    await rename(unfinished, target);
    syncDirectory(dirname(target));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function requireNoFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isDirectory()) return;
  throw new TransferError(`${path} is a folder: name a file in it, or how many to keep by --keep`);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}

/**
 * Restores a backup into the database; `-` is standard input.
 * @throws TransferError
 */
export async function readBackup(
  client: ClientBase,
  path: string,
  options: { replace: boolean },
): Promise<LoadedCounts> {
  const file = path === standardOutput ? process.stdin : createReadStream(resolve(path));
  // A failure of any of these streams fails the last one, and so its reader.
  const text = pipeStreams(file, createGunzip(), () => undefined);
  text.setEncoding('utf8').on('error', () => undefined);
  try {
    return await loadDump(client, linesOf(text), options);
  } finally {
    text.destroy();
  }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/**
 * The name contains a UTC time, so that names sort by time; not every system allows a colon in
 * names.
 */
const backupName = /^villagehall-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/;
/** Partial files left by a backup that was killed. */
const partName = /^villagehall-[-\dTZ]{20}\.backup\.[0-9a-f]+\.part$/;

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
    if (!partName.test(name)) continue;
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < now.getTime() - day) await rm(join(folder, name), { force: true });
  }
  return old.length;
}

const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => backupName.test(name)).toSorted();
