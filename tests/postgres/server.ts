import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { postgresBinaries } from './binaries.ts';

export interface TestPostgres {
  /** An administrator's connection to the database "postgres". */
  readonly url: string;
  /** Ends it like `pg_ctl stop -m immediate`; `start` restarts it under the same address. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary and a hot standby of it. */
export interface ReplicatedPostgres extends Pick<TestPostgres, 'url' | 'stop'> {
  readonly replica: { readonly url: string; readonly pid: number };
}

export type KeeperOutput =
  | { url: string; replica?: { url: string; pid: number } }
  | { error: string };

const keeperScript = fileURLToPath(new URL('./keeper.ts', import.meta.url));

const notOurs = () => Promise.reject(new Error('The server of TEST_DATABASE_URL is left alone.'));

/**
 * Starts a PostgreSQL 18 that ends with this process, or uses TEST_DATABASE_URL. A lasting one
 * keeps committed data through a crash, and is always new.
 */
export async function startTestPostgres({ lasting = false } = {}): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given && !lasting) {
    return { url: given, crash: notOurs, start: notOurs, stop: () => Promise.resolve() };
  }
  return keep(lasting ? 'lasting' : 'quick');
}

/** Both are new: tests pause and kill them, which a server in use would not survive. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const { replica, ...server } = await keep('replicated');
  if (!replica) throw new Error('the keeper started no replica');
  return { ...server, replica };
}

async function keep(wish: 'quick' | 'lasting' | 'replicated') {
  // The keeper has a session of its own, so that Ctrl-C reaches it only through its closed input.
  const keeper = spawn(process.execPath, [keeperScript, postgresBinaries(), wish], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(keeper, 'exit');
  const output = await firstLine(keeper);
  if ('error' in output) throw new Error(`PostgreSQL did not start: ${output.error}`);
  detach(keeper);
  const order = async (word: 'crash' | 'start') => {
    (keeper.stdout as Socket).ref();
    keeper.stdin.write(`${word}\n`);
    const done = await firstLine(keeper);
    detach(keeper);
    if ('error' in done) throw new Error(`PostgreSQL did not ${word}: ${done.error}`);
  };
  return {
    ...output,
    crash: () => order('crash'),
    start: () => order('start'),
    stop: async () => {
      keeper.ref();
      keeper.stdin.end();
      await exited;
    },
  };
}

async function firstLine(keeper: ChildProcess & { stdout: NodeJS.ReadableStream }) {
  for await (const line of createInterface({ input: keeper.stdout })) {
    return JSON.parse(line) as KeeperOutput;
  }
  return { error: 'its keeper ended' };
}

/** Lets this process end without waiting for the keeper. */
function detach(keeper: ChildProcess): void {
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout]) (stream as Socket | null)?.unref();
}
