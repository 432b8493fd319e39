import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { endpoints, type ApiKey } from '#contract/api.ts';
import { apiDocsPath } from '#contract/platform/paths.ts';
import { enterRole, partsOf } from '#tests/access/fixture.ts';
import type { Row } from '#tests/access/rows.ts';
import { table } from '#tests/access/table.ts';
import { declaredPages } from '#tests/canaries/addresses.ts';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { offenders } from '#tests/support/offenders.ts';
import { productionPages } from '#server/ssr/production.ts';
import { hashSource } from './content-policy.ts';
import { isOpenRead } from './cross-origin.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const hall = 'https://hall.example';
const secure = await startTestApp({ publicOrigin: hall });
const { make } = app;

/** Headers that every answer carries. */
const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': expect.stringContaining('camera=(), '),
  'content-security-policy': expect.stringMatching(
    /^default-src 'none';(?=.*base-uri 'none')(?=.*frame-ancestors 'self')(?=.*form-action )/,
  ),
};

const rows = Object.entries(table) as [ApiKey, Row][];
const shared = new Set<string>(
  endpoints.filter((endpoint) => 'shared' in endpoint).map(({ key }) => key),
);

const reads = rows.filter(([key]) => key.startsWith('GET ') && !key.endsWith('/logout'));
const changes = rows.filter((row) => !reads.includes(row));

const nameOf = ([key]: [ApiKey, Row]) => key;

it.each(['visitor', 'admin'] as const)(
  'the answers to a %s have the security headers',
  async (role) => {
    const fixture = await enterRole(app, role);
    const wrong = await offenders(reads, nameOf, async ([key, { request }]) => {
      const { headers, statusCode } = await fixture.client.send(key, request(fixture));
      expect(headers).toMatchObject(guards);
      const isOpen = endpoints.some((endpoint) => endpoint.key === key && isOpenRead(endpoint));
      expect(headers['access-control-allow-origin']).toBe(isOpen ? '*' : undefined);
      expect(headers).not.toHaveProperty('x-powered-by');
      const alike = role === 'visitor' && shared.has(key) && statusCode === 200;
      const isKept = alike || key === 'GET /api/openapi.json';
      expect(headers['cache-control']).toBe(isKept ? 'no-cache' : 'no-store');
      expect(headers['vary'] ?? '').toContain(alike ? 'Cookie' : '');
    });
    expect(wrong).toEqual([]);
  },
);

it('the answers to changes have the security headers', async () => {
  const whole = await enterRole(app, 'member');
  const wrong = await offenders(changes, nameOf, async ([key, { request }]) => {
    const fixture = await enterRole(app, 'member', 'approved', partsOf(request, whole));
    const { headers } = await fixture.client.send(key, request(fixture));
    expect(headers).toMatchObject({ ...guards, 'cache-control': 'no-store' });
  });
  expect(wrong).toEqual([]);
});

/** Lists a document's inline scripts, styles and style attributes that its content policy refuses. */
function refusedIn({ body, headers }: LightMyRequestResponse): string[] {
  if (!String(headers['content-type']).startsWith('text/html')) return [];
  const policy = String(headers['content-security-policy']);
  const inline = [...body.matchAll(/<(script|style)>(.*?)<\/\1>/gs)]
    .map(([, , text = '']) => text)
    .filter((text) => !policy.includes(hashSource(text)));
  const attributes = [...body.matchAll(/<[^<>]* style="([^"]*)"/g)]
    .map(([, value = '']) => value)
    .filter((value) => !policy.includes(hashSource(value)));
  return [...inline, ...attributes];
}

/** The pages whose addresses need no id, and files beside the pages. */
const addresses = [
  ...declaredPages().filter((path) => !path.includes(':')),
  '/no-such-page',
  '/media/none.webp',
  '/healthz',
  '/readyz',
  apiDocsPath,
  '/robots.txt',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/manifest.webmanifest',
  '/offline',
  '/favicon.svg',
];

const byAddress = (check: (url: string) => unknown) => offenders(addresses, (url) => url, check);

it('pages and the files beside them have the security headers', async () => {
  const wrong = await byAddress(async (url) => {
    const answer = await app.fastify.inject({ url, headers: { host: 'villagehall.test' } });
    expect(answer.headers).toMatchObject(guards);
    expect(answer.headers['cache-control']).toBeDefined();
    expect(refusedIn(answer)).toEqual([]);
  });
  expect(wrong).toEqual([]);
});

it('no cache stores a personal answer', async () => {
  const cookie = `session=${await make.session(await make.user())}`;
  const wrong = await byAddress(async (url) => {
    const answer = await app.fastify.inject({
      url,
      headers: { host: 'villagehall.test', cookie },
    });
    const { headers } = answer;
    expect(refusedIn(answer)).toEqual([]);
    const isForEveryone = url === apiDocsPath || url === '/offline';
    const isPage = String(headers['content-type']).startsWith('text/html') && !isForEveryone;
    expect(headers['cache-control']).toMatch(isPage ? /no-store/ : /./);
    expect(headers['vary'] ?? '').toContain(isPage ? 'Cookie' : '');
  });
  expect(wrong).toEqual([]);
});

it('an answer that nothing has changed has the policy of the page', async () => {
  const policies = async (url: string) => {
    const ask = (headers: object) =>
      app.fastify.inject({ url, headers: { host: 'villagehall.test', ...headers } });
    const first = await ask({});
    const again = await ask({ 'if-none-match': first.headers['etag'] ?? '"none"' });
    return [first, again].map(({ headers }) => headers['content-security-policy']);
  };
  const found = await Promise.all(addresses.map(policies));
  const changed = addresses.filter((_, at) => found[at]?.[0] !== found[at]?.[1]);
  expect(changed).toEqual([]);
});

describe('on HTTPS', () => {
  let signIn: Awaited<ReturnType<typeof secure.fastify.inject>>;
  beforeAll(async () => {
    const { email } = await secure.make.user();
    signIn = await secure.fastify.inject({
      method: 'POST',
      url: '/api/login',
      headers: { origin: hall, 'content-type': 'application/json' },
      payload: JSON.stringify({ email, password }),
    });
  });

  it('a browser stays on HTTPS for a year, on subdomains too', () => {
    expect(signIn.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('every cookie is hidden from scripts, plain HTTP and other hosts', () => {
    expect(signIn.cookies.length).toBeGreaterThan(0);
    for (const cookie of signIn.cookies) {
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Lax' });
      expect(cookie.name).toMatch(/^__(Host|Secure)-/);
      expect(cookie).not.toHaveProperty('domain');
    }
  });

  it('a picture from another site comes by HTTPS, whatever its address says', () => {
    expect(signIn.headers['content-security-policy']).toMatch(
      /;img-src 'self' data: https:;.*;upgrade-insecure-requests$/,
    );
  });
});

describe('the content policy', () => {
  const policyAt = async (url: string) => {
    const answer = await app.fastify.inject({ url, headers: { host: 'villagehall.test' } });
    return { answer, policy: String(answer.headers['content-security-policy']).split(';') };
  };

  it('keeps the pictures of a site on plain HTTP, and takes none of others', async () => {
    const { policy } = await policyAt('/');
    expect(policy).toContain("img-src 'self' data: https:");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('allows no inline style but those that its document has', async () => {
    expect((await policyAt('/api/categories')).policy).toContain("style-src 'self'");
    const { policy } = await policyAt('/');
    expect(policy.find((rule) => rule.startsWith('style-src'))).toMatch(
      /^style-src 'self' 'sha256-[^' ]+'$/,
    );
    expect(policy.join()).not.toMatch(/'unsafe-(inline|eval)'/);
  });

  it('allows the style of the site’s own colour, also to those who come after', async () => {
    const admin = await app.as(await make.admin());
    await admin.call('PATCH /api/admin/settings', { body: { accent: '#2f5d8a' } });
    for (const _ of ['first', 'from the cache']) {
      const { answer } = await policyAt('/groups');
      expect(answer.body).toContain('--color-accent:#2f5d8a');
      expect(refusedIn(answer)).toEqual([]);
    }
    await admin.call('PATCH /api/admin/settings', { body: { accent: '' } });
  });

  it('takes no string for markup or a script’s address', async () => {
    const { policy } = await policyAt('/');
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain('trusted-types entities');
  });
});

describe('GET /api/logout', () => {
  const own = 'http://villagehall.test/events';
  const out = async (headers: Record<string, string>) => {
    const user = await make.user();
    const client = await app.as(user);
    const token = client.session ?? '';
    const answer = await client.request({ method: 'GET', url: '/api/logout', headers });
    expect(answer).toMatchObject({ statusCode: 302, headers: { location: '/' } });
    const after = await app.visitor().withSession(token).call('GET /api/user');
    return after.body.user === undefined;
  };

  it.each([
    ['a link on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a picture on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['a page on a neighbouring host', { 'sec-fetch-site': 'same-site' }],
    ['a browser that looks ahead', { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }],
    ['an older browser that looks ahead', { purpose: 'prefetch' }],
    ['an older browser that looks ahead of a page', { purpose: 'prefetch', referer: own }],
    ['an older Firefox that looks ahead', { 'x-moz': 'prefetch' }],
    ['an older Safari that looks ahead', { 'x-purpose': 'preview' }],
    [
      'a browser that prerenders',
      { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'none' },
    ],
    ['another site, by an older browser', { referer: 'https://evil.example/' }],
  ])('signs nobody out for %s', async (_, headers) => {
    expect(await out(headers)).toBe(false);
  });

  it.each([
    ['a link on our pages', { 'sec-fetch-site': 'same-origin' }],
    ['whoever types the address', { 'sec-fetch-site': 'none' }],
    ['a link on our pages, by an older browser', { referer: own }],
    ['a client that is no browser', {}],
  ])('signs out for %s', async (_, headers) => {
    expect(await out(headers as Record<string, string>)).toBe(true);
  });
});
