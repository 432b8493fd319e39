import { describe, expect, it, test } from 'vitest';
import { endpoints, type ApiKey } from '../contract/api.ts';
import { accounts } from '../tests/access/accounts.ts';
import { admin } from '../tests/access/admin.ts';
import { analytics } from '../tests/access/analytics.ts';
import { audit } from '../tests/access/audit.ts';
import { comments } from '../tests/access/comments.ts';
import { donations } from '../tests/access/donations.ts';
import { events } from '../tests/access/events.ts';
import { groups } from '../tests/access/groups.ts';
import { identity } from '../tests/access/identity.ts';
import { mail } from '../tests/access/mail.ts';
import { membership } from '../tests/access/membership.ts';
import { roles } from '../tests/access/roles.ts';
import { rsvps } from '../tests/access/rsvps.ts';
import { play, type Row } from '../tests/access/scene.ts';
import { settings } from '../tests/access/settings.ts';
import { site } from '../tests/access/site.ts';
import { startTestApp } from '../tests/support/app.ts';

const app = await startTestApp();

const table: Record<ApiKey, Row> = {
  ...accounts,
  ...admin,
  ...analytics,
  ...audit,
  ...comments,
  ...donations,
  ...events,
  ...groups,
  ...identity,
  ...mail,
  ...membership,
  ...rsvps,
  ...settings,
  ...site,
};

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
