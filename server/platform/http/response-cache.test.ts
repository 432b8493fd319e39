import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';

const open: { close: () => void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** A server whose every answer is the number of the times it was asked. */
async function serve(
  { bytes = 10_000, marks = true } = {},
  answer: (response: ServerResponse, text: string) => void = (response, text) =>
    void response.end(text),
) {
  const shared = new ResponseCache({ seconds: 60, bytes, trust: () => false });
  let asked = 0;
  const application: RequestListener = (_, response) => {
    asked += 1;
    if (marks) shared.mark(response);
    answer(response, `answer ${asked}`);
  };
  const server = createServer(shared.before(application)).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: signal ?? null });
  return { shared, get, text: async (...to: Parameters<typeof get>) => (await get(...to)).text() };
}

describe('a shared answer', () => {
  it('is made once for all who ask for the address', async () => {
    const { text } = await serve();
    expect([await text('/events'), await text('/events')]).toEqual(['answer 1', 'answer 1']);
    expect(await text('/groups')).toBe('answer 2');
  });

  it('is made once for those who ask at the same time', async () => {
    const { promise: whenAsked, resolve: asked } = Promise.withResolvers<() => void>();
    const { text } = await serve({}, (response, body) => asked(() => response.end(body)));
    const all = Promise.all([text('/events'), text('/events'), text('/events')]);
    (await whenAsked)();
    expect(await all).toEqual(['answer 1', 'answer 1', 'answer 1']);
  });

  it('comes whole from an application that sends it in parts', async () => {
    const { text } = await serve({}, (response, body) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('whole ');
      response.end(body);
    });
    expect(await text('/events')).toBe('whole answer 1');
    expect(await text('/events')).toBe('whole answer 1');
  });

  it('is 304 for a browser that has it', async () => {
    const { get } = await serve();
    const etag = (await get('/events')).headers.get('etag') ?? '';
    const again = await get('/events', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('carries a request id of its own', async () => {
    const { get } = await serve();
    await get('/events');
    const ids = [await get('/events'), await get('/events')].map((each) =>
      each.headers.get('x-request-id'),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('is answered afresh', () => {
  it.each([
    ['a request with a cookie', '/events', { cookie: 'session=1' }],
    ['a request that asks with a header of authority', '/events', { authorization: 'Bearer 1' }],
    ['an address with a parameter of no page', '/events?utm_source=mail', {}],
    ['a file', '/favicon.svg', {}],
    ['an address without end', `/events?q=${'x'.repeat(700)}`, {}],
  ])('%s', async (_, path, headers) => {
    const { text } = await serve();
    expect([await text(path, headers), await text(path, headers)]).toEqual([
      'answer 1',
      'answer 2',
    ]);
  });

  it('an answer that the application has not marked', async () => {
    const { text } = await serve({ marks: false });
    expect([await text('/events'), await text('/events')]).toEqual(['answer 1', 'answer 2']);
  });

  it.each([
    ['a refusal', (response: ServerResponse) => void (response.statusCode = 404)],
    [
      'one that sets a cookie',
      (response: ServerResponse) => void response.setHeader('set-cookie', 'a=1'),
    ],
  ])('%s', async (_, spoil) => {
    const { text } = await serve({}, (response, body) => {
      spoil(response);
      response.end(body);
    });
    expect([await text('/events'), await text('/events')]).toEqual(['answer 1', 'answer 2']);
  });

  it('another encoding and another host', async () => {
    const { text } = await serve();
    expect(await text('/events', { 'accept-encoding': 'gzip' })).toBe('answer 1');
    expect(await text('/events', { 'accept-encoding': 'identity' })).toBe('answer 2');
  });

  it('whatever was purged, and what was under way at the time', async () => {
    const asked: (() => void)[] = [];
    const { promise: whenAsked, resolve } = Promise.withResolvers<void>();
    const { shared, text } = await serve({}, (response, body) => {
      asked.push(() => response.end(body));
      if (asked.length === 1) resolve();
      else asked.at(-1)?.();
    });
    const first = text('/events');
    await whenAsked;
    shared.purge();
    asked[0]?.();
    expect(await first).toBe('answer 1');
    expect(await text('/events')).toBe('answer 2');
    expect(await text('/events')).toBe('answer 2');
  });

  it('everything once the server closes', async () => {
    const { shared, text } = await serve();
    await text('/events');
    shared.stop();
    expect(await text('/events')).toBe('answer 2');
  });
});

it('keeps no more than it may weigh, the newest first', async () => {
  const { text } = await serve({ bytes: 20 });
  for (const path of ['/one', '/two', '/three']) await text(path);
  expect(await text('/three')).toBe('answer 3');
  expect(await text('/one')).toBe('answer 4');
});

it('lets the others go on when the one who asked first leaves', async () => {
  const { promise: whenAsked, resolve } = Promise.withResolvers<void>();
  let asked = 0;
  const { get, text } = await serve({}, (response, body) => {
    asked += 1;
    if (asked > 1) response.end(body);
    else resolve();
  });
  const leaving = new AbortController();
  const first = get('/events', {}, leaving.signal).catch(() => 'left');
  await whenAsked;
  const second = text('/events');
  leaving.abort();
  expect(await first).toBe('left');
  expect(await second).toBe('answer 2');
});
