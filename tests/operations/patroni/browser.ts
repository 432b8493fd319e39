import { Agent, request } from 'node:https';
import type { Method } from '#contract/platform/endpoint.ts';

export interface Answer {
  /** 0 where the connection broke before an answer. */
  status: number;
  retryAfter: string | undefined;
  cookie: string | undefined;
  text: string;
}

export interface CallOptions {
  cookie?: string | undefined;
  body?: unknown;
  /** Asks for a page, like somebody who types the address. */
  page?: boolean;
}

export type SendRequest = (method: Method, path: string, asked?: CallOptions) => Promise<Answer>;

/** Visits a site by HTTPS under its name, and follows redirects. */
export class Browser {
  readonly #port: number;
  readonly #host: string;
  readonly #site: string;
  readonly #agent: Agent;

  constructor({ host, port, site, ca }: { host: string; port: number; site: string; ca: string }) {
    this.#host = host;
    this.#port = port;
    this.#site = site;
    this.#agent = new Agent({ keepAlive: true, ca, servername: site });
  }

  ask(method: Method, path: string, asked: CallOptions = {}): Promise<Answer> {
    const body = asked.body === undefined ? undefined : JSON.stringify(asked.body);
    return new Promise((resolve) => {
      const broken = (error: Error) =>
        resolve({ status: 0, retryAfter: undefined, cookie: undefined, text: error.message });
      const sending = request(
        {
          host: this.#host,
          port: this.#port,
          agent: this.#agent,
          method,
          path,
          headers: this.#headers(asked),
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => (text += part));
          response.on('error', broken);
          response.on('end', () => {
            const { 'retry-after': retryAfter, 'set-cookie': set } = response.headers;
            const cookie = set?.[0]?.split(';')[0];
            resolve({ status: response.statusCode ?? 0, retryAfter, cookie, text });
          });
        },
      );
      sending.on('error', broken);
      sending.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #headers({ cookie, body, page }: CallOptions) {
    return {
      host: this.#site,
      origin: `https://${this.#site}`,
      accept: page ? 'text/html' : 'application/json',
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
  }
}
