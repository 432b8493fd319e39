import { setTimeout as pause } from 'node:timers/promises';
import { callbackify } from 'node:util';
import pg from 'pg';
import { isFull, isOfServer } from './refusals.ts';
import { CheckedClient } from './storable.ts';

/** The time that a pool uses only its existing connections, before it asks for more. */
const contentMs = 1_000;
/** The interval between attempts while the pool has no connection. */
const askEveryMs = 200;

type Taken = Parameters<pg.Pool['connect']>[0];

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

  constructor(config: pg.PoolConfig & { endpoints?: string[] }) {
    super({ Client: CheckedClient, ...config });
    this.#endpoints = config.endpoints ?? [];
    this.#most = this.options.max;
    this.#patienceMs = config.connectionTimeoutMillis ?? 0;
    this.on('connect', () => (this.#has += 1));
    this.on('remove', () => (this.#has -= 1));
    // An idle connection that breaks must not end the process: the pool replaces it at the next
    // query.
    this.on('error', () => {});
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Taken): void;
  override connect(callback?: Taken): Promise<pg.PoolClient> | void {
    if (!callback) return this.#take();
    callbackify(() => this.#take())((error, client?: pg.PoolClient) =>
      callback(error ?? undefined, client, (reason) => client?.release(reason as boolean)),
    );
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
        if (elsewhere > 0 && isOfServer(error)) {
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
