import { once } from 'node:events';
import {
  Agent,
  createServer,
  get as ask,
  type RequestListener,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { ResponseCache } from './response-cache.ts';
import { sharedAddresses } from './shared-address.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const open: { close: () => void }[] = [];
afterEach(() => open.splice(0).forEach((server) => server.close()));

/** Starts a server that answers with its number of calls so far. */
async function serve(
  {
    seconds = 60,
    bytes = 1_000_000,
    entries = 100,
    waiting = 100,
    marks = true,
    publicOrigin = '',
  } = {},
  answer: (response: ServerResponse, text: string) => void = (response, text) =>
    void response.end(text),
) {
  const shared = new ResponseCache({
    seconds,
    bytes,
    entries,
    waiting,
    trust: () => false,
    publicOrigin: publicOrigin || undefined,
    addresses: sharedAddresses({ declared: [], ofPages: ['q'], isWorthSharing: () => true }),
  });
  let requestCount = 0;
  const application: RequestListener = (_, response) => {
    requestCount += 1;
    if (shared.turnsAway(response)) return void response.writeHead(503).end();
    if (marks) shared.mark(response);
    answer(response, `answer ${requestCount}`);
  };
  const server = createServer(shared.before(application)).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const get = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: signal ?? null });
  /** Sets the `Host` header, which `fetch` doesn't allow. */
  const by = async (host: string, path: string) => {
    const sent = ask({ port, path, agent, headers: { host } });
    const [received] = (await once(sent, 'response')) as [IncomingMessage];
    return String(await buffer(received));
  };
  return {
    shared,
    get,
    by,
    text: async (...to: Parameters<typeof get>) => (await get(...to)).text(),
  };
}

describe('a shared answer', () => {
  it('is made once for all requests of the address', async () => {
    const { text } = await serve();
    expect([await text('/events'), await text('/events')]).toEqual(['answer 1', 'answer 1']);
    expect(await text('/groups')).toBe('answer 2');
  });

  it('is made once for simultaneous requests', async () => {
    const { promise: whenAsked, resolve: passAnswer } = Promise.withResolvers<() => void>();
    const { text } = await serve({}, (response, body) => passAnswer(() => response.end(body)));
    const all = Promise.all([text('/events'), text('/events'), text('/events')]);
    (await whenAsked)();
    expect(await all).toEqual(['answer 1', 'answer 1', 'answer 1']);
  });

  it('is complete when the application sends it in parts', async () => {
    const { text } = await serve({}, (response, body) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('whole ');
      response.end(body);
    });
    expect(await text('/events')).toBe('whole answer 1');
    expect(await text('/events')).toBe('whole answer 1');
  });

  it('answers 304 to a current copy', async () => {
    const { get } = await serve();
    const etag = (await get('/events')).headers.get('etag') ?? '';
    const again = await get('/events', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('has a request id of its own', async () => {
    const { get } = await serve();
    await get('/events');
    const ids = [await get('/events'), await get('/events')].map((each) =>
      each.headers.get('x-request-id'),
    );
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('the cache stores no answer for', () => {
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

  it('purged answers, and those under way meanwhile', async () => {
    const finishers: (() => void)[] = [];
    const { promise: whenAsked, resolve } = Promise.withResolvers<void>();
    const { shared, text } = await serve({}, (response, body) => {
      finishers.push(() => response.end(body));
      if (finishers.length === 1) resolve();
      else finishers.at(-1)?.();
    });
    const first = text('/events');
    await whenAsked;
    shared.purge();
    finishers[0]?.();
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

describe('the stored answers', () => {
  /** Makes up addresses, each of the longest length. */
  const madeUp = (count: number) =>
    Array.from({ length: count }, (_, number) => `/events?q=${String(number).padEnd(580, 'x')}`);

  it('stay below a total size, with keys and headers, and the newest stays', async () => {
    const bytes = 50_000;
    const { shared, text } = await serve({ bytes, entries: 1_000 }, (response, body) => {
      response.setHeader('x-header', 'h'.repeat(1_000));
      response.end(body);
    });
    const paths = madeUp(200);
    for (const path of paths) await text(path);
    expect(shared.held.bytes).toBeLessThanOrEqual(bytes);
    // The body is ten bytes, so the test weighs everything else.
    expect(shared.held.entries).toBeLessThan(bytes / 1_600);
    expect(shared.held.entries).toBeGreaterThan(5);
    expect(await text(paths.at(-1) ?? '')).toBe('answer 200');
    expect(await text(paths[0] ?? '')).toBe('answer 201');
  });

  it('stay below a number, even for 500 invented addresses', async () => {
    const { shared, by } = await serve({ entries: 50 });
    await Promise.all(madeUp(500).map((path) => by('hall.test', path)));
    expect(shared.held.entries).toBe(50);
  });

  it('expire without another request', async () => {
    const { shared, text } = await serve({ seconds: 0.05 });
    for (const path of madeUp(20)) await text(path);
    await expect.poll(() => shared.held).toEqual({ entries: 0, bytes: 0 });
  });

  it('are shared by all hosts if the origin is configured', async () => {
    const { shared, by } = await serve({ publicOrigin: 'https://hall.test' });
    const hosts = ['hall.test', 'h'.repeat(15_000), 'another.test'];
    for (const host of hosts) expect(await by(host, '/events')).toBe('answer 1');
    expect(shared.held.entries).toBe(1);
    expect(shared.held.bytes).toBeLessThan(3_000);
  });

  it('are separate by host otherwise, and none for an overlong host', async () => {
    const { shared, by } = await serve();
    expect(await by('one.test', '/events')).toBe('answer 1');
    expect(await by('two.test', '/events')).toBe('answer 2');
    expect(await by('one.test', '/events')).toBe('answer 1');
    expect(await by('h'.repeat(15_000), '/events')).toBe('answer 3');
    expect(shared.held.entries).toBe(2);
  });

  it('stay for recently used hosts', async () => {
    const { by } = await serve();
    await by('hall.test', '/events');
    for (let number = 0; number < 20; number += 1) {
      await by(`made-up-${number}.test`, '/events');
      expect(await by('hall.test', '/events')).toBe('answer 1');
    }
    expect(await by('made-up-0.test', '/events')).toBe('answer 22');
  });
});

it('let a number of callers wait, and refuse further ones', async () => {
  const { promise: whenAsked, resolve: passAnswer } = Promise.withResolvers<() => void>();
  const { get } = await serve({ waiting: 3 }, (response, body) =>
    passAnswer(() => response.end(body)),
  );
  const all = Array.from({ length: 8 }, async () => (await get('/events')).status);
  const answer = await whenAsked;
  const firstRefused = await Promise.any(
    all.map(async (each) => ((await each) === 503 ? each : Promise.reject(new Error('answered')))),
  );
  expect(firstRefused).toBe(503);
  const refusedByThen = Promise.all(all);
  answer();
  const statuses = await refusedByThen;
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(statuses).toContain(503);
});

it('let the others continue when the first caller leaves', async () => {
  const { promise: whenAsked, resolve } = Promise.withResolvers<void>();
  let requestCount = 0;
  const { get, text } = await serve({}, (response, body) => {
    requestCount += 1;
    if (requestCount > 1) response.end(body);
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
