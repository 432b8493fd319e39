import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { EventEmitter } from 'node:events';
import pLimit from 'p-limit';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { second, minute } from '#contract/platform/durations.ts';
import { currentScope, type ConnectionScope } from './connection-scope.ts';
import { isFull, canRetryElsewhere } from './refusals.ts';
import { CheckedClient } from './storable.ts';

/** The time that a pool uses only its existing connections, before it asks for more. */
const contentMs = 1_000;
/** The interval between attempts while the pool has no connection. */
const askEveryMs = 200;

/** A pool has no code for the end of `connectionTimeoutMillis`. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error &&
  /timeout exceeded when trying to connect|due to connection timeout/.test(error.message);

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * A pool for servers at their connection limit: a refused caller waits for one of the pool's
 * existing connections, or until the server has room again, as long as for a busy connection.
 */
export class WaitingPool extends pg.Pool {
  readonly #most: number;
  readonly #patienceMs: number;
  /** The number of open connections, without those still connecting. */
  #has = 0;
  /** Without any connection, one caller retries for all. */
  #asking: Promise<void> | undefined;

  readonly #endpoints: string[];
  /** Work in a scope queues here, without a time limit and without holding up calls. */
  readonly #takeTurns: ReturnType<typeof pLimit>;

  constructor(config: pg.PoolConfig & { endpoints?: string[] }) {
    super({ Client: CheckedClient, ...config });
    this.#endpoints = config.endpoints ?? [];
    this.#most = this.options.max;
    this.#takeTurns = pLimit(this.#most);
    this.#patienceMs = config.connectionTimeoutMillis ?? 0;
    this.on('connect', () => (this.#has += 1));
    this.on('remove', () => (this.#has -= 1));
    // An idle connection that breaks must not end the process: the pool replaces it at the next
    // query.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    const scope = currentScope();
    const take = () => (scope ? this.#takeInScope(scope) : this.#take());
    if (!callback) return take();
    callbackify(take)((error, client?: pg.PoolClient) =>
      callback(error ?? undefined, client, (reason) => client?.release(reason as boolean)),
    );
  }

  async #takeInScope(scope: ConnectionScope): Promise<pg.PoolClient> {
    const taken = Promise.withResolvers<pg.PoolClient>();
    void this.#takeTurns(async () => {
      const client = await this.#takeWhileOpen(scope);
      if (!client) return;
      const released = scope.hold(client);
      taken.resolve(client);
      await released;
    }).catch(taken.reject);
    return Promise.race([taken.promise, scope.ended]);
  }

  /** Such work may wait longer for a connection than a call does. */
  async #takeWhileOpen(scope: ConnectionScope): Promise<pg.PoolClient | undefined> {
    while (scope.isOpen) {
      try {
        return await this.#take();
      } catch (error) {
        if (!isTimeout(error)) throw error;
      }
    }
    return undefined;
  }

  async #take(): Promise<pg.PoolClient> {
    const begun = performance.now();
    try {
      return await this.#takeBy(begun + this.#patienceMs);
    } finally {
      this.emit('waited', performance.now() - begun);
    }
  }

  async #takeBy(until: number): Promise<pg.PoolClient> {
    let elsewhere = this.#endpoints.length - 1;
    for (;;) {
      if (this.#asking) await this.#asking;
      const tried = this.options.connectionString;
      try {
        return await super.connect();
      } catch (error) {
        if (elsewhere > 0 && canRetryElsewhere(error)) {
          elsewhere -= 1;
          this.#leave(tried);
          continue;
        }
        if (!isFull(error) || performance.now() >= until) throw error;
        if (this.#has > 0) this.#makeDo();
        else this.#asking ??= this.#ask(until).finally(() => (this.#asking = undefined));
      }
    }
  }

  /** New connections go to the next server. */
  #leave(endpoint = ''): void {
    if (this.options.connectionString !== endpoint) return;
    const next = this.#endpoints.indexOf(endpoint) + 1;
    this.options.connectionString = this.#endpoints[next % this.#endpoints.length];
  }

  /**
   * New queries queue for an existing connection. Idle connections close soon, to leave room for
   * other processes.
   */
  #makeDo(): void {
    this.options.idleTimeoutMillis = contentMs;
    if (this.options.max === this.#most) {
      setTimeout(() => (this.options.max = this.#most), contentMs).unref();
    }
    this.options.max = this.#has;
  }

  async #ask(until: number): Promise<void> {
    await pause(askEveryMs);
    const connect = () => super.connect();
    const client = await retryWhileFull(connect, until - performance.now()).catch(() => undefined);
    client?.release();
  }
}

/** Retries while all connections are taken. After the time limit it throws the last refusal. */
export async function retryWhileFull<T>(connect: () => Promise<T>, patienceMs: number): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      if (!isFull(error) || performance.now() >= until) throw error;
    }
    await pause(askEveryMs);
  }
}

/** Nobody notices a shorter wait. */
const noteworthyMs = second;

const waitAdvice =
  'calls waited for a connection to the database: if this comes back, set DATABASE_POOL higher, ' +
  'as long as all processes together stay below what PostgreSQL gives, or find what holds the connections';

/**
 * Warns when calls have waited for the pool's connections: at once, and then once a minute with the
 * count.
 */
export function logPoolWaits(pool: EventEmitter, log: Pick<FastifyBaseLogger, 'warn'>): void {
  let waits = 0;
  let longest = 0;
  let isQuiet = false;
  const logWaits = () => {
    isQuiet = waits > 0;
    if (!isQuiet) return;
    log.warn({ waits, longestMs: Math.round(longest) }, waitAdvice);
    [waits, longest] = [0, 0];
    setTimeout(logWaits, minute).unref();
  };
  pool.on('waited', (ms: number) => {
    if (ms < noteworthyMs) return;
    waits += 1;
    longest = Math.max(longest, ms);
    if (!isQuiet) logWaits();
  });
}
