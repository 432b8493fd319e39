import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

const scopes = new AsyncLocalStorage<ConnectionScope>();

/** The scope of the running work; undefined for calls. */
export const currentScope = (): ConnectionScope | undefined => scopes.getStore();

/**
 * The database connections of one piece of work, which can be ended from outside. After that the
 * work neither reads nor writes anything, whatever it goes on doing.
 */
export class ConnectionScope {
  readonly #held = new Set<pg.PoolClient>();
  readonly #ended = Promise.withResolvers<never>();
  #reason: Error | undefined;

  constructor() {
    this.#ended.promise.catch(() => {});
  }

  /** Rejects once the scope ends. */
  get ended(): Promise<never> {
    return this.#ended.promise;
  }

  get isOpen(): boolean {
    return this.#reason === undefined;
  }

  run<T>(work: () => T): T {
    return scopes.run(this, work);
  }

  /**
   * Keeps a pool's connection until it is released or the scope ends.
   * @returns a promise for that moment
   */
  hold(client: pg.PoolClient): Promise<void> {
    const released = Promise.withResolvers<void>();
    const release = client.release.bind(client);
    // Work that was left may release its connection once more, when others have it.
    client.release = (broken) => {
      if (!this.#held.delete(client)) return;
      release(broken);
      released.resolve();
    };
    this.#held.add(client);
    if (this.#reason) destroyConnection(client, this.#reason);
    return released.promise;
  }

  /** Breaks its connections: statements fail, and transactions are rolled back. */
  end(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#ended.reject(reason);
    for (const client of this.#held) destroyConnection(client, reason);
  }
}

/** A connection with a statement under way ends by its socket alone. */
function destroyConnection(client: pg.PoolClient, reason: Error): void {
  const { connection } = client as pg.PoolClient & { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
  client.release(reason);
}

/** The error of work that was not done in time. */
export class OverdueError extends Error {}

/** The time that work has for its last writes, once its signal is aborted. */
const lastWritesMs = 500;

/**
 * Runs work that uses the database until it is done, the time is over, or `ending` is aborted. Then
 * its signal is aborted, and half a second later its connections are broken.
 * @throws OverdueError; the reason of `ending`
 */
export async function runWithin<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  ending?: AbortSignal,
): Promise<T> {
  const scope = new ConnectionScope();
  const leaving = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const leave = (reason: Error) => {
    if (leaving.signal.aborted) return;
    leaving.abort(reason);
    timers.add(setTimeout(() => scope.end(reason), lastWritesMs));
  };
  const leaveAtEnd = () => leave(ending?.reason as Error);
  const overdue = () => leave(new OverdueError(`not done within ${ms / 1_000} s`));
  timers.add(setTimeout(overdue, ms));
  ending?.addEventListener('abort', leaveAtEnd);
  if (ending?.aborted) leaveAtEnd();
  try {
    const result = await Promise.race([scope.run(() => work(leaving.signal)), scope.ended]);
    leaving.signal.throwIfAborted();
    return result;
  } catch (error) {
    throw leaving.signal.aborted ? leaving.signal.reason : error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    ending?.removeEventListener('abort', leaveAtEnd);
    if (leaving.signal.aborted) scope.end(leaving.signal.reason as Error);
  }
}
