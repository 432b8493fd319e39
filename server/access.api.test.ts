import { describe, expect, it, test } from 'vitest';
import { endpoints, type ApiKey } from '#contract/api.ts';
import { roles, type Answers, type Role } from '#tests/access/roles.ts';
import { enterRole, partsOf, sharedFixtures } from '#tests/access/fixture.ts';
import type { Row } from '#tests/access/rows.ts';
import { table } from '#tests/access/table.ts';
import { startTestApp } from '#tests/support/app.ts';
import { oneIn } from '#tests/support/breadth.ts';

const app = await startTestApp();

const rows = Object.entries(table) as [ApiKey, Row][];

interface Case extends Pick<Row, 'request'> {
  key: ApiKey;
  role: Role;
  expected: Answers[Role];
}

/**
 * One code path decides permissions on both databases. One allowed case per call runs on both, to
 * show that the call works.
 */
const tried = (cases: Case[]) =>
  app.engine === 'postgres'
    ? cases
    : cases.filter(({ expected }) => typeof expected === 'number').slice(-1);

const casesOf = (key: ApiKey, { request }: Row, answers: Answers): Case[] =>
  roles.map((role) => ({ key, role, request, expected: answers[role] }));

test('the table lists every declared call', () => {
  expect(Object.keys(table).toSorted()).toEqual(endpoints.map(({ key }) => key).toSorted());
});

const cases = rows.flatMap(([key, row]) => tried(casesOf(key, row, row.answers)));

/** Reads and refused calls change nothing, so the next case of that role reuses the fixture. */
const changesNothing = ({ key, expected }: Case) =>
  typeof expected !== 'number' || (key.startsWith('GET ') && key !== 'GET /api/logout');

const lasting = sharedFixtures(app);

async function outcomeOf(each: Case, status: 'approved' | 'pending_approval' | 'rejected') {
  const shared = await lasting(each.role, status);
  const fixture = changesNothing(each)
    ? shared
    : await enterRole(app, each.role, status, partsOf(each.request, shared));
  return fixture.client.outcome(each.key, each.request(fixture));
}

it.each(cases)('$key answers a $role with $expected', async (each) => {
  expect(await outcomeOf(each, 'approved')).toBe(each.expected);
});

const whileHidden = rows.flatMap(([key, row]) =>
  row.whileHidden ? casesOf(key, row, row.whileHidden) : [],
);

describe.each(oneIn(2, ['pending_approval', 'rejected'] as const))(
  'in a group that is %s',
  (status) => {
    it.each(whileHidden)('$key answers a $role with $expected', async (each) => {
      expect(await outcomeOf(each, status)).toBe(each.expected);
    });
  },
);
