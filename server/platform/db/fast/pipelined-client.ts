import type pg from 'pg';
import { CheckedClient } from '../storable.ts';
import { actingMeter } from '#platform/acting-account.ts';
import { isWeighed, measureWrites } from '#platform/rate/weight.ts';

type Query = (...args: unknown[]) => Promise<unknown>;

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
export class PipelinedClient extends CheckedClient {
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

  override query(...args: never[]): never {
    return this.#say(args) as never;
  }

  #say(args: unknown[]): unknown {
    const text = textOf(args[0]);
    if (isBegin.test(text)) return this.#begin(this.#beginningOf(text, args));
    if (this.#notBegun) return this.#refuse(text, args);
    if (this.#beginning && (this.#held || !isRead.test(text))) {
      this.#held = true;
      return this.#beginning.then(() => this.#say(args));
    }
    return this.#send(args);
  }

  /** Writes wait until the transaction has begun for certain. */
  #begin(args: unknown[]): Promise<unknown> {
    this.#notBegun = undefined;
    const beginning = this.#send(args)
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

  #beginningOf(text: string, args: unknown[]): unknown[] {
    const { first } = this.#config;
    return first ? [`${text}; ${first}`] : args;
  }

  #refuse(text: string, args: unknown[]): Promise<unknown> {
    const reason = this.#notBegun?.reason;
    if (!isRollback.test(text)) return Promise.reject(reason);
    this.#notBegun = undefined;
    return this.#send(args);
  }

  #send(args: unknown[]): Promise<unknown> {
    this.#cork();
    const [query, ...rest] = args;
    const sentArgs = this.#config.named === false ? [withoutName(query), ...rest] : args;
    return weighQuery(args, (super.query as unknown as Query).apply(this, sentArgs));
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

/**
 * Charges the current request for what a statement writes, before its answer counts. Only answers
 * by promise are weighed: pools use callbacks, and weigh what they return.
 */
export function weighQuery<Answer>(args: readonly unknown[], answer: Answer): Answer {
  const meter = actingMeter();
  const text = textOf(args[0]);
  if (!meter || !(answer instanceof Promise) || !isWeighed(text)) return answer;
  return answer.then(async (result: unknown) => {
    await meter.add(measureWrites(text, valuesOf(args), result));
    return result;
  }) as Answer;
}

const isBegin = /^\s*begin\b/i;
const isRead = /^\s*select\b/i;
const isRollback = /^\s*rollback\b/i;

const valuesOf = ([query, values]: readonly unknown[]): unknown =>
  values ?? (typeof query === 'object' && query !== null ? Reflect.get(query, 'values') : []);

const withoutName = (query: unknown): unknown =>
  typeof query === 'object' && query !== null && 'name' in query
    ? { ...query, name: undefined }
    : query;

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  const text = typeof query === 'object' && query !== null && 'text' in query ? query.text : '';
  return typeof text === 'string' ? text : '';
};
