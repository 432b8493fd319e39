import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '#platform/db/database.ts';

/** Lets requests through, but for the moments in which the demonstration starts anew. */
class Gate {
  #opened: Promise<void> = Promise.resolve();
  readonly #inside = new Set<FastifyRequest>();
  #emptied: (() => void) | undefined;

  async enter(request: FastifyRequest): Promise<void> {
    await this.#opened;
    this.#inside.add(request);
  }

  leave(request: FastifyRequest): void {
    if (this.#inside.delete(request) && this.#inside.size === 0) this.#emptied?.();
  }

  /** Waits until the requests inside are answered, and holds new ones back until `work` is done. */
  async closeDuring<T>(work: () => Promise<T>): Promise<T> {
    const { promise, resolve: open } = Promise.withResolvers<void>();
    this.#opened = promise;
    try {
      if (this.#inside.size > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
      return await work();
    } finally {
      this.#emptied = undefined;
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
