// Loaded before the server's own code (NODE_OPTIONS): records in order every call by which the
// engine's thread changes the data folder, and every completed sync.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { encodeEntry, type Operation } from './journal.ts';

const { CRASH_FOLDER: folder, CRASH_JOURNAL: journal } = process.env;
if (!isMainThread && folder && journal) record(resolve(folder), journal);

function record(root: string, journalPath: string): void {
  const real = { ...fs };
  const journalFile = real.openSync(journalPath, 'a');
  const open = new Set<number>();

  function log(operation: Operation, bytes: Uint8Array = new Uint8Array()): void {
    real.writeSync(journalFile, encodeEntry(operation, bytes));
  }

  /** Some of Node's own functions call the others by the names replaced here. */
  let inner = false;
  function whole<T>(work: () => T): T {
    inner = true;
    try {
      return work();
    } finally {
      inner = false;
    }
  }

  /** Returns the path inside the data folder; undefined for paths elsewhere. */
  function inside(path: fs.PathLike): string | undefined {
    const full = resolve(String(path));
    if (inner || (full !== root && !full.startsWith(root + sep))) return undefined;
    return relative(root, full).replaceAll(sep, '/');
  }

  function logName(op: 'put' | 'directory' | 'remove', path: fs.PathLike, bytes?: Uint8Array) {
    const name = inside(path);
    if (name !== undefined) log({ op, path: name }, bytes);
  }

  const files: Partial<typeof fs> = {
    openSync: (path, flags, mode) => {
      const fd = real.openSync(path, flags, mode);
      const name = inside(path);
      if (name !== undefined) {
        open.add(fd);
        log({ op: 'open', fd, path: name, ...effectOf(flags) });
      }
      return fd;
    },
    closeSync: (fd) => {
      real.closeSync(fd);
      if (open.delete(fd)) log({ op: 'close', fd });
    },
    fsyncSync: (fd) => {
      real.fsyncSync(fd);
      if (open.has(fd)) log({ op: 'sync', fd });
    },
    ftruncateSync: (fd, length) => {
      real.ftruncateSync(fd, length);
      if (open.has(fd)) log({ op: 'resize', fd, length: length ?? 0 });
    },
    // A path works like a descriptor here.
    truncateSync: (path, length) => {
      const fd = fs.openSync(path, 'r+');
      fs.ftruncateSync(fd, length ?? 0);
      fs.closeSync(fd);
    },
    writeFileSync: (file, data, options) => {
      whole(() => real.writeFileSync(file, data, options));
      if (typeof file === 'number') throw new Error('The recorder does not know this call');
      const bytes = whole(() => real.readFileSync(file));
      logName('put', file, bytes);
    },
    renameSync: (from, to) => {
      real.renameSync(from, to);
      const [path, target] = [inside(from), inside(to)];
      if (path !== undefined && target !== undefined) log({ op: 'move', path, to: target });
    },
    unlinkSync: (path) => {
      real.unlinkSync(path);
      logName('remove', path);
    },
    rmdirSync: (path) => {
      real.rmdirSync(path);
      logName('remove', path);
    },
    rmSync: (path, options) => {
      whole(() => real.rmSync(path, options));
      logName('remove', path);
    },
  };

  const writeSync = (fd: number, data: NodeJS.ArrayBufferView, ...place: (number | null)[]) => {
    const [from, length, offset] = place;
    const written = real.writeSync(fd, data, from, length, offset);
    if (!open.has(fd)) return written;
    if (typeof offset !== 'number') throw new Error('The recorder does not know where this goes');
    const at = data.byteOffset + (from ?? 0);
    log({ op: 'write', fd, offset }, new Uint8Array(data.buffer, at, written));
    return written;
  };
  const mkdirSync = (path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
    const made = real.mkdirSync(path, options);
    logName('directory', path);
    return made;
  };
  // An unused file operation must not pass unrecorded once somebody uses it.
  const unknown = Object.fromEntries(
    ['appendFileSync', 'copyFileSync', 'cpSync', 'writevSync', 'fdatasyncSync'].map((name) => [
      name,
      () => {
        throw new Error(`The recorder does not know ${name}`);
      },
    ]),
  );
  Object.assign(fs, unknown, files, { writeSync, mkdirSync });
  syncBuiltinESMExports();
  log({ op: 'start' });
}

function effectOf(flags: fs.OpenMode): { create: boolean; truncate: boolean } {
  if (typeof flags === 'string') return { create: /[wa]/.test(flags), truncate: /w/.test(flags) };
  const { O_CREAT, O_TRUNC } = fs.constants;
  return { create: (flags & O_CREAT) !== 0, truncate: (flags & O_TRUNC) !== 0 };
}
