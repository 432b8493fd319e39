import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });

const get = (url: string) =>
  app.fastify.inject({ method: 'GET', url, headers: { host: 'hall.test' } });

it('the production server serves the service worker afresh each time, with the files of the door’s page', async () => {
  const { body, headers } = await get('/sw.js');
  expect(headers).toMatchObject({ 'cache-control': 'no-cache' });
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  expect(headers['content-security-policy']).toContain("worker-src 'self'");
  const files = JSON.parse(/doorFiles=(\[.*?\])/.exec(body)?.[1] ?? '[]') as string[];
  const { body: page } = await get('/door');
  const needed = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)];
  expect(needed.length).toBeGreaterThan(3);
  for (const [, file = ''] of needed) expect(files).toContain(file);
  for (const file of files)
    expect({ file, status: (await get(file)).statusCode }).toEqual({ file, status: 200 });
});

it('the production server lets a browser keep a drawn cover for a year, under a name with its hash', async () => {
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
