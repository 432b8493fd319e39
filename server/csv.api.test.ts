import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const admin = await app.as(await app.make.admin());

const mark = Buffer.from('\uFEFF');
const begins = (bytes: Uint8Array) => mark.equals(bytes.subarray(0, mark.length));
const marksIn = (bytes: Uint8Array) => Buffer.from(bytes).toString().split('\uFEFF').length - 1;

const csvCalls = (endpoints as readonly Endpoint[]).filter(({ sends }) => sends === 'text/csv');

it.each(csvCalls)('the file of $key begins with one byte order mark', async ({ key }) => {
  const { id } = await app.make.event();
  const url = key.replace('GET ', '').replace(':id', String(id));
  const { statusCode, rawPayload } = await admin.request({ method: 'GET', url });
  expect([statusCode, begins(rawPayload), marksIn(rawPayload)]).toEqual([200, true, 1]);
});

it('each table of the data export begins with a byte order mark, even without a row', async () => {
  const { rawPayload } = await admin.request({ method: 'GET', url: '/api/auth/user/export' });
  const tables = Object.entries(unzipSync(rawPayload)).filter(([name]) => name.endsWith('.csv'));
  expect(tables.length).toBeGreaterThan(40);
  const wrong = tables.filter(([, bytes]) => !begins(bytes) || marksIn(bytes) !== 1);
  expect(wrong.map(([name]) => name)).toEqual([]);
});
