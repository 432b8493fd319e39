import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { enterRole } from '#tests/access/fixture.ts';
import { table } from '#tests/access/table.ts';
import { declaredPages } from '#tests/canaries/addresses.ts';
import { startTestApp } from '#tests/support/app.ts';
import { offenders } from '#tests/support/offenders.ts';
import { urlOf } from '#web/platform/data/api.ts';
import { productionPages } from '#server/ssr/production.ts';

const pages = await productionPages();
/** Without a configured origin and behind a trusted proxy, most answers depend on headers. */
const app = await startTestApp({ trustProxy: 1 }, { pages, sharedSeconds: 600 });

/**
 * Claims that a caller may make about themselves or their route, and that must not reach anyone
 * else's answer.
 */
const claims = {
  'x-forwarded-host': 'evil.example',
  'x-forwarded-server': 'evil.example',
  'x-forwarded-prefix': '/evil.example',
  'x-forwarded-port': '666',
  'x-forwarded-for': '203.0.113.66',
  'x-original-host': 'evil.example',
  'x-original-url': '/evil.example',
  'x-rewrite-url': '/evil.example',
  'x-host': 'evil.example',
  'x-http-method-override': 'DELETE',
  'x-real-ip': '203.0.113.66',
  forwarded: 'for=203.0.113.66;host=evil.example;proto=https',
  via: '1.1 evil.example',
  from: 'a@evil.example',
  referer: 'https://evil.example/',
  origin: 'https://evil.example',
  accept: 'text/evil.example',
  'accept-language': 'cy',
  'user-agent': 'evil.example',
  'save-data': 'on',
  'sec-fetch-site': 'cross-site',
  'sec-purpose': 'prefetch',
  'sec-ch-prefers-color-scheme': 'dark',
  dnt: '1',
};

const read = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.fastify.inject({
    url,
    headers: { host: 'villagehall.test', ...headers },
  });
  const { 'x-request-id': _, date: __, ...rest } = answer.headers;
  // Pages contain the time they were rendered, in milliseconds.
  const body = answer.body.replaceAll(/\b\d{13}\b/g, 'now');
  return { status: answer.statusCode, headers: rest, body };
};

const beside = [
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/manifest.webmanifest',
  '/offline',
  '/embed/events',
];
const addresses = [...declaredPages().filter((path) => !path.includes(':')), ...beside];

describe('a shared answer', () => {
  const shared = endpoints.filter((endpoint) => 'shared' in endpoint).map(({ key }) => key);

  it('is the same for every caller', async () => {
    const fixture = await enterRole(app, 'visitor');
    const calls = shared.map((key) => urlOf(key, table[key].request(fixture)));
    const urls = [...addresses, '/share/events/1/qr.svg', ...calls];
    const wrong = await offenders(urls, String, async (url) => {
      const claimed = await read(url, claims);
      expect(claimed).toEqual(await read(url));
      expect(JSON.stringify(claimed)).not.toMatch(/evil|203\.0\.113/);
    });
    expect(wrong).toEqual([]);
  });

  it('names the scheme from a trusted proxy, for callers of that scheme', async () => {
    const forwarded = await read('/', { 'x-forwarded-proto': 'https' });
    expect(forwarded.body).toContain('<link rel="canonical" href="https://villagehall.test/">');
    expect((await read('/')).body).toContain('href="http://villagehall.test/"');
    expect((await read('/', { 'x-forwarded-proto': 'evil' })).body).not.toContain('evil');
  });
});

describe('a cached answer', () => {
  let site = '';
  beforeAll(async () => {
    await app.fastify.listen({ host: '127.0.0.1', port: 0 });
    site = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  });
  const page = async (path: string, headers: Record<string, string>) =>
    (await fetch(site + path, { headers })).text();
  /** Requests the uncompressed body. */
  const plainly = async (path: string, headers: Record<string, string>) => {
    const outgoing = request(site + path, { headers }).end();
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { headers: answer.headers, body: await buffer(answer) };
  };
  const sent = async (text: string) => {
    const socket = connect(Number(new URL(site).port), '127.0.0.1');
    socket.write(text);
    return { body: (await buffer(socket)).toString() };
  };

  it('is never created by a caller with a forged host', async () => {
    expect(await page('/about', claims)).not.toContain('evil.example');
    const cachedPage = await page('/about', {});
    expect(cachedPage).toContain(site);
    expect(cachedPage).not.toContain('evil.example');
  });

  it('is separate for each scheme', async () => {
    const secure = site.replace('http:', 'https:');
    expect(await page('/terms', { 'x-forwarded-proto': 'https' })).toContain(secure);
    const cachedPage = await page('/terms', {});
    expect(cachedPage).toContain(site);
    expect(cachedPage).not.toContain(secure);
  });

  it.each(['gzip, br ;q=0', 'gzip, br;q=0.0', 'br;q=0.1, gzip', 'gzip;q=1, br;q=0.5', '*'])(
    "is never compressed beyond a caller's abilities: %s, and then br or nothing",
    async (first) => {
      const path = `/events?q=${encodeURIComponent(first)}`;
      await page(path, { 'accept-encoding': first });
      for (const encoding of ['br', 'identity']) {
        const { headers, body } = await plainly(path, { 'accept-encoding': encoding });
        expect(headers['content-encoding']).toBe(encoding === 'br' ? 'br' : undefined);
        const html = encoding === 'br' ? brotliDecompressSync(body) : body;
        expect(html.toString()).toContain('<!doctype html>');
      }
    },
  );

  it('is never that of an invalid host', async () => {
    await plainly('/cookies', { host: 'undefined' });
    const { body } = await sent(`GET /cookies HTTP/1.0\r\n\r\n`);
    expect(body).toContain('http://localhost/cookies');
  });
});
