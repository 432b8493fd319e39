import { describe, expect, it, test } from 'vitest';
import { endpoints, type ApiKey } from '../contract/api.ts';
import { roles } from '../tests/access/roles.ts';
import { play, type Row } from '../tests/access/scene.ts';
import { table } from '../tests/access/table.ts';
import { startTestApp } from '../tests/support/app.ts';

const app = await startTestApp();

const rows = Object.entries(table) as [ApiKey, Row][];

test('every declared call is in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
});

describe.each(rows)('%s', (key, { request, answers }) => {
  it.each(roles)('answers a %s as the contract says', async (role) => {
    const { client, ...scene } = await play(app, role);
    expect(await client.outcome(key, request(scene))).toBe(answers[role]);
  });
});

const hiddenRows = rows.flatMap(([key, { request, whileHidden }]) =>
  whileHidden ? [{ key, request, answers: whileHidden }] : [],
);

describe.each(['pending_approval', 'rejected'] as const)('in a group that is %s', (status) => {
  describe.each(hiddenRows)('$key', ({ key, request, answers }) => {
    it.each(roles)('answers a %s as the contract says', async (role) => {
      const { client, ...scene } = await play(app, role, status);
      expect(await client.outcome(key, request(scene))).toBe(answers[role]);
    });
  });
});
