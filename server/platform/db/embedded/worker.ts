import { fsyncSync } from 'node:fs';
import type { ListenOptions } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import {
  damagedMessage,
  EmbeddedEngineError,
  isFullDisk,
  noRoom,
  noRoomToBegin,
  reasonOf,
} from './error.ts';
import { withoutRemains, prepareDatabaseFolder } from './folder.ts';
import { initialisePostgres, openPostgres, type Postgres } from './postgres.ts';
import { query } from './query.ts';
import { startWireServer, type WireServer } from './server.ts';
import { StatementDeadline } from './statement-deadline.ts';
import { startUpkeep } from './upkeep.ts';

export interface WorkerInput {
  dataDir: string;
  listen: ListenOptions;
  password: string;
  /** A counter in shared memory, readable while PostgreSQL is busy. */
  syncs: BigInt64Array;
  /** The deadline of the current statement (`statement-deadline.ts`). */
  deadline: BigInt64Array;
}

/**
 * The first message says whether the engine runs, a later one that it has stopped. The operator
 * reads the others.
 */
export type WorkerOutput =
  | { ready: { port: number | null } }
  | { stopped: string }
  | { logLine: string };

const workerInput = workerData as WorkerInput;

function postOutput(output: WorkerOutput): void {
  parentPort?.postMessage(output);
}

/** Ends the thread like a crash: PostgreSQL recovers from its log at the next start. */
function stopWorker(reason: unknown): never {
  postOutput({ stopped: reasonOf(reason) });
  process.exit(1);
}

/** After a failed fsync the kernel may have dropped the pages: only the log is reliable. */
function syncFile(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    stopWorker(error);
  }
  Atomics.add(workerInput.syncs, 0, 1n);
}

/** Each code is reported once: on a full disk, every change repeats it. */
const reportedLines = new Set<string>();

function onTrouble(code: string, message: string): void {
  const line =
    code === '53100' ? noRoom(workerInput.dataDir) : damagedMessage(workerInput.dataDir, message);
  if (reportedLines.size < 50 && !reportedLines.has(line)) postOutput({ logLine: line });
  reportedLines.add(line);
}

async function openDatabase(): Promise<Postgres> {
  const folder = await prepareDatabaseFolder(workerInput.dataDir, initialisePostgres).catch(
    (error: unknown) => {
      throw isFullDisk(reasonOf(error))
        ? new EmbeddedEngineError(noRoomToBegin(workerInput.dataDir))
        : error;
    },
  );
  const onEnd = (reason: string) =>
    stopWorker(isFullDisk(reason) ? `${reason}. ${noRoom(workerInput.dataDir)}` : reason);
  const openIt = () => openPostgres(folder, { fsync: syncFile, onEnd, onTrouble });
  return withoutRemains(folder, openIt).catch((error: unknown) => {
    if (isFullDisk(reasonOf(error))) throw new EmbeddedEngineError(noRoom(workerInput.dataDir));
    throw new EmbeddedEngineError(
      `The database in ${folder} cannot be opened (${reasonOf(error)}): restore it from a backup.`,
    );
  });
}

async function closePostgres(
  postgres: Postgres,
  server: WireServer,
  endUpkeep: () => Promise<void>,
): Promise<never> {
  await server.close();
  await endUpkeep();
  await query(postgres, 'CHECKPOINT');
  await postgres.close();
  process.exit(0);
}

try {
  const postgres = await openDatabase();
  const deadline = new StatementDeadline(workerInput.deadline, postgres);
  const server = await startWireServer(postgres, {
    ...workerInput,
    deadline,
    onFailure: stopWorker,
  });
  const endUpkeep = startUpkeep(postgres, stopWorker);
  parentPort?.once('message', () => {
    closePostgres(postgres, server, endUpkeep).catch(stopWorker);
  });
  postOutput({ ready: { port: server.port } });
} catch (error) {
  if (error instanceof EmbeddedEngineError) stopWorker(error);
  stopWorker(`The data folder ${workerInput.dataDir} cannot be used: ${reasonOf(error)}.`);
}
