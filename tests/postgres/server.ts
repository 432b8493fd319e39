import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { postgresBinaries } from './binaries.ts';

export interface TestPostgres {
  /** An administrator's connection to the database "postgres". */
  readonly url: string;
  stop(): Promise<void>;
}

export type KeeperOutput = { url: string } | { error: string };

const keeperScript = fileURLToPath(new URL('./keeper.ts', import.meta.url));

/** Starts a PostgreSQL 18 of its own, which ends with this process; or uses TEST_DATABASE_URL. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: () => Promise.resolve() };

  // The keeper has a session of its own, so that Ctrl-C reaches it only by the end of its input.
  const keeper = spawn(process.execPath, [keeperScript, postgresBinaries()], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(keeper, 'exit');
  const output = await firstLine(keeper);
  if ('error' in output) throw new Error(`PostgreSQL did not start: ${output.error}`);
  letGo(keeper);
  return {
    url: output.url,
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
function letGo(keeper: ChildProcess): void {
  keeper.unref();
  for (const stream of [keeper.stdin, keeper.stdout]) (stream as Socket | null)?.unref();
}
