import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadScript } from '#platform/process/files.ts';
import { type Endpoint, makeEndpoint, removeSocketFolder } from './endpoint.ts';
import { EmbeddedEngineError } from './error.ts';
import { type FolderLock, lockFolder, readHolder } from './lock.ts';
import { closeFiles, closeFolder } from './privacy.ts';
import { cancelOverdueStatements } from './statement-deadline.ts';
import { syncDirectory } from './sync.ts';
import type { WorkerInput, WorkerOutput } from './worker.ts';

export { EmbeddedEngineError };

export interface EmbeddedEngine {
  /** The connection settings for a `pg` pool, which must have max: 1. */
  readonly connection: {
    host: string;
    port: number;
    user: string;
    database: string;
    password: string;
  };
  /**
   * Resolves if the engine stops by itself. Committed data is safe, and a new start recovers it.
   */
  readonly failed: Promise<Error>;
  /** Counts fsync calls that reached the operating system since the start. */
  syncs(): Promise<number>;
  close(): Promise<void>;
}

/**
 * Opens the database in a folder, creating it if there is none.
 * @throws EmbeddedEngineError with one sentence on what is wrong with the folder
 */
export async function openEmbeddedEngine(dataDir: string): Promise<EmbeddedEngine> {
  const folder = resolve(dataDir);
  const lock = openFolder(folder);
  const predecessor = readHolder(folder);
  if (predecessor?.socketFolder) removeSocketFolder(predecessor.socketFolder);

  const endpoint = makeEndpoint();
  const release = () => {
    endpoint.remove();
    lock.release();
  };
  try {
    lock.describe(endpoint.socketFolder);
    closeFiles(folder);
    return await startEngine(folder, endpoint, release);
  } catch (error) {
    release();
    throw error;
  }
}

function openFolder(folder: string): FolderLock {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    closeFolder(folder);
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof EmbeddedEngineError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedEngineError(
      `The data folder ${folder} cannot be written (${reason}): check its owner and permissions.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Creates the folder and its missing parents, and syncs their names so that they survive a power
 * cut.
 */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    syncDirectory(dirname(made));
  }
}

async function startEngine(
  folder: string,
  endpoint: Endpoint,
  release: () => void,
): Promise<EmbeddedEngine> {
  const password = randomBytes(24).toString('base64url');
  const syncs = new BigInt64Array(new SharedArrayBuffer(8));
  const deadline = new BigInt64Array(new SharedArrayBuffer(8));
  const input: WorkerInput = {
    dataDir: folder,
    listen: endpoint.listen,
    password,
    syncs,
    deadline,
  };
  const thread = startThread(input);
  const port = await thread.ready;

  let closing: Promise<void> | undefined;
  return {
    connection: { ...endpoint.address(port), user: 'postgres', database: 'postgres', password },
    failed: thread.failed,
    syncs: () => Promise.resolve(Number(Atomics.load(syncs, 0))),
    close: () => (closing ??= thread.close().finally(release)),
  };
}

interface Thread {
  ready: Promise<number | null>;
  failed: Promise<Error>;
  close(): Promise<void>;
}

function startThread(workerData: WorkerInput): Thread {
  const worker = new Worker(threadScript('server/platform/db/embedded/worker.ts'), {
    workerData,
    execArgv: [],
  });
  const ready = Promise.withResolvers<number | null>();
  const failed = Promise.withResolvers<Error>();
  const ended = Promise.withResolvers<void>();
  let reason = 'its thread ended';

  worker.on('message', (output: WorkerOutput) => {
    if ('ready' in output) ready.resolve(output.ready.port);
    else if ('logLine' in output) console.error(output.logLine);
    else reason = output.stopped;
  });
  worker.on('error', (error) => {
    reason = error instanceof Error ? error.message : String(error);
  });
  const stopWatching = cancelOverdueStatements(worker, workerData.deadline);
  worker.once('exit', (code) => {
    stopWatching();
    ready.reject(new EmbeddedEngineError(reason));
    if (code !== 0) failed.resolve(new Error(`The embedded database stopped: ${reason}`));
    ended.resolve();
  });
  const close = async () => {
    worker.postMessage('close');
    await ended.promise;
  };
  return { ready: ready.promise, failed: failed.promise, close };
}
