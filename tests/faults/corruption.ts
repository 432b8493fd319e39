import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { openDatabase } from '#platform/db/database.ts';
import { EmbeddedEngineError } from '#platform/db/embedded/error.ts';
import { dump } from '#platform/db/transfer/dump.ts';
import type { Random } from '#tests/crash/random.ts';

/** Damages a folder and returns a description. */
type Damage = (folder: string, random: Random) => string;

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0)
    .toSorted();

const pick = (files: string[], random: Random): string => {
  const file = random.pick(files);
  if (file === undefined) throw new Error('There is no file');
  return file;
};

function flip(folder: string, random: Random): string {
  const said: string[] = [];
  for (let left = random.between(1, 6); left > 0; left -= 1) {
    const file = pick(filesOf(folder), random);
    const bytes = Buffer.alloc(Math.min(random.between(1, 64), statSync(file).size));
    const at = random.between(0, statSync(file).size - bytes.length + 1);
    const handle = openSync(file, 'r+');
    readSync(handle, bytes, 0, bytes.length, at);
    for (const [index, byte] of bytes.entries()) bytes[index] = byte ^ random.between(1, 256);
    writeSync(handle, bytes, 0, bytes.length, at);
    closeSync(handle);
    said.push(`${bytes.length} bytes of ${relative(folder, file)} at ${at}`);
  }
  return `flipped ${said.join(', ')}`;
}

function cut(folder: string, random: Random): string {
  const file = pick(filesOf(folder), random);
  const size = random.between(0, statSync(file).size);
  truncateSync(file, size);
  return `cut ${relative(folder, file)} to ${size} bytes`;
}

function lose(folder: string, random: Random): string {
  const file = pick(filesOf(folder), random);
  rmSync(file);
  return `lost ${relative(folder, file)}`;
}

/** A copy that broke off leaves such a file. */
function halve(folder: string, random: Random): string {
  const files = filesOf(folder);
  const from = random.between(1, files.length);
  for (const file of files.slice(from)) rmSync(file);
  return `kept ${from} of ${files.length} files`;
}

/** A disk has lost a page of a file with people's data. */
function blank(folder: string, random: Random): string {
  const page = 8192;
  const tables = filesOf(join(folder, 'postgres', 'base')).filter(
    (file) => statSync(file).size >= page,
  );
  const file = pick(tables, random);
  const at = page * random.between(0, Math.floor(statSync(file).size / page));
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(512, 0xdb), 0, 512, at + random.between(0, page - 512));
  closeSync(handle);
  return `overwrote 512 bytes of ${relative(folder, file)} in the page at ${at}`;
}

export const damages: Record<string, Damage> = { flip, cut, lose, halve, blank };

/** Returns all rows, as a backup has them. */
export async function contentOf(dataDir: string): Promise<string> {
  const { db, close, failed } = await openDatabase({ dataDir });
  const client = await db.$client.connect();
  let broken = true;
  try {
    const stopped = failed.then((error) => {
      throw error;
    });
    const content = await Promise.race([text(Readable.from(dump(client))), stopped]);
    broken = false;
    return content;
  } finally {
    client.release(broken);
    await close();
  }
}

export type Outcome =
  | 'refused at the start, in a line that names the folder and the way out'
  | 'opened, with all rows as they were'
  | 'opened, and a read failed, of which the operator is told the same'
  | 'opened, and a read failed'
  | 'opened, with other rows'
  | 'refused in other words';

const isClearOf = (folder: string) => (line: string) =>
  line.includes(folder) && line.includes('backup') && !line.includes('\n');

/** Damages a copy of a folder, and opens it as the site does. */
export async function openDamagedCopy(
  template: string,
  copy: string,
  {
    kind,
    random,
    expected,
    told,
  }: { kind: string; random: Random; expected: string; told: () => string[] },
): Promise<{ outcome: Outcome; what: string; said: string }> {
  cpSync(template, copy, { recursive: true });
  const what = damages[kind]?.(copy, random) ?? 'nothing';
  try {
    const content = await contentOf(copy);
    const isSame = content === expected;
    return {
      outcome: isSame ? 'opened, with all rows as they were' : 'opened, with other rows',
      what,
      said: '',
    };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const isClear = isClearOf(copy);
    if (error instanceof EmbeddedEngineError) {
      const outcome: Outcome = isClear(said)
        ? 'refused at the start, in a line that names the folder and the way out'
        : 'refused in other words';
      return { outcome, what, said };
    }
    const outcome: Outcome = told().some(isClear)
      ? 'opened, and a read failed, of which the operator is told the same'
      : 'opened, and a read failed';
    return { outcome, what, said };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
