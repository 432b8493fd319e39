import pg from 'pg';

type Query = (...given: unknown[]) => Promise<unknown>;

export interface PipelineConfig {
  /** SQL that goes out with each BEGIN. */
  first?: string;
  /** Named statements stay prepared on the connection unless this is false. */
  named?: boolean;
}

/**
 * A connection that sends queries without waiting for earlier answers (`pipeline` is set). Queries
 * of one turn of the event loop go out in one write, and so does BEGIN with the reads that follow
 * it.
 */
export class PipelinedClient extends pg.Client {
  #corked = false;
  /** The pending answer to BEGIN. */
  #beginning: Promise<unknown> | undefined;
  /** The reason that BEGIN failed. */
  #notBegun: { reason: unknown } | undefined;
  /** Messages sent after this one must not overtake it. */
  #held = false;

  readonly #config: PipelineConfig;

  constructor(config: pg.ClientConfig & PipelineConfig = {}) {
    super(config);
    this.#config = config;
    // An error rejects the pending queries; there is nobody else to tell.
    this.on('error', () => {});
  }

  override query(...given: never[]): never {
    return this.#say(given) as never;
  }

  #say(given: unknown[]): unknown {
    const text = textOf(given[0]);
    if (isBegin.test(text)) return this.#begin(this.#beginningOf(text, given));
    if (this.#notBegun) return this.#refuse(text, given);
    if (this.#beginning && (this.#held || !isRead.test(text))) {
      this.#held = true;
      return this.#beginning.then(() => this.#say(given));
    }
    return this.#send(given);
  }

  /** Writes wait until the transaction has begun for certain. */
  #begin(given: unknown[]): Promise<unknown> {
    this.#notBegun = undefined;
    const beginning = this.#send(given)
      .catch((reason: unknown) => {
        this.#notBegun = { reason };
      })
      .finally(() => {
        this.#beginning = undefined;
        this.#held = false;
      });
    this.#beginning = beginning;
    return Promise.resolve({ rows: [] });
  }

  #beginningOf(text: string, given: unknown[]): unknown[] {
    const { first } = this.#config;
    return first ? [`${text}; ${first}`] : given;
  }

  #refuse(text: string, given: unknown[]): Promise<unknown> {
    const reason = this.#notBegun?.reason;
    if (!isRollback.test(text)) return Promise.reject(reason);
    this.#notBegun = undefined;
    return this.#send(given);
  }

  #send(given: unknown[]): Promise<unknown> {
    this.#cork();
    const [query, ...rest] = given;
    const said = this.#config.named === false ? [nameless(query), ...rest] : given;
    return (super.query as Query).apply(this, said);
  }

  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    const { stream } = this.connection;
    stream.cork();
    setImmediate(() => {
      this.#corked = false;
      stream.uncork();
    });
  }
}

const isBegin = /^\s*begin\b/i;
const isRead = /^\s*select\b/i;
const isRollback = /^\s*rollback\b/i;

const nameless = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'name' in query
    ? { ...query, name: undefined }
    : query;

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : '';
  return typeof text === 'string' ? text : '';
};
