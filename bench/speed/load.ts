import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import autocannon, { type Request } from 'autocannon';
import type { BytesWork, LimitWork } from './limit-server.ts';

/** Requests to a server over a number of parallel connections. */
export interface Load {
  url: string;
  requests?: (connection: number) => Request[];
  /** A header set for each connection, by its number from 0. */
  cookie?: (connection: number) => string;
  connections?: number;
  seconds: number;
}

export interface Figures {
  perSecond: number;
  /** In milliseconds. */
  p50: number;
  p99: number;
  /** Answers other than a success, and failed connections. */
  failed: number;
}

export const connections = 32;

/** Loads a server; the first second is not counted. */
export async function load(asked: Load): Promise<Figures> {
  await fire({ ...asked, seconds: 1 });
  const result = await fire(asked);
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

function fire({ url, requests, cookie, seconds, connections: many = connections }: Load) {
  let connection = 0;
  const headers = { 'accept-encoding': 'br' };
  return autocannon({
    url,
    connections: many,
    duration: seconds,
    headers,
    setupClient: (client) => {
      const number = connection;
      connection += 1;
      const own = requests?.(number);
      if (own) client.setRequests(own);
      else if (cookie) client.setHeaders({ ...headers, cookie: cookie(number) });
    },
  });
}

/** Returns the answer as it comes over the wire: fetch would decompress it. */
export async function answerOf(
  url: string,
  { body, ...asked }: { method: string; headers: Record<string, string>; body?: string },
): Promise<BytesWork> {
  const sent = request(url, asked).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const headerNames = ['content-type', 'content-encoding'] as const;
  const headers = headerNames.flatMap((name) => {
    const value = answer.headers[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const bytes = await buffer(answer);
  return {
    kind: 'bytes',
    body: bytes.toString('base64'),
    headers: Object.fromEntries(headers),
  };
}

/** Starts a server that does this work alone; returns its address and a function that stops it. */
export async function startLimit(
  work: LimitWork,
): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const server = fork(fileURLToPath(new URL('limit-server.ts', import.meta.url)));
  server.send(work);
  const died = once(server, 'exit').then(() => {
    throw new Error(`the limit of ${work.kind} could not be started`);
  });
  const [port] = (await Promise.race([once(server, 'message'), died])) as [number];
  const stop = () => {
    const ended = once(server, 'exit');
    server.disconnect();
    return ended;
  };
  return { url: `http://127.0.0.1:${port}/`, stop };
}
