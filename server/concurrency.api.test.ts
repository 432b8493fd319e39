import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { password, type Event, type Group } from '#tests/support/factories.ts';
import { raceSeed } from '#tests/support/seed.ts';

const app = await startTestApp();
const { make } = app;

const times = <T>(count: number, each: () => T): T[] => Array.from({ length: count }, () => each());

/** Counts how often each outcome came. */
const tally = (outcomes: unknown[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((outcome) => [
      outcome,
      outcomes.filter((each) => each === outcome).length,
    ]),
  );

/** The counters beside the rows they count. */
async function counts(group: Pick<Group, 'id'>, event: Pick<Event, 'id'>) {
  const { rows } = await app.db.execute<
    Record<'members' | 'memberRows' | 'attendees' | 'attendeeRows', number>
  >(sql`
    SELECT g.member_count AS members, e.attendee_count AS attendees,
      (SELECT count(*)::int FROM memberships m WHERE m.group_id = g.id AND m.status = 'approved') AS "memberRows",
      (SELECT count(*)::int FROM rsvps r WHERE r.event_id = e.id AND r.status = 'going') AS "attendeeRows"
    FROM groups g JOIN events e ON e.id = ${event.id} WHERE g.id = ${group.id}`);
  return rows[0];
}

const organisersOf = async (group: Pick<Group, 'id'>) => {
  const client = await app.as(await make.admin());
  const { body } = await client.call('GET /api/groups/:id/members', { params: { id: group.id } });
  return body.approved.filter(({ isOrganizer }) => isOrganizer).length;
};

describe('at the same moment', () => {
  it('50 RSVPs of one member leave one', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const client = await app.as(await make.member(group));
    const params = { id: event.id };
    const outcomes = await Promise.all(
      times(50, () => client.outcome('POST /api/events/:id/rsvps', { params })),
    );
    expect(tally(outcomes)).toEqual({ 200: 49, 201: 1 });
    expect(await counts(group, event)).toMatchObject({ attendees: 1, attendeeRows: 1 });
  });

  it('50 joins of one member leave one', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const client = await app.as(await make.user());
    const params = { id: group.id };
    const outcomes = await Promise.all(
      times(50, () => client.outcome('POST /api/groups/:id/members', { params })),
    );
    expect(tally(outcomes)).toEqual({ 200: 49, 201: 1 });
    expect(await counts(group, event)).toMatchObject({ members: 2, memberRows: 2 });
  });

  it('registrations of one e-mail address leave one account', async () => {
    const body = {
      firstName: 'Ada',
      email: 'ada@example.com',
      password,
      confirmPassword: password,
    };
    const outcomes = await Promise.all(
      times(8, () => app.visitor().outcome('POST /api/register', { body })),
    );
    expect(tally(outcomes)).toEqual({ 201: 1, conflict: 7 });
    const { rows } = await app.db.execute(
      sql`SELECT id FROM users WHERE email = 'ada@example.com'`,
    );
    expect(rows).toHaveLength(1);
  });

  it("two organisers can't both leave a group without organisers", async () => {
    for (let round = 0; round < 10; round += 1) {
      const group = await make.group();
      const organisers = [await app.as(group.owner), await app.as(await make.organiser(group))];
      const params = { id: group.id };
      const outcomes = await Promise.all(
        organisers.map((client) => client.outcome('DELETE /api/groups/:id/members', { params })),
      );
      expect(tally(outcomes)).toEqual({ 204: 1, conflict: 1 });
      expect(await organisersOf(group)).toBe(1);
    }
  });

  it('leaving during an RSVP leaves no RSVP', async () => {
    for (let round = 0; round < 10; round += 1) {
      const group = await make.group();
      const event = await make.event({ group });
      const client = await app.as(await make.member(group));
      const outcomes = await Promise.all([
        client.outcome('POST /api/events/:id/rsvps', { params: { id: event.id } }),
        client.outcome('DELETE /api/groups/:id/members', { params: { id: group.id } }),
      ]);
      expect([201, 'not_a_member']).toContain(outcomes[0]);
      expect(outcomes[1]).toBe(204);
      expect(await counts(group, event)).toMatchObject({
        attendees: 0,
        attendeeRows: 0,
        members: 1,
      });
    }
  });

  it('a ban and a simultaneous password change leave no session after the ban', async () => {
    const user = await make.user();
    const client = await app.as(user);
    const admin = await app.as(await make.admin());
    const changed = 'Another-secret2';
    const body = { currentPassword: password, password: changed, confirmPassword: changed };
    const input = { params: { id: user.id } };
    const status = 'PATCH /api/admin/users/:id/status';
    const outcomes = await Promise.all([
      client.outcome('POST /api/auth/user/password', { body }),
      admin.outcome(status, { ...input, body: { isActive: false } }),
    ]);
    expect([204, 'suspended', 'sign_in_required']).toContain(outcomes[0]);
    expect(outcomes[1]).toBe(200);
    await admin.call(status, { ...input, body: { isActive: true } });
    expect((await client.call('GET /api/user')).body).toEqual({});
  });

  it('a join request and the end of the account leave no email about a deleted person', async () => {
    const { owner, ...group } = await make.group({ joinPolicy: 'approval' });
    const admin = await app.as(await make.admin());
    for (let round = 0; round < 30; round += 1) {
      const user = await make.user();
      const client = await app.as(user);
      await Promise.all([
        admin.outcome('DELETE /api/admin/users/:id', { params: { id: user.id } }),
        client.outcome('POST /api/groups/:id/members', { params: { id: group.id } }),
      ]);
      const { rows } = await app.db.execute(sql`
        SELECT id FROM outbox WHERE recipient_id = ${owner.id} AND payload ->> 'userId' = ${user.id}`);
      expect(rows).toEqual([]);
    }
  });
});

/** A seeded generator (mulberry32), so that a failure can be reproduced. */
function randomSteps(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

describe('40 people who join, leave, attend and cancel at random', () => {
  const seeds = [1, 2, raceSeed];

  it.each(seeds)(
    'leave counters equal to their rows (seed %i)',
    { timeout: 60_000 },
    async (seed) => {
      const random = randomSteps(seed);
      const group = await make.group();
      const event = await make.event({ group });
      const ofGroup = { params: { id: group.id } };
      const ofEvent = { params: { id: event.id } };
      const steps = [
        (client: Client) => client.outcome('POST /api/groups/:id/members', ofGroup),
        (client: Client) => client.outcome('DELETE /api/groups/:id/members', ofGroup),
        (client: Client) => client.outcome('POST /api/events/:id/rsvps', ofEvent),
        (client: Client) => client.outcome('DELETE /api/events/:id/rsvps', ofEvent),
      ];
      const plans = times(40, () => times(12, () => random(steps.length)));
      const people = await Promise.all(plans.map(async () => app.as(await make.user())));
      const outcomes = await Promise.all(
        people.map(async (client, index) => {
          const seen = [];
          for (const step of plans[index] ?? []) seen.push(await steps[step]?.(client));
          return seen;
        }),
      );
      const expected = new Set<unknown>([200, 201, 204, 'not_a_member']);
      expect(outcomes.flat().filter((outcome) => !expected.has(outcome))).toEqual([]);
      const after = await counts(group, event);
      expect(after?.members).toBe(after?.memberRows);
      expect(after?.attendees).toBe(after?.attendeeRows);
      // Only members of the group attend its events.
      expect(after?.attendeeRows).toBeLessThan(after?.memberRows ?? 0);
    },
  );
});
