import { describe, expect, it, test } from 'vitest';
import { endpoints, type ApiKey } from '../contract/api.ts';
import { roles, type Answers } from '../tests/access/roles.ts';
import { play, type Row } from '../tests/access/scene.ts';
import { table } from '../tests/access/table.ts';
import { startTestApp } from '../tests/support/app.ts';

const app = await startTestApp();

const rows = Object.entries(table) as [ApiKey, Row][];

/** Who is refused is refused by the same code on either database: one of them does. What succeeds is tried on both. */
const isTried = ({ expected }: { expected: Answers[keyof Answers] }) =>
  app.engine === 'postgres' || typeof expected === 'number';

const casesOf = (key: ApiKey, { request }: Row, answers: Answers) =>
  roles.map((role) => ({ key, role, request, expected: answers[role] })).filter(isTried);

test('every declared call is in the table', () => {
  expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
});

const cases = rows.flatMap(([key, row]) => casesOf(key, row, row.answers));

it.each(cases)('$key answers a $role by $expected', async ({ key, role, request, expected }) => {
  const { client, ...scene } = await play(app, role);
  expect(await client.outcome(key, request(scene))).toBe(expected);
});

const whileHidden = rows.flatMap(([key, row]) =>
  row.whileHidden ? casesOf(key, row, row.whileHidden) : [],
);

describe.each(['pending_approval', 'rejected'] as const)('in a group that is %s', (status) => {
  it.each(whileHidden)('$key answers a $role by $expected', async (each) => {
    const { client, ...scene } = await play(app, each.role, status);
    expect(await client.outcome(each.key, each.request(scene))).toBe(each.expected);
  });
});
