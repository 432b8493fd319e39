import type { OutgoingHttpHeaders } from 'node:http';
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

const get = async (headers: Record<string, string> = {}) =>
  app.visitor().request({ method: 'GET', url: '/api/docs', headers });

/** The content policy but for the document's own inline styles. */
const withoutHashes = (headers: OutgoingHttpHeaders) =>
  String(headers['content-security-policy']).replace(/(style-src 'self')[^;]*/, '$1');

it('/api/docs is a public page, under the rules of all pages', async () => {
  const { statusCode, headers, body } = await get();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  const other = await app.visitor().request({ method: 'GET', url: '/api/categories' });
  expect(withoutHashes(headers)).toBe(withoutHashes(other.headers));
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(body).toContain('<h1 id="start">API</h1>');
});

it('/api/docs answers 304 to a current copy, until the site has another name', async () => {
  const { headers } = await get();
  const headersWithTag = { 'if-none-match': String(headers['etag']) };
  expect((await get(headersWithTag)).statusCode).toBe(304);
  const admin = await app.as(await make.admin());
  await admin.call('PATCH /api/admin/settings', { body: { siteName: 'Our <Hall>' } });
  const renamed = await get(headersWithTag);
  expect(renamed.statusCode).toBe(200);
  expect(renamed.body).toContain('<title>API – Our &lt;Hall&gt;</title>');
});
