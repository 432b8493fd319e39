import { drizzle } from 'drizzle-orm/node-postgres';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { serversOf } from './address.ts';
import { connectionOptions, connectionTimeouts } from './connections.ts';
import { applicationName, casing, ConnectionError, reasonOf, type Database } from './database.ts';
import { detectPoolerMode, sessionMode } from './pooler.ts';
import { WaitingPool } from './waiting-pool.ts';

/**
 * A position in the primary's write-ahead log. A server that has replayed it has every earlier
 * write.
 */
export type Position = bigint;

const lookEveryMs = 500;
/**
 * The time for the replica to accept a connection and report its position; after that the primary
 * serves.
 */
const promptMs = 1_000;
/** The time limit of a read from it. */
const silenceMs = 5_000;
/** Relevant samples are only as old as the replica's answers may be. */
const maxSamples = 20;

const clusterId = `(SELECT system_identifier FROM pg_control_system())::text || ' ' || current_database()`;
const writtenPosition = `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text AS position,
  ${clusterId} AS cluster`;
const replayedPosition = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text AS position`;
const identityQuery = `SELECT ${clusterId} AS cluster, pg_is_in_recovery() AS standby,
  concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time()) AS server`;

interface Identity {
  cluster: string;
  standby: boolean;
  server: string;
}

/** A connected replica: the connection that watches it, and those that read. */
interface ReachedReplica {
  watch: pg.Client;
  db: Database;
  /** The check under way. */
  asking?: Promise<void> | undefined;
}

interface Settings {
  url: string;
  /** The most that its answers may lag. */
  mostBehindMs: number;
  /** The number of reading connections; one more watches it. */
  max: number;
}

type Log = Pick<FastifyBaseLogger, 'info' | 'warn'>;

/**
 * A hot standby of the primary, and its known state. The primary's positions are noted with their
 * times, so that the replica's position tells the age of its answers: by one clock, and also while
 * the primary is idle.
 */
export class Replica {
  /**
   * Reads that a replica could answer, by the server that did; `again`: repeated on the primary
   * because the replica failed.
   */
  readonly reads = { replica: 0, primary: 0, again: 0 };

  readonly #primary: Database;
  readonly #settings: Settings;
  readonly #log: Log;
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;
  #samples: { at: number; position: Position }[] = [];
  #reached: ReachedReplica | undefined;
  #has: Position = -1n;
  #freshAt = -Infinity;
  #loggedInUse: boolean | undefined;

  constructor(primary: Database, settings: Settings, log: Log) {
    this.#primary = primary;
    this.#settings = settings;
    this.#log = log;
    this.#watching = this.#watch();
  }

  /** The most that its answers lag, in milliseconds; undefined if it is not in use. */
  behindMs(): number | undefined {
    const behind = performance.now() - this.#freshAt;
    return this.#reached && behind <= this.#settings.mostBehindMs ? behind : undefined;
  }

  /** Returns the replica if it has everything up to `mark` and lags little with the rest. */
  async having(mark: Position): Promise<Database | undefined> {
    const reached = this.#reached;
    if (!reached || this.behindMs() === undefined) return undefined;
    if (this.#has < mark) await this.#ask(reached).catch((error: unknown) => this.#lose(error));
    return this.#has >= mark && reached === this.#reached ? reached.db : undefined;
  }

  /** Stops using the replica after a failed read, until the next check. */
  distrust(error: unknown): void {
    this.#freshAt = -Infinity;
    this.#logUse(error);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
    await leaveReplica(this.#reached);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#look();
        this.#logUse(new Error(`it is more than ${this.#settings.mostBehindMs} ms behind`));
      } catch (error) {
        this.#lose(error);
      }
      await pause(lookEveryMs, undefined, { signal }).catch(() => {});
    }
  }

  async #look(): Promise<void> {
    const at = performance.now();
    const { rows } = await this.#primary.$client.query<{ position: string; cluster: string }>(
      writtenPosition,
    );
    const [now] = rows;
    if (!now) return;
    this.#samples = [...this.#samples, { at, position: BigInt(now.position) }].slice(-maxSamples);
    this.#reached ??= await reachAny(this.#settings, now.cluster, (error) => this.#lose(error));
    await this.#ask(this.#reached);
  }

  /** Asks for the current position; concurrent callers share the answer. */
  #ask(reached: ReachedReplica): Promise<void> {
    const ask = async () => {
      const { rows } = await reached.watch.query<{ position: string | null }>(replayedPosition);
      if (reached !== this.#reached) return;
      this.#has = BigInt(rows[0]?.position ?? -1);
      const had = this.#samples.findLast(({ position }) => position <= this.#has);
      if (had) this.#freshAt = Math.max(this.#freshAt, had.at);
    };
    return (reached.asking ??= ask().finally(() => (reached.asking = undefined)));
  }

  #lose(error: unknown): void {
    const lost = this.#reached;
    this.#reached = undefined;
    this.#has = -1n;
    this.distrust(error);
    void leaveReplica(lost);
  }

  #logUse(reason: unknown): void {
    const inUse = this.behindMs() !== undefined;
    if (inUse === this.#loggedInUse || this.#stopping.signal.aborted) return;
    this.#loggedInUse = inUse;
    if (inUse) this.#log.info('reading from the replica');
    else
      this.#log.warn(
        { reason: reasonOf(reason) },
        'all is read from the primary, none from the replica',
      );
  }
}

/** Connects to the first standby of the address; fails with the last problem if there is none. */
async function reachAny(
  { url, max }: Settings,
  ofCluster: string,
  lost: (error: Error) => void,
): Promise<ReachedReplica> {
  let last: unknown;
  for (const endpoint of serversOf(url).endpoints) {
    try {
      return await reachReplica({ url: endpoint, max }, ofCluster, lost);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

/** @throws Error for a server that is no standby of the cluster */
async function reachReplica(
  { url, max }: Pick<Settings, 'url' | 'max'>,
  ofCluster: string,
  lost: (error: Error) => void,
): Promise<ReachedReplica> {
  const settings = {
    ...connectionOptions,
    application_name: applicationName,
    connectionString: url,
    connectionTimeoutMillis: promptMs,
  };
  const inTime = connectionTimeouts(silenceMs, sessionMode);
  const connectionSettings = { ...settings, stream: inTime.stream, query_timeout: promptMs };
  const watch = new pg.Client(connectionSettings);
  watch.on('error', lost);
  try {
    await watch.connect();
    const found = await identityOf(watch);
    if (found.cluster !== ofCluster) throw new Error('it is no copy of this database');
    if (!found.standby) throw new Error('it is no standby');
    const { session } = await detectPoolerMode(watch, () =>
      new pg.Client(connectionSettings).connect(),
    );
    if (!session)
      throw new Error(
        'a pooler on the way gives each transaction another connection: name the standby itself',
      );
    const reading = {
      ...inTime,
      onConnect: async (client: pg.ClientBase) => {
        await requireServer(client, found.server);
        await inTime.onConnect?.(client);
      },
    };
    const pool = new WaitingPool({ ...settings, ...reading, max });
    return { watch, db: drizzle(pool, { casing }) };
  } catch (error) {
    await watch.end().catch(() => {});
    throw error;
  }
}

/**
 * The replay position belongs to one server, so a host name that stands for several is of no use.
 */
async function requireServer(client: pg.ClientBase, watched: string): Promise<void> {
  const { server } = await identityOf(client);
  if (server !== watched) throw new ConnectionError('its address leads to more than one server');
}

async function identityOf(client: pg.ClientBase): Promise<Identity> {
  const { rows } = await client.query<Identity>(identityQuery);
  if (!rows[0]) throw new Error('it does not say who it is');
  return rows[0];
}

/** Ends once pending reads are finished. */
async function leaveReplica(reached: ReachedReplica | undefined): Promise<void> {
  await Promise.allSettled([reached?.watch.end(), reached?.db.$client.end()]);
}
