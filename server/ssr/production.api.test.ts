import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });

const get = (url: string) =>
  app.fastify.inject({ method: 'GET', url, headers: { host: 'hall.test' } });

it('lets a browser keep a drawn cover for a year, under a name with its hash', async () => {
  const { id } = await app.make.group({ imageUrl: null });
  const { body } = await get(`/groups/${id}`);
  const [, cover = ''] = /src="([^"]*\/\d+-\d\.svg)"/.exec(body) ?? [];
  expect(cover).toMatch(/^\/assets\/covers-[\da-f]{8}\//);
  const { statusCode, headers } = await get(cover);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
  });
});
