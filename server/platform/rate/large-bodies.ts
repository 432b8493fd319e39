import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/refusal.ts';

interface Room {
  /** The most large bodies in memory, being received or used. */
  atOnce: number;
  perCaller: number;
  /** The most bytes of all of them; half of that for one caller. */
  bytes: number;
}

interface AnnouncedBody {
  caller: string;
  /** The size that it announces, or the largest that it may have. */
  bytes: number;
}

interface Body extends AnnouncedBody {
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
  admit(
    { raw: request }: FastifyRequest,
    { raw: response }: FastifyReply,
    sent: AnnouncedBody,
  ): void {
    // A connection that closed before this tells nobody that it did.
    if (response.closed) return;
    while (!this.#hasRoom(sent)) this.#makeRoom(sent);
    const body = { ...sent, request };
    this.#bodies.add(body);
    response.once('close', () => this.#bodies.delete(body));
  }

  #ownOf({ caller }: AnnouncedBody): Body[] {
    return [...this.#bodies].filter((body) => body.caller === caller);
  }

  #hasRoomForOwn(sent: AnnouncedBody): boolean {
    const own = this.#ownOf(sent);
    const { perCaller, bytes } = this.#room;
    return own.length < perCaller && bytesOf([...own, sent]) <= bytes / 2;
  }

  #hasRoom(sent: AnnouncedBody): boolean {
    const { atOnce, bytes } = this.#room;
    return (
      this.#hasRoomForOwn(sent) &&
      this.#bodies.size < atOnce &&
      bytesOf([...this.#bodies, sent]) <= bytes
    );
  }

  /** @throws Refusal `unavailable` */
  #makeRoom(sent: AnnouncedBody): void {
    const lines = this.#hasRoomForOwn(sent)
      ? [...Map.groupBy(this.#bodies, (body) => body.caller).values()]
      : [this.#ownOf(sent)];
    const oldest = lines
      .toSorted((one, other) => other.length - one.length)
      .flatMap((line) => line.find(({ request }) => !request.complete) ?? []);
    if (!oldest[0]) {
      throw new Refusal('unavailable', 'Many files are being sent. Please try again in a moment.', {
        retryAfter: 5,
      });
    }
    this.#bodies.delete(oldest[0]);
    oldest[0].request.destroy();
  }
}

const bytesOf = (bodies: AnnouncedBody[]): number =>
  bodies.reduce((sum, { bytes }) => sum + bytes, 0);

/** The bytes of its body that a request announces; endless for one that doesn't say. */
export function announcedBytes({ headers }: FastifyRequest): number {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length);
  return headers['transfer-encoding'] === undefined ? 0 : Infinity;
}
