import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { startTestApp } from '#tests/support/app.ts';
import { projectFile } from '#platform/process/files.ts';
import { productionPages } from '#server/ssr/production.ts';

/** Requests to every address of the server, by route pattern. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const requests: { method: (typeof methods)[number]; url: string }[] = [];
const note = ({ method, url }: RouteOptions) => {
  for (const each of methods)
    if ([method].flat().includes(each)) requests.push({ method: each, url });
};
const watch = (started: unknown) => {
  (started as { fastify: FastifyInstance }).fastify.addHook('onRoute', note);
};
subscribe('fastify.initialization', watch);
const app = await startTestApp(
  { rateLimits: true, readsPerMinute: 1 },
  { pages: await productionPages() },
);
unsubscribe('fastify.initialization', watch);

const fromOutside = { remoteAddress: '203.0.113.9', headers: { host: 'hall.test' } };

/** Makes an address from a pattern. */
const addressOf = (pattern: string) =>
  pattern
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/:\w+/g, '1')
    .replace('*', 'x');

it('every request is counted, on any route, except probes and files of the build', async () => {
  expect((await app.fastify.inject({ url: '/api/categories', ...fromOutside })).statusCode).toBe(
    200,
  );
  const free = new Set<string>();
  for (const { method, url } of requests) {
    const { statusCode } = await app.fastify.inject({
      method,
      url: addressOf(url),
      ...fromOutside,
    });
    if (statusCode !== 429) free.add(url);
  }
  expect(requests.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/*', '/readyz', '/sitemap.xml', '/share/site.png', '/media/:file']),
  );
  // Every declared call is covered, whatever its method.
  const found = requests.map(({ method, url }) => `${method} ${url}`);
  expect(found).toEqual(expect.arrayContaining(endpoints.map(({ key }) => key)));
  expect([...free].filter((url) => !existsSync(projectFile(`dist/client${url}`)))).toEqual([
    '/healthz',
  ]);
});

it('every call except a GET has a rate of its own', () => {
  const changes: readonly Endpoint[] = endpoints.filter(({ key }) => !key.startsWith('GET '));
  expect(changes.filter(({ rate }) => rate === undefined)).toEqual([]);
});

it.each(['/no-such-page', '/sitemap/events-1.xml', '/api/nothing'])(
  'a read of %s is counted',
  async (url) => {
    await app.fastify.inject({ url: '/api/categories', ...fromOutside });
    const { statusCode, headers } = await app.fastify.inject({ url, ...fromOutside });
    expect(statusCode).toBe(429);
    expect(headers['retry-after']).toMatch(/^\d+$/);
    expect(headers).toHaveProperty('content-security-policy');
  },
);

it('a probe on the same network is not counted', async () => {
  for (let probe = 0; probe < 5; probe += 1) {
    const { statusCode } = await app.fastify.inject({ url: '/readyz', remoteAddress: '10.0.0.7' });
    expect(statusCode).toBe(200);
  }
});
