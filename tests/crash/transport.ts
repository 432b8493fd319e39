import type { FastifyInstance } from 'fastify';
import type { Method } from '#contract/platform/endpoint.ts';

export interface Answer {
  status: number;
  body: unknown;
  /** The session cookie, where the answer sets one. */
  cookie: string | undefined;
  /** The path of a list's next page. */
  next: string | undefined;
  /** The answer's Retry-After, in seconds. */
  retryAfter?: string | undefined;
}

export interface Sending {
  cookie?: string | undefined;
  body?: unknown;
}

/** Makes one call, over HTTP or inside the process. */
export type Send = (method: Method, path: string, sending?: Sending) => Promise<Answer>;

/** An answer that is not a success. */
export class RefusedError extends Error {}

export const overHttp =
  (address: string): Send =>
  async (method, path, { cookie, body } = {}) => {
    const response = await fetch(new URL(path, address), {
      method,
      headers: headersOf(address, cookie, body),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const [setCookie] = response.headers.getSetCookie();
    const link = response.headers.get('link') ?? undefined;
    const retryAfter = response.headers.get('retry-after') ?? undefined;
    return { ...answerOf(response.status, await response.text(), { setCookie, link }), retryAfter };
  };

export const inProcess =
  (app: FastifyInstance): Send =>
  async (method, path, { cookie, body } = {}) => {
    const response = await app.inject({
      method,
      url: path,
      headers: { host: 'localhost', ...headersOf('http://localhost', cookie, body) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
    const [setCookie] = [response.headers['set-cookie']].flat();
    const [link] = [response.headers.link].flat();
    return answerOf(response.statusCode, response.body, { setCookie, link });
  };

/** Makes a call that must succeed, and returns its body. */
export async function sendSuccessfully<T>(send: Send, ...call: Parameters<Send>): Promise<T> {
  const answer = await send(...call);
  demandSuccess(call, answer);
  return answer.body as T;
}

/** Reads a whole list, page by page. */
export async function readList<T>(send: Send, path: string, cookie?: string): Promise<T[]> {
  const items: T[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer: Answer = await send('GET', next, { cookie });
    demandSuccess(['GET', next], answer);
    items.push(...(answer.body as T[]));
    next = answer.next;
  }
  return items;
}

/** @throws RefusedError */
export function demandSuccess([method, path]: Parameters<Send>, { status, body }: Answer): void {
  if (status >= 200 && status < 300) return;
  throw new RefusedError(`${method} ${path} was answered ${status} ${JSON.stringify(body)}`);
}

function headersOf(address: string, cookie: string | undefined, body: unknown) {
  return {
    origin: new URL(address).origin,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
}

function answerOf(
  status: number,
  text: string,
  { setCookie, link }: { setCookie: string | undefined; link: string | undefined },
): Answer {
  return {
    status,
    body: text === '' ? undefined : JSON.parse(text),
    cookie: setCookie?.split(';')[0],
    next: link && /^<([^>]+)>; rel="next"/.exec(link)?.[1],
  };
}
