import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Backend {
  address: string;
  agent: Agent;
  ready: boolean;
}

const checkEveryMs = 50;

/**
 * Balances requests over the ready processes, on kept connections. It retries nothing: a request
 * that a process drops fails for the visitor.
 */
export class RoundRobin {
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing));
  #backends: Backend[] = [];
  #turn = 0;
  #timer: NodeJS.Timeout | undefined;

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#timer = setInterval(() => void this.#checkAll(), checkEveryMs);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(address: string): void {
    this.#backends.push({ address, agent: new Agent({ keepAlive: true }), ready: true });
  }

  remove(address: string): void {
    for (const { agent } of this.#backends.filter((each) => each.address === address)) {
      agent.destroy();
    }
    this.#backends = this.#backends.filter((each) => each.address !== address);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    for (const { address } of this.#backends) this.remove(address);
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #checkAll(): Promise<void> {
    await Promise.all(
      this.#backends.map(async (backend) => {
        const answer = await fetch(`${backend.address}/readyz`).catch(() => undefined);
        backend.ready = answer?.ok ?? false;
      }),
    );
  }

  #next(): Backend | undefined {
    const ready = this.#backends.filter((backend) => backend.ready);
    this.#turn += 1;
    return ready[this.#turn % ready.length];
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const backend = this.#next();
    if (!backend) return void outgoing.destroy();
    const { connection: _, ...headers } = incoming.headers;
    const sending = request(new URL(incoming.url ?? '/', backend.address), {
      method: incoming.method ?? 'GET',
      headers,
      agent: backend.agent,
    });
    sending.on('response', (response) => {
      const { connection: __, 'keep-alive': ___, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, rest);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    });
    sending.on('error', () => outgoing.destroy());
    outgoing.on('close', () => outgoing.writableFinished || sending.destroy());
    incoming.pipe(sending);
  }
}
