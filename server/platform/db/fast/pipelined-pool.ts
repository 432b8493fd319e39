import pg from 'pg';
import { currentScope } from '../connection-scope.ts';
import { WaitingPool } from '../waiting-pool.ts';
import { PipelinedClient, weighQuery, type PipelineConfig } from './pipelined-client.ts';

/** The number of connections that share the reads while none of them is slow. */
const maxLanes = 4;
/** Reads under way on one connection. */
const deepestQueue = 32;
/** A connection that has waited longer for an answer gets no more queries. */
const busyAfterMs = 25;

type Query = (...args: unknown[]) => unknown;
type RunQuery = (client: pg.PoolClient) => Promise<unknown>;

/**
 * A pool whose frequent reads, the named statements, share connections: each is sent behind the
 * pending ones, and reads of one moment go out in one write. Transactions and everything else get a
 * connection to themselves, and go before later reads. So does work in a scope, whose end breaks its
 * connection.
 */
export class PipelinedPool extends WaitingPool {
  readonly #lanes = new Set<Lane>();
  /** The first query of this turn of the event loop went to this lane. */
  #gathering: Lane | undefined;

  constructor(config: pg.PoolConfig & PipelineConfig & { endpoints?: string[] }) {
    super({ ...config, pipeline: true, Client: PipelinedClient });
  }

  override query(...args: never[]): never {
    const answer =
      hasName(args[0]) && !currentScope()
        ? this.#laneOfTurn().ask(
            (client) => (client.query as Query).apply(client, args) as Promise<never>,
          )
        : weighQuery(args, (super.query as Query).apply(this, args));
    return answer as never;
  }

  /**
   * Queries of one turn of the event loop go out in one write, which wakes one server process
   * rather than one each.
   */
  #laneOfTurn(): Lane {
    const now = performance.now();
    if (this.#gathering?.takesMore(now)) return this.#gathering;
    if (!this.#gathering) setImmediate(() => (this.#gathering = undefined));
    return (this.#gathering = this.#lane(now));
  }

  #lane(now: number): Lane {
    let open = 0;
    let least: Lane | undefined;
    for (const lane of this.#lanes) {
      if (!lane.takesMore(now)) continue;
      open += 1;
      if (!least || lane.underWay < least.underWay) least = lane;
    }
    return least && (open >= maxLanes || !this.#hasRoom()) ? least : this.#open();
  }

  #hasRoom = () => this.idleCount > 0 || this.totalCount < this.options.max;

  #open(): Lane {
    const lane = new Lane(this, () => this.#lanes.delete(lane));
    this.#lanes.add(lane);
    return lane;
  }
}

const hasName = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'name' in query && query.name !== undefined;

/** A connection with several pending reads. It returns to the pool after the last of them. */
class Lane {
  underWay = 0;
  readonly #pool: pg.Pool;
  readonly #closed: () => void;
  readonly #connecting: Promise<pg.PoolClient>;
  #client: pg.PoolClient | undefined;
  /** The time since when the next answer is due. */
  #since = 0;
  #broken = false;

  constructor(pool: pg.Pool, closed: () => void) {
    this.#pool = pool;
    this.#closed = closed;
    this.#connecting = pool.connect().then((client) => {
      this.#since = performance.now();
      return (this.#client = client);
    });
  }

  /** A caller waiting for its own connection gets this one once its queries are done. */
  takesMore(now: number): boolean {
    if (this.underWay >= deepestQueue || this.#broken) return false;
    if (!this.#client) return true;
    return this.#pool.waitingCount === 0 && now - this.#since < busyAfterMs;
  }

  async ask(ask: RunQuery): Promise<unknown> {
    this.underWay += 1;
    try {
      return await ask(this.#client ?? (await this.#connecting));
    } catch (error) {
      this.#broken ||= endsConnection(error);
      throw error;
    } finally {
      this.underWay -= 1;
      this.#since = performance.now();
      if (this.underWay === 0) this.#close();
    }
  }

  #close(): void {
    this.#closed();
    this.#client?.release(this.#broken);
  }
}

const becameStandby = '25006';

/** The server sends the reason before it closes a connection. */
const endsConnection = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  error.severity !== 'ERROR' ||
  error.code === becameStandby;
