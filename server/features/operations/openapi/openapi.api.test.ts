import { expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const url = '/api/openapi.json';

it('describes the API to anyone, the same to all', async () => {
  const answer = await app.visitor().request({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/' }] });
  const admin = await app.as(await app.make.admin());
  expect((await admin.request({ method: 'GET', url })).body).toBe(answer.body);
});

it('is not sent again to who has it', async () => {
  const { headers } = await app.visitor().request({ method: 'GET', url });
  const known = { 'if-none-match': String(headers['etag']) };
  const again = await app.visitor().request({ method: 'GET', url, headers: known });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const changed = { 'if-none-match': '"of-another-version"' };
  expect((await app.visitor().request({ method: 'GET', url, headers: changed })).statusCode).toBe(
    200,
  );
});
