import { expect, it } from 'vitest';
import { apiDescription } from './queries/description.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const url = '/api/openapi.json';

it('GET /api/openapi.json describes the API identically to any caller', async () => {
  const answer = await app.visitor().request({ method: 'GET', url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.json()).toMatchObject({ openapi: '3.1.1', servers: [{ url: '/' }] });
  const admin = await app.as(await app.make.admin());
  expect((await admin.request({ method: 'GET', url })).body).toBe(answer.body);
});

it('GET /api/openapi.json names its licence and a contact', async () => {
  const info = async () => (await app.visitor().request({ method: 'GET', url })).json().info;
  expect(await info()).toMatchObject({
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Villagehall', email: 'hello@villagehall.example' },
  });
  const admin = await app.as(await app.make.admin());
  await admin.call('PATCH /api/admin/settings', { body: { supportEmail: 'ask@hall.example' } });
  expect(await info()).toMatchObject({ contact: { email: 'ask@hall.example' } });
});

it('GET /api/openapi.json answers 304 to a current copy', async () => {
  const { headers } = await app.visitor().request({ method: 'GET', url });
  const headersWithTag = { 'if-none-match': String(headers['etag']) };
  const again = await app.visitor().request({ method: 'GET', url, headers: headersWithTag });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const changed = { 'if-none-match': '"of-another-version"' };
  expect((await app.visitor().request({ method: 'GET', url, headers: changed })).statusCode).toBe(
    200,
  );
});

it('GET /api/openapi.json gives examples of files that begin as the files do', async () => {
  const answers = apiDescription().paths;
  const admin = await app.as(await app.make.admin());
  const { id } = await app.make.event();
  for (const path of [
    '/api/events/{id}/calendar.ics',
    '/api/events/{id}/door-list.csv',
    '/api/admin/donations.csv',
  ]) {
    const success = answers[path]?.['get']?.responses['200'];
    const [content] = Object.values((success && 'content' in success && success.content) || {});
    const { body } = await admin.request({ method: 'GET', url: path.replace('{id}', String(id)) });
    expect([path, firstLine(content?.example)]).toEqual([path, firstLine(body)]);
  }
});

const firstLine = (text: unknown) => String(text).split('\r\n')[0];
