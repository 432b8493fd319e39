import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();

const paramsOf = ({ id }: { id: number }) => ({ params: { id } });
const memberCount = async (group: Pick<Group, 'id'>) =>
  (await (await app.as(await make.admin())).call('GET /api/groups/:id', paramsOf(group))).body
    .memberCount;
const membership = async (group: Pick<Group, 'id'>, person: Pick<User, 'id'>) =>
  (await (await app.as(person)).call('GET /api/groups/:id', paramsOf(group))).body.membership;

describe('joining', () => {
  it.each([
    ['open', 'approved', 2],
    ['approval', 'pending', 1],
  ] as const)('a group that is %s makes the caller %s, once', async (joinPolicy, status, count) => {
    const [group, person] = [await make.group({ joinPolicy }), await make.user()];
    const client = await app.as(person);
    for (const code of [201, 200]) {
      const answer = await client.call('POST /api/groups/:id/members', paramsOf(group));
      expect([answer.status, answer.body]).toEqual([code, { status }]);
      const own = { status, isOrganizer: false, muted: false };
      expect(await membership(group, person)).toEqual(own);
      expect(await memberCount(group)).toBe(count);
    }
  });

  it('again does not admit a pending member', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const person = await make.pendingMember(group);
    await app.db.$client.query(`UPDATE groups SET join_policy = 'open' WHERE id = $1`, [group.id]);
    const client = await app.as(person);
    const { body } = await client.call('POST /api/groups/:id/members', paramsOf(group));
    expect(body).toEqual({ status: 'pending' });
  });
});

describe('leaving', () => {
  const leave = async (group: Pick<Group, 'id'>, person: Pick<User, 'id'>) =>
    (await app.as(person)).outcome('DELETE /api/groups/:id/members', paramsOf(group));

  it.each(['member', 'pendingMember'] as const)('is open to a %s, and counts', async (role) => {
    const group = await make.group();
    const person = await make[role](group);
    expect(await leave(group, person)).toBe(204);
    expect(await membership(group, person)).toBeNull();
    expect(await memberCount(group)).toBe(1);
    expect(await leave(group, person)).toBe(204);
    expect(await memberCount(group)).toBe(1);
  });

  it('is allowed for an organiser while there is another', async () => {
    const group = await make.group();
    const other = await make.organiser(group);
    expect(await leave(group, group.owner)).toBe(204);
    expect(await leave(group, other)).toBe('conflict');
  });

  it('ends RSVPs to events not yet over, and keeps others and those of other people', async () => {
    const group = await make.group();
    const [person, other] = [await make.member(group), await make.member(group)];
    const [past, elsewhere, common] = [
      await make.pastEvent({ group }),
      await make.event(),
      await make.event({ group }),
    ];
    const ongoing = await make.event({ group, startTime: app.clock.inHours(-1) });
    for (const event of [past, elsewhere, common, ongoing]) await make.rsvp(event, person);
    await make.rsvp(common, other);
    await leave(group, person);
    const mine = (await (await app.as(person)).call('GET /api/user/event-rsvps')).body;
    expect(mine).toEqual([past.id, elsewhere.id]);
    expect((await visitor.call('GET /api/events/:id', paramsOf(common))).body.attendeeCount).toBe(
      1,
    );
  });
});

describe('the list of members', () => {
  const members = async (group: Pick<Group, 'id'>, person?: Pick<User, 'id'>) =>
    (
      await (person ? await app.as(person) : visitor).call(
        'GET /api/groups/:id/members',
        paramsOf(group),
      )
    ).body;

  it('shows visitors the number of members, and no names', async () => {
    const group = await make.group();
    const member = await make.member(group);
    await make.pendingMember(group);
    expect(await members(group)).toEqual({
      approved: [
        { userId: expect.any(String), status: 'approved', isOrganizer: true },
        { userId: expect.any(String), status: 'approved', isOrganizer: false },
      ],
      pending: [],
    });
    const listed = JSON.stringify(await members(group));
    expect([group.owner.id, member.id].filter((id) => listed.includes(id))).toEqual([]);
  });

  it('shows names and pictures to signed-in callers', async () => {
    const group = await make.group();
    const member = await make.member(group, { profileImageUrl: 'https://example.com/a.jpg' });
    const { approved } = await members(group, await make.user());
    expect(approved).toContainEqual({
      userId: member.id,
      status: 'approved',
      isOrganizer: false,
      firstName: member.firstName,
      profileImageUrl: 'https://example.com/a.jpg',
    });
  });

  it('has organisers first, then by date of joining', async () => {
    const group = await make.group();
    const member = await make.member(group);
    const organiser = await make.organiser(group);
    const ids = (await members(group, member)).approved.map(({ userId }) => userId);
    expect(ids.slice(0, 2).toSorted()).toEqual([group.owner.id, organiser.id].toSorted());
    expect(ids[2]).toBe(member.id);
  });

  it('offers actions about each member to organisers only', async () => {
    const group = await make.group();
    const member = await make.member(group);
    const offers = async (person: Pick<User, 'id'>) =>
      (await members(group, person)).approved.map(({ can }) => can);
    const nothing = {
      makeOrganizer: false,
      removeOrganizer: false,
      handOver: false,
      remove: false,
    };
    const aboutMember = { ...nothing, makeOrganizer: true, handOver: true, remove: true };
    expect(await offers(group.owner)).toEqual([nothing, aboutMember]);
    expect(await offers(await make.admin())).toEqual([nothing, aboutMember]);
    expect(await offers(member)).toEqual([undefined, undefined]);
  });

  it('shows pending members, and since when, to organisers, admins and themselves', async () => {
    const group = await make.group();
    const [first, second] = [await make.pendingMember(group), await make.pendingMember(group)];
    const waiting = async (person: Pick<User, 'id'>) =>
      (await members(group, person)).pending.map(({ userId }) => userId).toSorted();
    const both = [first.id, second.id].toSorted();
    expect(await waiting(group.owner)).toEqual(both);
    expect(await waiting(await make.admin())).toEqual(both);
    expect(await waiting(first)).toEqual([first.id]);
    expect(await waiting(await make.member(group))).toEqual([]);
    expect(await waiting(await make.user())).toEqual([]);
    const { approved, pending } = await members(group, group.owner);
    expect(pending[0]?.requestedAt).toBe(app.clock.read().toISOString());
    expect(approved[0]).not.toHaveProperty('requestedAt');
  });
});
