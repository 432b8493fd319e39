import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Open; shut, which refuses and drops connections; silent, which passes nothing either way; deaf,
 * which passes queries but no answers.
 */
export type GateState = 'open' | 'shut' | 'silent' | 'deaf';

/** A proxy before the database that simulates network failures. */
export class Gate {
  readonly #target: { host: string; port: number };
  readonly #server = createServer((socket) => this.#enter(socket));
  readonly #pairs = new Map<Socket, Socket | undefined>();
  #state: GateState = 'open';
  #port = 0;

  constructor(address: string) {
    const { hostname, port } = new URL(address);
    this.#target = { host: hostname, port: Number(port) };
  }

  /** The database's address through the gate. */
  async addressOf(address: string): Promise<string> {
    if (!this.#server.listening) await this.#listen();
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  async set(state: GateState): Promise<void> {
    const before = this.#state;
    this.#state = state;
    if (state === 'shut') await this.#shut();
    else if (!this.#server.listening) await this.#listen();
    if (state === 'silent') for (const socket of this.#sockets()) socket.pause();
    if (before === 'silent' && state === 'open') this.#resume();
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.#shut();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async #shut(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets()) socket.resetAndDestroy();
    await closed;
  }

  #sockets(): Socket[] {
    return [...this.#pairs].flat().filter((socket) => socket !== undefined);
  }

  #enter(visitor: Socket): void {
    this.#pairs.set(visitor, undefined);
    visitor.on('error', () => {});
    visitor.on('close', () => {
      this.#pairs.get(visitor)?.destroy();
      this.#pairs.delete(visitor);
    });
    if (this.#state === 'silent') visitor.pause();
    else this.#join(visitor);
  }

  #join(visitor: Socket): void {
    const inside = connect(this.#target);
    this.#pairs.set(visitor, inside);
    inside.on('error', () => visitor.destroy());
    inside.on('close', () => visitor.destroy());
    visitor.on('data', (bytes) => inside.write(bytes));
    inside.on('data', (bytes) => {
      if (this.#state !== 'deaf') visitor.write(bytes);
    });
  }

  /** Delayed bytes go on, as they do when a network comes back. */
  #resume(): void {
    for (const [visitor, inside] of this.#pairs) {
      if (inside) inside.resume();
      else this.#join(visitor);
      visitor.resume();
    }
  }
}
