import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal.ts';

interface Room {
  /** The most large bodies in memory, being received or used. */
  atOnce: number;
  perCaller: number;
}

interface Body {
  caller: string;
  request: IncomingMessage;
}

/**
 * Limits the large bodies in memory. A sender may take minutes over one, so when there is no room,
 * the oldest unfinished body of whoever has most of them loses its connection.
 */
export class LargeBodies {
  readonly #room: Room;
  /** The oldest first. */
  readonly #bodies = new Set<Body>();

  constructor(room: Room) {
    this.#room = room;
  }

  /**
   * Makes room for a body until its request is answered.
   * @throws Refusal `unavailable` if all bodies in memory are complete and being used
   */
  admit({ raw: request }: FastifyRequest, { raw: response }: FastifyReply, caller: string): void {
    this.#makeRoom(caller);
    const body = { caller, request };
    this.#bodies.add(body);
    response.once('close', () => this.#bodies.delete(body));
  }

  #makeRoom(caller: string): void {
    const bodies = [...this.#bodies];
    const own = bodies.filter((body) => body.caller === caller);
    const isOver = own.length >= this.#room.perCaller;
    if (!isOver && bodies.length < this.#room.atOnce) return;
    const lines = isOver ? [own] : [...Map.groupBy(bodies, (body) => body.caller).values()];
    const oldest = lines
      .toSorted((one, other) => other.length - one.length)
      .flatMap((line) => line.find(({ request }) => !request.complete) ?? []);
    if (!oldest[0]) {
      throw new Refusal(
        'unavailable',
        'Many pictures are being added. Please try again in a moment.',
        {
          retryAfter: 5,
        },
      );
    }
    this.#bodies.delete(oldest[0]);
    oldest[0].request.destroy();
  }
}

/** Tells whether a request announces more than `bytes`, or doesn't say how many. */
export function hasLargeBody({ headers }: FastifyRequest, bytes: number): boolean {
  const length = headers['content-length'];
  return length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > bytes;
}
