import fc from 'fast-check';
import { expect, it } from 'vitest';
import { endpoints, type ApiKey } from '#contract/api.ts';
import type { Endpoint, Method } from '#contract/platform/endpoint.ts';
import { callers } from '#tests/fuzz/requests.ts';
import { validValues } from '#tests/fuzz/schemas.ts';
import { knownIdsOf, makeWorld, resolveReferences } from '#tests/fuzz/world.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();

/** NUL and half a surrogate pair: PostgreSQL keeps neither, in text or in JSON. */
const unstorable = '\0\ud800';

/** Lists copies of a value, each with the characters at the end of another of its texts. */
function spoiledCopies(value: unknown): unknown[] {
  if (typeof value === 'string') return [`${value}${unstorable}`];
  if (Array.isArray(value)) {
    return value.flatMap((each, index) =>
      spoiledCopies(each).map((spoiled) => value.with(index, spoiled)),
    );
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    spoiledCopies(each).map((spoiled) => ({ ...value, [name]: spoiled })),
  );
}

const calls: readonly (Endpoint & { key: ApiKey })[] = endpoints;
const withBody = calls.flatMap(({ key, body, params, takes }) =>
  body && takes !== 'picture' ? [{ key, body, params }] : [],
);

it('NUL or half a surrogate pair in any text of any call is no error of the server', async () => {
  let world = await makeWorld(app);
  let sent = 0;
  const failed: string[] = [];
  for (const { key, body, params } of withBody) {
    const known = knownIdsOf(key);
    const [sample] = fc.sample(validValues(body, known), { numRuns: 1, seed: 7 });
    const [ids] = params ? fc.sample(validValues(params, known), { numRuns: 1, seed: 7 }) : [{}];
    for (const spoiled of spoiledCopies(sample)) {
      if (sent % 60 === 59) world = await makeWorld(app);
      sent += 1;
      const response = await world.clients[callers[sent % 2 === 0 ? 3 : 4]].request({
        method: key.split(' ')[0] as Method,
        url: resolveReferences(pathOf(key, ids), world),
        headers: { 'content-type': 'application/json' },
        payload: resolveReferences(JSON.stringify(spoiled), world),
      });
      if (response.statusCode === 500) failed.push(`${key} ${JSON.stringify(spoiled)}`);
    }
  }
  expect(sent).toBeGreaterThan(200);
  expect(failed).toEqual([]);
}, 120_000);

const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());

const pathOf = (key: ApiKey, ids: unknown) =>
  (key.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encoded((ids as Record<string, unknown>)[name]),
  );

it.each([
  '/api/users/%00',
  '/api/events/%00',
  '/api/events?q=%00',
  '/api/events?near=%00&location=a%00b',
  '/api/groups?q=a%00b&near=%00',
  '/api/admin/users?q=%00',
  '/api/locations?query=%00',
  '/media/%00.webp',
  '/events/%00',
])('%s is no error of the server', async (url) => {
  const client = await app.as(await app.make.admin());
  const cookie = { cookie: 'sign-in=%00; device=%00; session=%00' };
  for (const headers of [{}, cookie, { 'idempotency-key': 'a\u0080b' }]) {
    const { statusCode } = await client.request({ method: 'GET', url, headers });
    expect(statusCode).toBeLessThan(500);
  }
});

it('a text that no edge has cleaned is refused by the connection', async () => {
  const { db } = app;
  const parameters = ['\0', 'half \ud800'];
  for (const parameter of parameters) {
    await expect(db.$client.query('select $1::text', [parameter])).rejects.toMatchObject({
      code: '22021',
    });
  }
  expect((await db.$client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
