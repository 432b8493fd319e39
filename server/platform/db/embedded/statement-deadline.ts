import { Session } from 'node:inspector/promises';
import type { Worker } from 'node:worker_threads';
import { reasonOf } from './error.ts';
import type { Postgres } from './postgres.ts';

/**
 * PostgreSQL ends a slow statement by a timer's signal. In WebAssembly no timer fires while a
 * statement runs, so the main thread watches the clock, and interrupts the engine's thread through
 * Node's inspector.
 */

/** The interval of the main thread's checks. */
const everyMs = 250;

const nanosecondsOf = (milliseconds: number) => BigInt(Math.trunc(milliseconds)) * 1_000_000n;

/** The engine thread's side of the deadline. */
export class StatementDeadline {
  /**
   * The deadline of the current statement, by the clock of `process.hrtime`; 0 without a statement
   * or limit.
   */
  readonly #shared: BigInt64Array;
  readonly #postgres: Pick<Postgres, 'cancel' | 'clearCancel'>;
  #timeoutMs = 0;
  #cancelled = false;

  constructor(shared: BigInt64Array, postgres: Pick<Postgres, 'cancel' | 'clearCancel'>) {
    this.#shared = shared;
    this.#postgres = postgres;
    globalThis.cancelOverdueStatement = () => this.#cancelIfOverdue();
  }

  /** Starts a statement's clock; 0 means no limit. */
  begin(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    if (timeoutMs > 0) this.#startClock();
  }

  end(): void {
    Atomics.store(this.#shared, 0, 0n);
    if (this.#cancelled) this.#postgres.clearCancel();
    this.#cancelled = false;
  }

  #startClock(): void {
    const until = process.hrtime.bigint() + nanosecondsOf(this.#timeoutMs);
    Atomics.store(this.#shared, 0, until);
  }

  /** Runs in the middle of the statement. The next one in the batch gets the full time again. */
  #cancelIfOverdue(): void {
    if (!isOverdue(this.#shared)) return;
    this.#cancelled = true;
    this.#postgres.cancel();
    this.#startClock();
  }
}

declare global {
  /** The main thread calls this through the inspector. */
  var cancelOverdueStatement: () => void;
}

function isOverdue(shared: BigInt64Array): boolean {
  const until = Atomics.load(shared, 0);
  return until !== 0n && process.hrtime.bigint() > until;
}

/**
 * Cancels each statement of the engine's thread that is past its deadline. Returns a function that
 * stops this.
 */
export function cancelOverdueStatements(worker: Worker, shared: BigInt64Array): () => void {
  let cancelling = false;
  const look = async () => {
    if (cancelling || !isOverdue(shared)) return;
    cancelling = true;
    await evaluateIn(worker, 'cancelOverdueStatement()').catch((error: unknown) =>
      console.error(`A statement could not be ended in time: ${reasonOf(error)}`),
    );
    cancelling = false;
  };
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}

/** Runs an expression in a busy thread: the inspector interrupts it, while a message would wait. */
async function evaluateIn(worker: Worker, expression: string): Promise<void> {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  // The inspector numbers threads by itself; a title begins with Node's own number.
  const title = `[worker ${worker.threadId}]`;
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } });
  const session = new Session();
  session.connect();
  session.on('NodeWorker.receivedMessageFromWorker', () => resolve());
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!workerInfo.title.startsWith(title)) return;
    void session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
  });
  // A thread that has ended never answers.
  worker.once('exit', resolve);
  try {
    await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
    await answered;
  } finally {
    worker.off('exit', resolve);
    session.disconnect();
  }
}
