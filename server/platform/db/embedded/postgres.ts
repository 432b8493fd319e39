import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { threadScript } from '#platform/process/files.ts';
import { reasonOf, troubleCodes } from './error.ts';
import { rightsOfOthers } from './privacy.ts';

/** PostgreSQL inside this thread, speaking the wire protocol through function calls. */
export interface Postgres {
  /** Runs whole protocol messages. The bytes passed to `onData` are only valid during the call. */
  execute(messages: Uint8Array, onData: (bytes: Uint8Array) => void): Promise<void>;
  inTransaction(): boolean;
  /**
   * Asks the current statement to end with an error (57014). Safe to call while PostgreSQL runs.
   */
  cancel(): void;
  /** Withdraws a cancel request that came too late for its statement. */
  clearCancel(): void;
  close(): Promise<void>;
}

export interface PostgresOptions {
  /** Syncs an open file, or ends the thread: PostgreSQL never learns of a failure. */
  fsync: (descriptor: number) => void;
  /** Called when PostgreSQL ends by itself; it answers nothing more. */
  onEnd: (reason: string) => void;
  /** Reports an error that comes from the disk rather than from the statement, by its SQLSTATE. */
  onTrouble: (code: string, message: string) => void;
}

/** PostgreSQL's exit code from its main loop on an SQL error, which PGlite then handles. */
const errorOfSql = 100;

const engineSettings = {
  fsync: 'on',
  // The default, fdatasync, does nothing in PGlite.
  wal_sync_method: 'fsync',
  max_wal_size: '256MB',
  // The engine zeroes the buffers at its start. Pages outside them come from the system's cache.
  shared_buffers: '32MB',
  // Distant pages cost no more than close ones here. With the default of 4, meant for spinning
  // disks, the planner read all events to show nine: a signed-in list took more than twice as long.
  random_page_cost: '1.1',
  log_line_prefix: '%e ',
};

const lineOfError = /^(\w{5}) ERROR:(.*\S)/;

const durableParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...Object.entries(engineSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Creates the files of a new database, unsynced. */
export async function initialisePostgres(folder: string): Promise<void> {
  const program = threadScript('server/platform/db/embedded/initialise.ts');
  // Optimising code that runs for a few seconds costs more than it saves.
  await promisify(execFile)(process.execPath, ['--liftoff-only', program, folder]).catch(
    (error: { stderr?: string; signal?: string | null }) => {
      const lastLine = error.stderr?.trim().split('\n').at(-1);
      const killed = error.signal === 'SIGKILL' ? ' (for want of memory, if nobody did it)' : '';
      throw new Error(lastLine || `its making was ended by ${error.signal}${killed}`);
    },
  );
}

export async function openPostgres(folder: string, options: PostgresOptions): Promise<Postgres> {
  const log = new LastLines(options.onTrouble);
  const database = await PGlite.create({
    fs: new SyncingFileSystem(folder, options.fsync),
    startParams: durableParams,
    extensions: { pg_trgm },
    onStderr: log.add,
  }).catch((error: unknown) => {
    throw new Error(log.reason() ?? reasonOf(error), { cause: error });
  });
  reportEnd(database, (error) => options.onEnd(log.reason() ?? reasonOf(error)));
  return {
    execute: (messages, onData) =>
      database.execProtocolRawStream(messages, { onRawData: onData, syncToFs: false }),
    inTransaction: () => database.isInTransaction(),
    cancel: () => setCancelPending(database, 1),
    clearCancel: () => setCancelPending(database, 0),
    close: () => database.close(),
  };
}

/**
 * Sets the flag that PostgreSQL's signal handler sets and every loop reads; no signal reaches
 * WebAssembly.
 */
function setCancelPending({ Module: module }: PGlite, pending: 0 | 1): void {
  const { HEAPU8, _QueryCancelPending, _InterruptPending } = module as unknown as CancelFlags;
  HEAPU8[_QueryCancelPending] = pending;
  if (pending) HEAPU8[_InterruptPending] = pending;
}

/** PostgreSQL's memory, and the addresses of its flags in it. */
interface CancelFlags {
  HEAPU8: Uint8Array;
  _QueryCancelPending: number;
  _InterruptPending: number;
}

interface NodeStream {
  nfd: number;
  node: { mode: number };
}

interface Attributes {
  mode?: number;
}

interface NodeFileSystem {
  node_ops: { setattr: (node: unknown, attributes: Attributes) => void };
  stream_ops: { fsync?: (stream: NodeStream) => number };
}

/** PGlite sets the permissions of its new files itself, ignoring the umask. */
const withoutOthers = (attributes: Attributes): Attributes =>
  attributes.mode === undefined
    ? attributes
    : { ...attributes, mode: attributes.mode & ~rightsOfOthers };

/** Adds the fsync that PGlite's file system lacks: it only reports success to PostgreSQL. */
class SyncingFileSystem extends NodeFS {
  readonly #fsync: (descriptor: number) => void;

  constructor(folder: string, fsync: (descriptor: number) => void) {
    super(folder);
    this.#fsync = fsync;
  }

  override async init(...[database, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(database, options);
    const preRun = emscriptenOpts.preRun ?? [];
    const hook: (typeof preRun)[number] = (module) => {
      leaveParserAsItIs(module as unknown as ParserModule);
      const { FS } = module;
      const files = FS.filesystems.NODEFS as unknown as NodeFileSystem;
      files.stream_ops.fsync = (stream) => {
        if (process.platform !== 'win32' || !FS.isDir(stream.node.mode)) this.#fsync(stream.nfd);
        return 0;
      };
      const { setattr } = files.node_ops;
      files.node_ops.setattr = (node, attributes) => setattr(node, withoutOthers(attributes));
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, hook] } };
  }
}

/** Reports the exceptions of the main loop that PGlite swallows, crashes of PostgreSQL included. */
function reportEnd(database: PGlite, onEnd: (error: unknown) => void): void {
  const module = database.Module;
  const runOnce = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if (!isErrorOfSql(error)) onEnd(error);
      throw error;
    }
  };
}

function isErrorOfSql(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'status' in error && error.status === errorOfSql
  );
}

/** The end of PostgreSQL's log, which says why it would not start or why it stopped. */
class LastLines {
  readonly #lines: string[] = [];
  readonly #onTrouble: PostgresOptions['onTrouble'];

  constructor(onTrouble: PostgresOptions['onTrouble']) {
    this.#onTrouble = onTrouble;
  }

  /** Returning true keeps PGlite from printing the line. */
  readonly add = (line: string): boolean => {
    const [, code, message] = lineOfError.exec(line) ?? [];
    if (code && message && troubleCodes.includes(code)) this.#onTrouble(code, message.trim());
    this.#lines.push(line);
    if (this.#lines.length > 50) this.#lines.shift();
    return false;
  };

  reason(): string | null {
    const telling = this.#lines.findLast((line) => /\b(?:FATAL|PANIC):/.test(line));
    return telling?.replace(/^.*?\b(?:FATAL|PANIC):\s*/, '') ?? null;
  }
}

/** PostgreSQL's parser takes and returns addresses in its memory. */
interface ParserModule {
  _pgl_startPGlite: () => void;
  _raw_parser: (text: number, mode: number) => number;
  onRuntimeInitialized?: () => void;
  stackSave: () => number;
  stackRestore: (pointer: number) => void;
  stringToUTF8OnStack: (text: string) => number;
}

/**
 * Leaves PostgreSQL's parser as V8 first compiles it. The parser is one function of 100 KB. V8's
 * optimising compiler would treat it as hot after a few statements and use 600 MB for a second,
 * with no gain in speed. V8 has no option to exclude a function. It inserts the code that counts
 * calls when a function first runs, and a flag limits that code to one function: under that flag,
 * the parser runs for the first time.
 */
function leaveParserAsItIs(module: ParserModule): void {
  const before = module.onRuntimeInitialized;
  module.onRuntimeInitialized = () => {
    before?.();
    const start = module._pgl_startPGlite;
    module._pgl_startPGlite = () => {
      start();
      parseNothing(module);
    };
  };
}

function parseNothing(module: ParserModule): void {
  const stack = module.stackSave();
  setFlagsFromString('--wasm-tier-up-filter=0');
  try {
    module._raw_parser(module.stringToUTF8OnStack(';'), 0);
  } finally {
    setFlagsFromString('--wasm-tier-up-filter=-1');
    module.stackRestore(stack);
  }
}
