import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a stranger's website, on a port and under a name of its own. */
export class Elsewhere {
  readonly #server: Server;
  #body = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<Elsewhere> {
    const server = createServer();
    const site = new Elsewhere(server);
    server.on('request', (_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(site.#page());
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, '127.0.0.1', resolve);
    await promise;
    return site;
  }

  /** The browser treats it as another site than the one at 127.0.0.1. */
  get address(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Replaces the content between the page's header and footer. */
  shows(body: string): void {
    this.#body = body;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #page(): string {
    return `<!doctype html><html lang="en-GB"><head><title>St Michael’s</title><link rel="icon" href="data:,"></head>
<body><h1>St Michael’s</h1>${this.#body}<p>The vestry is open on Tuesdays.</p></body></html>`;
  }
}
