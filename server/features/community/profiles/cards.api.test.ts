import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;

const cardOf = (member: Pick<User, 'id'>) => ({ params: { id: member.id } });
const outcome = async (viewer: Pick<User, 'id'>, member: Pick<User, 'id'>) =>
  (await app.as(viewer)).outcome('GET /api/users/:id/card', cardOf(member));

describe("a member's card", () => {
  it('shows first name, picture, bio, town and shared groups', async () => {
    const [walkers, bakers, elsewhere] = [
      await make.group({ name: 'Walkers' }),
      await make.group({ name: 'Bakers' }),
      await make.group(),
    ];
    const member = await make.member(walkers);
    await make.membership(bakers, member);
    await make.membership(elsewhere, member);
    const viewer = await make.member(walkers);
    await make.membership(bakers, viewer);
    await make.membership(elsewhere, viewer, { status: 'pending' });
    const { body } = await (await app.as(viewer)).call('GET /api/users/:id/card', cardOf(member));
    expect(body).toEqual({
      id: member.id,
      firstName: member.firstName,
      profileImageUrl: null,
      bio: member.bio,
      location: member.location,
      groups: [
        { id: bakers.id, name: 'Bakers' },
        { id: walkers.id, name: 'Walkers' },
      ],
    });
  });

  it('of a pending member is visible to those who answer the request', async () => {
    const group = await make.group();
    const waits = await make.pendingMember(group);
    expect(await outcome(group.owner, waits)).toBe(200);
    expect(await outcome(await make.member(group), waits)).toBe('not_found');
  });

  it('is visible to people who see the member at an event', async () => {
    const member = await make.user();
    const viewer = await make.user();
    await make.rsvp(await make.event(), member);
    expect(await outcome(viewer, member)).toBe(200);
  });

  it('is hidden at an event of an unapproved group, except from its members', async () => {
    const hidden = await make.group({ status: 'pending_approval' });
    const member = await make.pendingMember(hidden);
    await make.rsvp(await make.event({ group: hidden }), member);
    expect(await outcome(await make.user(), member)).toBe('not_found');
    expect(await outcome(await make.member(hidden), member)).toBe(200);
  });

  it('of a banned member is visible to admins only', async () => {
    const group = await make.group();
    const banned = await make.member(group, { isActive: false });
    expect(await outcome(group.owner, banned)).toBe('not_found');
    expect(await outcome(await make.admin(), banned)).toBe(200);
  });
});
