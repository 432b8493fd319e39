import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync } from 'node:fs';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { projectFile } from '../process/files.ts';
import { productionPages } from '../../ssr/production.ts';

/** Every address the server has, by the pattern of its route. */
const asked = ['GET', 'HEAD'] as const;
const reads: { method: (typeof asked)[number]; url: string }[] = [];
const note = ({ method, url }: RouteOptions) => {
  for (const each of asked) if ([method].flat().includes(each)) reads.push({ method: each, url });
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

/** An address of the pattern. */
const addressOf = (pattern: string) =>
  pattern
    .replaceAll(/\([^)]*\)/g, '')
    .replaceAll(/:\w+/g, '1')
    .replace('*', 'x');

it('every read is counted, whichever route it takes, but for life signs and files of the build', async () => {
  expect((await app.fastify.inject({ url: '/api/categories', ...fromOutside })).statusCode).toBe(
    200,
  );
  const free = new Set<string>();
  for (const { method, url } of reads) {
    const { statusCode } = await app.fastify.inject({
      method,
      url: addressOf(url),
      ...fromOutside,
    });
    if (statusCode !== 429) free.add(url);
  }
  expect(reads.map(({ url }) => url)).toEqual(
    expect.arrayContaining(['/*', '/readyz', '/sitemap.xml', '/share/site.png', '/media/:file']),
  );
  expect([...free].filter((url) => !existsSync(projectFile(`dist/client${url}`)))).toEqual([
    '/healthz',
  ]);
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

it('a probe on the same network is not', async () => {
  for (let probe = 0; probe < 5; probe += 1) {
    const { statusCode } = await app.fastify.inject({ url: '/readyz', remoteAddress: '10.0.0.7' });
    expect(statusCode).toBe(200);
  }
});
