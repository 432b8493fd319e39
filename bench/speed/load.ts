import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import autocannon, { type Request } from 'autocannon';
import type { PageWork } from './bare-page.ts';
import type { Figures, SqlFigures, SqlWork } from './bare-sql.ts';

/** Requests to a server over a number of parallel connections. */
export interface Load {
  url: string;
  requests?: (connection: number) => Request[];
  headers?: Record<string, string>;
  /** A header set for each connection, by its number from 0. */
  cookie?: (connection: number) => string;
  connections?: number;
  seconds: number;
}

export interface HttpFigures extends Figures {
  /** Answers other than a success, and failed connections. */
  failed: number;
}

export const connections = 32;

/** Loads a server; the first second is not counted. */
export async function load(asked: Load): Promise<HttpFigures> {
  await fire({ ...asked, seconds: 1 });
  const result = await fire(asked);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

function fire({ url, requests, headers, cookie, seconds, connections: many = connections }: Load) {
  let connection = 0;
  return autocannon({
    url,
    connections: many,
    duration: seconds,
    headers: { 'accept-encoding': 'br', ...headers },
    setupClient: (client) => {
      const number = connection;
      connection += 1;
      const own = requests?.(number);
      if (own) client.setRequests(own);
      else if (cookie)
        client.setHeaders({ 'accept-encoding': 'br', ...headers, cookie: cookie(number) });
    },
  });
}

const child = (name: string) => fork(fileURLToPath(new URL(name, import.meta.url)));

/** Runs statements in a loop in a process of their own. */
export const loop = (work: SqlWork) => figuresOf<SqlFigures>('bare-sql.ts', work);

/** Draws a page again and again in a process of its own. */
export const draw = (work: PageWork) => figuresOf<Figures>('bare-page.ts', work);

async function figuresOf<Report>(name: string, work: SqlWork | PageWork): Promise<Report> {
  const process_ = child(name);
  process_.send(work);
  const [figures] = (await once(process_, 'message')) as [Report];
  return figures;
}

interface Answer {
  body: Buffer;
  headers: Record<string, string>;
}

/** Returns the answer as it comes over the wire: fetch would decompress it. */
export async function answerOf(
  url: string,
  { body, ...asked }: { method: string; headers: Record<string, string>; body?: string },
): Promise<Answer> {
  const sent = request(url, asked).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const headerNames = ['content-type', 'content-encoding'] as const;
  const headers = headerNames.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { body: await buffer(answer), headers: Object.fromEntries(headers) };
}

/** Starts a bare server of fixed bytes; returns its address and a function that stops it. */
export async function bareServer({ body, headers }: Answer) {
  const process_ = child('bare-server.ts');
  process_.send({ body: body.toString('base64'), headers });
  const [port] = (await once(process_, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/`, stop: () => process_.disconnect() };
}
