import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import type { Outcome, Role } from '#tests/access/roles.ts';
import { enterRole, partsOf, sharedFixtures, type AccessFixture } from '#tests/access/fixture.ts';
import type { Row } from '#tests/access/rows.ts';
import { table } from '#tests/access/table.ts';
import { startTestApp } from '#tests/support/app.ts';
import { oneIn } from '#tests/support/breadth.ts';
import type { AnyInput } from '#tests/support/client.ts';
import { offenders } from '#tests/support/offenders.ts';

const app = await startTestApp();

const lasting = sharedFixtures(app);

/** Calls that take an id of a person or a subject. */
const rows = (Object.entries(table) as [ApiKey, Row][]).filter(
  ([key]) => key.includes(':') || key === 'POST /api/events',
);

/** The outcome for a stranger if the access table's own request is about the caller's own data. */
const strangersAnswer: Partial<Record<ApiKey, Outcome>> = {
  'DELETE /api/auth/user/sessions/:id': 'not_found',
  'DELETE /api/user/tokens/:id': 'not_found',
  'DELETE /api/user/push-devices/:id': 'not_found',
  'POST /api/user/push-devices/:id/test': 'not_found',
  'PATCH /api/passkeys/:id': 'not_found',
  'DELETE /api/passkeys/:id': 'not_found',
};

/** Everything stored about a fixture, to prove that nothing changed. */
async function snapshotOf({
  group,
  event,
  full,
  other,
  comment,
  person,
}: AccessFixture): Promise<unknown> {
  const people = [group.owner.id, other.id, person?.id ?? ''];
  const { rows: found } = await app.db.execute(sql`
    select jsonb_build_object(
      'group', (select jsonb_agg(g) from groups g where id = ${group.id}),
      'members', (select jsonb_agg(m order by user_id) from memberships m where group_id = ${group.id}),
      'events', (select jsonb_agg(e order by id) from events e where group_id = ${group.id}),
      'series', (select jsonb_agg(s order by id) from series s where group_id = ${group.id}),
      'rsvps', (select jsonb_agg(r order by id) from rsvps r where event_id in (${event.id}, ${full.id})),
      'comments', (select jsonb_agg(c order by id) from comments c where id = ${comment.id}),
      'people', (select jsonb_agg(u order by id) from users u where id in ${people}),
      'passkeys', (select jsonb_agg(p order by id) from passkeys p where user_id in ${people}),
      'tokens', (select jsonb_agg(t order by id) from access_tokens t where user_id in ${people}),
      'devices', (select jsonb_agg(d order by id) from push_devices d where user_id in ${people}),
      'sessions', (select jsonb_agg(s order by id) from sessions s where user_id in ${people})
    ) as kept`);
  return found[0];
}

/** The everyday run tries the most powerful role. */
const strangers = oneIn<Role>(3, ['owner', 'organiser', 'member']);

const nameOf = ([key]: [ApiKey, Row]) => key;

describe.each(strangers)('the ids of another group, its event and people, sent by a %s', (role) => {
  it.each(['approved', 'pending_approval'] as const)(
    'do no more than an outsider’s while it is %s',
    async (status) => {
      const wrong = await offenders(rows, nameOf, async ([key, row]) => {
        const answers = status === 'approved' ? row.answers : (row.whileHidden ?? row.answers);
        const expected = strangersAnswer[key] ?? answers.outsider;
        const isRefused = typeof expected !== 'number';
        const shared = await lasting('member', status, 'theirs');
        const stranger = await (isRefused
          ? lasting(role, 'approved')
          : enterRole(app, role, 'approved', new Set()));
        const theirs = isRefused
          ? shared
          : await enterRole(app, 'member', status, partsOf(row.request, shared));
        const before = isRefused && (await snapshotOf(theirs));
        expect(await stranger.client.outcome(key, row.request(theirs))).toBe(expected);
        const after = isRefused && (await snapshotOf(theirs));
        expect(isDeepStrictEqual(after, before)).toBe(true);
      });
      expect(wrong).toEqual([]);
    },
  );
});

/**
 * Builds the request for the caller's own group, with the last id in its address or body taken from
 * another group.
 */
function mixed(own: AnyInput, foreign: AnyInput): AnyInput {
  const [last] = Object.keys(own.params ?? {}).slice(1);
  return {
    ...own,
    params: { ...own.params, ...(last && { [last]: foreign.params?.[last] }) },
    body: last ? own.body : foreign.body,
  };
}

/** The kind of a reported subject is no id, and compliance documents belong to the site. */
const paired = rows.filter(
  ([key]) =>
    ((key.match(/:(?!type)/g) ?? []).length === 2 && !key.includes('/papers/')) ||
    key === 'PUT /api/groups/:id/owner',
);

describe("an organiser with another group's ids under their own group", () => {
  it('can try it with eleven calls', () => {
    expect(paired.map(([key]) => key)).toHaveLength(11);
  });

  it('finds nothing, and changes nothing', async () => {
    const wrong = await offenders(paired, nameOf, async ([key, row]) => {
      const own = await enterRole(app, 'owner');
      const theirs = await enterRole(app, 'member');
      const before = await snapshotOf(theirs);
      const input = mixed(row.request(own), row.request(theirs));
      expect(await own.client.outcome(key, input)).toBe('not_found');
      expect(await snapshotOf(theirs)).toEqual(before);
    });
    expect(wrong).toEqual([]);
  });
});

describe('an event', () => {
  it('stays in its group whatever group an edit names', async () => {
    const own = await enterRole(app, 'owner');
    const theirs = await enterRole(app, 'member');
    const input = { params: { id: own.event.id }, body: { groupId: theirs.group.id } };
    await own.client.outcome('PATCH /api/events/:id', input);
    const { body } = await own.client.call('GET /api/events/:id', { params: input.params });
    expect(body.groupId).toBe(own.group.id);
  });
});
