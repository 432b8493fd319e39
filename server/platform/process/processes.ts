import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs several processes behind one port: each is the whole site, and this parent serves nobody.
 */

/** A process that has served this long started well. */
const steadyMs = 10_000;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * Sent to a process that another has replaced: it closes, but `/readyz` sends no traffic elsewhere.
 */
export const retireMessage = 'retire';

/** The number of this process among several, from 1; undefined if it is the only one. */
export const ownPlace = (): string | undefined =>
  cluster.isWorker ? process.argv.at(-1) : undefined;

/** Calls back when another process has replaced this one. */
export function whenRetired(callback: () => void): void {
  process.on('message', (message) => {
    if (message === retireMessage) callback();
  });
}

export interface Processes {
  /** The processes that serve just now. */
  serving: () => Worker[];
}

/**
 * Starts the processes, replaces one that dies, replaces all of them in turn on SIGHUP, and ends
 * with them on SIGTERM. If the first does not start, this process exits with its code.
 */
export async function startProcesses(count: number): Promise<Processes> {
  const members = new Map<number, Worker>();
  let ending = false;

  function look(place: number, worker: Worker): void {
    const since = performance.now();
    members.set(place, worker);
    worker.once('exit', (code: number | null, signal: string | null) => {
      if (ending || members.get(place) !== worker) return;
      members.delete(place);
      console.error(`A process of the site ended (${signal ?? code}): starting another one`);
      void replace(place, performance.now() - since > steadyMs ? 0 : firstWaitMs);
    });
  }

  async function replace(place: number, firstMs: number): Promise<void> {
    for (let wait = firstMs; ; wait = Math.min(Math.max(2 * wait, firstWaitMs), longestWaitMs)) {
      await pause(wait);
      if (ending || members.has(place)) return;
      if (await renew(place)) return;
    }
  }

  /** @returns whether there is a new process; if the old one lives, it ends once it has answered */
  async function renew(place: number): Promise<boolean> {
    const fresh = await startWorker(place);
    if (typeof fresh === 'number') return false;
    const old = members.get(place);
    look(place, fresh);
    if (!old || old.isDead()) return true;
    const gone = once(old, 'exit');
    old.send(retireMessage);
    await gone;
    return true;
  }

  async function renewAll(): Promise<void> {
    for (const place of places) {
      if (ending) return;
      if (await renew(place)) continue;
      console.error('A new process did not start: the running ones keep serving');
      return;
    }
  }

  async function end(): Promise<void> {
    if (ending) return;
    ending = true;
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(living.filter((worker) => !worker.isDead()).map(endWorker));
    process.exit(0);
  }

  const places = Array.from({ length: count }, (_, index) => index + 1);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
  process.on('disconnect', () => void end());
  let renewing = Promise.resolve();
  process.on('SIGHUP', () => {
    renewing = renewing.then(renewAll);
  });

  // The first runs the migrations and reports problems, so that the others need not repeat them.
  const first = await startWorker(1);
  if (typeof first === 'number') process.exit(first || 1);
  look(1, first);
  for (const place of places.slice(1)) void replace(place, 0);
  return { serving: () => [...members.values()] };
}

/** @returns a process that serves, or the exit code of one that ended before */
function startWorker(place: number): Promise<Worker | number> {
  // A metric may be NaN, which JSON can't express.
  cluster.setupPrimary({ serialization: 'advanced', args: [String(place)] });
  const worker = cluster.fork();
  // The process's exit reports that nothing more can be sent to it.
  worker.on('error', () => undefined);
  return new Promise((resolve) => {
    worker.once('listening', () => resolve(worker));
    worker.once('exit', (code: number | null) => resolve(code ?? 1));
  });
}

async function endWorker(worker: Worker): Promise<void> {
  const end = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await end;
}
