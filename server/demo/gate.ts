import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/db/database.ts';

/** A client that never ends its request must not keep the others waiting. */
const longestWaitMs = 5_000;

/** Lets requests through, but for the moments in which the demonstration starts anew. */
export class Gate {
  readonly #waitMs: number;
  readonly #inside = new Set<object>();
  /** Resolves once the gate opens; undefined while it is open. */
  #closed: Promise<void> | undefined;
  #emptied: (() => void) | undefined;

  constructor(waitMs = longestWaitMs) {
    this.#waitMs = waitMs;
  }

  async enter(request: object): Promise<void> {
    while (this.#closed) await this.#closed;
    this.#inside.add(request);
  }

  leave(request: object): void {
    if (this.#inside.delete(request) && this.#inside.size === 0) this.#emptied?.();
  }

  /** Waits a while for the requests inside, and holds new ones back until `work` is done. */
  async closeDuring<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve: open } = Promise.withResolvers<void>();
    this.#closed = promise;
    try {
      const emptied = new Promise<void>((resolve) => (this.#emptied = resolve));
      if (this.#inside.size > 0)
        await Promise.race([emptied, pause(this.#waitMs, undefined, { ref: false })]);
      return await work();
    } finally {
      this.#emptied = undefined;
      this.#closed = undefined;
      open();
    }
  }
}

const gates = new WeakMap<Database, Gate>();

/** Returns the gate of the process that serves this database. */
export function gateOf(db: Database): Gate {
  const gate = gates.get(db) ?? new Gate();
  gates.set(db, gate);
  return gate;
}

/** Has every request pass the gate. */
export function guardByGate(app: FastifyInstance, db: Database): void {
  const gate = gateOf(db);
  app.addHook('onRequest', (request) => gate.enter(request));
  app.addHook('onResponse', async (request) => gate.leave(request));
  app.addHook('onRequestAbort', async (request) => gate.leave(request));
}
