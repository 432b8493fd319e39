import type { Socket } from 'node:net';

const maxMessageBytes = 2 ** 30;

/**
 * Messages after which PostgreSQL answers or closes: Query, FunctionCall, Sync, Flush, Terminate.
 */
const closingTypes = new Set(Buffer.from('QFSHX'));
const terminateType = 'X'.charCodeAt(0);

/** Splits a client's bytes into protocol messages. */
export class MessageReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(socket: Socket) {
    this.#chunks = socket[Symbol.asyncIterator]();
  }

  /** Reads the untyped packet that begins a connection; null when the client has gone. */
  async packet(): Promise<Buffer | null> {
    if (!(await this.#hold(4))) return null;
    return this.#take(lengthAt(this.#joined(), 0));
  }

  /** Reads one message with its type. */
  async message(): Promise<Buffer | null> {
    if (!(await this.#hold(5))) return null;
    return this.#take(1 + lengthAt(this.#joined(), 1));
  }

  /**
   * Returns the buffered messages, up to the end of at most this many requests. An incomplete
   * request stays buffered, so that a client which vanishes half-way leaves nothing half done.
   */
  async requests(most: number): Promise<Buffer | null> {
    let scanned = 0;
    let whole = 0;
    let closed = 0;
    for (;;) {
      if (!(await this.#hold(scanned + 5))) return null;
      const bytes = this.#joined();
      while (bytes.length >= scanned + 5) {
        const end = scanned + 1 + lengthAt(bytes, scanned + 1);
        if (bytes.length < end) {
          if (whole > 0) break;
          if (!(await this.#hold(end))) return null;
          break;
        }
        const type = bytes[scanned] ?? 0;
        if (type === terminateType) return whole > 0 ? this.#take(whole) : null;
        scanned = end;
        if (!closingTypes.has(type)) continue;
        whole = end;
        closed += 1;
        if (closed === most) return this.#take(whole);
      }
      if (whole > 0) return this.#take(whole);
    }
  }

  /** Waits until this many bytes are buffered; false when the client goes before that. */
  async #hold(bytes: number): Promise<boolean> {
    while (this.#heldBytes < bytes) {
      const next = await this.#chunks.next();
      if (next.done) return false;
      this.#held.push(next.value);
      this.#heldBytes += next.value.length;
    }
    return true;
  }

  /** Joins the buffered chunks only when they are read: large messages arrive in many chunks. */
  #joined(): Buffer {
    const [first] = this.#held;
    if (first && this.#held.length === 1) return first;
    const bytes = Buffer.concat(this.#held);
    this.#held = [bytes];
    return bytes;
  }

  async #take(length: number): Promise<Buffer | null> {
    if (!(await this.#hold(length))) return null;
    const bytes = this.#joined();
    this.#held = length < bytes.length ? [bytes.subarray(length)] : [];
    this.#heldBytes -= length;
    return bytes.subarray(0, length);
  }
}

function lengthAt(bytes: Buffer, offset: number): number {
  const length = bytes.readInt32BE(offset);
  if (length < 4 || length > maxMessageBytes) throw new Error(`message of ${length} bytes`);
  return length;
}
