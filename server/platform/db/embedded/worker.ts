import { fsyncSync } from 'node:fs';
import type { ListenOptions } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import {
  damaged,
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

const input = workerData as WorkerInput;

function say(output: WorkerOutput): void {
  parentPort?.postMessage(output);
}

/** Ends the thread like a crash: PostgreSQL recovers from its log at the next start. */
function stop(reason: unknown): never {
  say({ stopped: reasonOf(reason) });
  process.exit(1);
}

/** After a failed fsync the kernel may have dropped the pages: only the log is reliable. */
function fsync(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    stop(error);
  }
  Atomics.add(input.syncs, 0, 1n);
}

/** Each code is reported once: on a full disk, every change repeats it. */
const reportedLines = new Set<string>();

function onTrouble(code: string, message: string): void {
  const line = code === '53100' ? noRoom(input.dataDir) : damaged(input.dataDir, message);
  if (reportedLines.size < 50 && !reportedLines.has(line)) say({ logLine: line });
  reportedLines.add(line);
}

async function open(): Promise<Postgres> {
  const folder = await prepareDatabaseFolder(input.dataDir, initialisePostgres).catch(
    (error: unknown) => {
      throw isFullDisk(reasonOf(error))
        ? new EmbeddedEngineError(noRoomToBegin(input.dataDir))
        : error;
    },
  );
  const onEnd = (reason: string) =>
    stop(isFullDisk(reason) ? `${reason}. ${noRoom(input.dataDir)}` : reason);
  const openIt = () => openPostgres(folder, { fsync, onEnd, onTrouble });
  return withoutRemains(folder, openIt).catch((error: unknown) => {
    if (isFullDisk(reasonOf(error))) throw new EmbeddedEngineError(noRoom(input.dataDir));
    throw new EmbeddedEngineError(
      `The database in ${folder} cannot be opened (${reasonOf(error)}): restore it from a backup.`,
    );
  });
}

async function close(
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
  const postgres = await open();
  const deadline = new StatementDeadline(input.deadline, postgres);
  const server = await startWireServer(postgres, { ...input, deadline, onFailure: stop });
  const endUpkeep = startUpkeep(postgres, stop);
  parentPort?.once('message', () => {
    close(postgres, server, endUpkeep).catch(stop);
  });
  say({ ready: { port: server.port } });
} catch (error) {
  if (error instanceof EmbeddedEngineError) stop(error);
  stop(`The data folder ${input.dataDir} cannot be used: ${reasonOf(error)}.`);
}
