import { second } from '#contract/platform/durations.ts';
import { urlOf } from '#web/platform/data/api.ts';
import type { DoorAnswer, DoorTransport } from './door-client.ts';

/** A wall may swallow an answer; the next attempt may get through. */
const timeoutMs = 20 * second;

/**
 * Calls the site for an organiser by their session, or for a helper by their link's token.
 * @param eventIdOf undefined while the phone doesn't know it
 */
export function httpTransport(
  eventIdOf: () => number | undefined,
  token: string | undefined,
): DoorTransport {
  async function send(
    key: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<DoorAnswer> {
    const id = eventIdOf();
    if (id === undefined) return { status: 0 };
    try {
      const response = await fetch(urlOf(key, { params: { id } }), {
        method: key.split(' ')[0] ?? 'GET',
        credentials: token === undefined ? 'same-origin' : 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, ...(token !== undefined && { authorization: `Door ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return await answerOf(response);
    } catch {
      return { status: 0 };
    }
  }
  return {
    read: (etag) => send('GET /api/events/:id/door', etag ? { 'if-none-match': etag } : {}),
    send: (body) =>
      send('PUT /api/events/:id/arrivals', { 'content-type': 'application/json' }, body),
  };
}

async function answerOf(response: Response): Promise<DoorAnswer> {
  const retryAfter = Number(response.headers.get('retry-after') ?? 0);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    ...(retryAfter > 0 && { retryAfter }),
    ...(isJson && { body: (await response.json()) as unknown }),
  };
}
