import { describe, expect, it } from 'vitest';
import { groupTypes } from '#contract/community/groups.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();

const form = {
  name: 'Derwent Swimmers',
  description: 'Cold water at dawn, hot porridge afterwards.',
  groupType: 'healthWellness',
  chargeForEvents: 'free',
  imageUrl: '',
} as const;

const setStatus = (group: Pick<Group, 'id'>, status: Group['status']) =>
  app.db.$client.query('UPDATE groups SET status = $2 WHERE id = $1', [group.id, status]);

describe('a group', () => {
  it('is visible to everyone once approved', async () => {
    const group = await make.group();
    const { body } = await visitor.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(body).toEqual({
      id: group.id,
      name: group.name,
      description: group.description,
      categoryId: 2,
      category: { id: 2, name: 'Outdoors & Adventure' },
      groupType: 'outdoorsAdventure',
      chargeForEvents: 'free',
      imageUrl: null,
      status: 'approved',
      joinPolicy: 'open',
      createdById: expect.stringMatching(/^[\w-]{22}$/),
      location: 'Keswick',
      memberCount: 1,
      createdAt: '2026-06-10T12:00:00.000Z',
      joinState: 'sign_in',
      contactEnabled: true,
      audience: 'all',
      attendeeNames: 'signed_in',
      asksEverybody: false,
      defaultOpenTo: 'members',
      defaultPlacePublic: false,
      can: {
        join: false,
        leave: false,
        createEvent: false,
        edit: false,
        submit: false,
        review: false,
        manageMembers: false,
        handOver: false,
        message: false,
        contact: false,
      },
    });
  });

  it('offers its only organiser no way to leave', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const leave = async () =>
      (await owner.call('GET /api/groups/:id', { params: { id: group.id } })).body.can.leave;
    expect(await leave()).toBe(false);
    await make.organiser(group);
    expect(await leave()).toBe(true);
  });

  it('shows its editors whether an admin reviews their edit, and nobody else', async () => {
    const group = await make.group();
    const reviewedOnEdit = async (person: Pick<User, 'id'>) =>
      (await (await app.as(person)).call('GET /api/groups/:id', { params: { id: group.id } })).body
        .reviewedOnEdit;
    expect(await reviewedOnEdit(group.owner)).toBe(true);
    expect(await reviewedOnEdit(await make.admin())).toBe(false);
    expect(await reviewedOnEdit(await make.organiser(group))).toBeUndefined();
  });

  it.each(['abc', '0', '2147483648', '2147483647'])('of the id %s is not found', async (id) => {
    expect(await visitor.refusal('GET /api/groups/:id', { params: { id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('starting a group', () => {
  it("awaits approval, in its creator's town", async () => {
    const owner = await make.user({ location: 'Kendal, United Kingdom' });
    const { status, body } = await (await app.as(owner)).call('POST /api/groups', { body: form });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Derwent Swimmers',
      status: 'pending_approval',
      joinPolicy: 'open',
      imageUrl: null,
      location: 'Kendal',
      createdById: owner.id,
    });
  });

  it('can have another town', async () => {
    const client = await app.as(await make.user({ location: 'Kendal, United Kingdom' }));
    const named = { ...form, location: '  Ambleside ' };
    expect((await client.call('POST /api/groups', { body: named })).body.location).toBe(
      'Ambleside',
    );
    const blank = { ...form, location: ' ' };
    expect((await client.call('POST /api/groups', { body: blank })).body.location).toBe('Kendal');
  });

  it.each(['approved', 'rejected', 'pending_approval', 'nonsense'])(
    'awaits approval even when %s is sent',
    async (status) => {
      const client = await app.as(await make.user());
      const body = { ...form, status };
      expect((await client.call('POST /api/groups', { body })).body.status).toBe(
        'pending_approval',
      );
    },
  );

  it('makes its creator the first member and organiser', async () => {
    const owner = await make.user();
    const client = await app.as(owner);
    const { body } = await client.call('POST /api/groups', { body: form });
    expect(body).toMatchObject({
      memberCount: 1,
      membership: { status: 'approved', isOrganizer: true },
    });
    const members = await client.call('GET /api/groups/:id/members', { params: { id: body.id } });
    expect(members.body.approved).toMatchObject([{ userId: owner.id, isOrganizer: true }]);
  });

  it.each(groupTypes.map((groupType, index) => [groupType, index + 2] as const))(
    'files %s under category %i, whether category 1 or none is sent',
    async (groupType, filed) => {
      const client = await app.as(await make.user());
      for (const categoryId of [1, undefined, null]) {
        const body = { ...form, groupType, ...(categoryId !== undefined && { categoryId }) };
        expect((await client.call('POST /api/groups', { body })).body.categoryId).toBe(filed);
      }
    },
  );

  it('keeps a chosen category', async () => {
    const client = await app.as(await make.user());
    const { body } = await client.call('POST /api/groups', { body: { ...form, categoryId: 9 } });
    expect(body.category).toEqual({ id: 9, name: 'Learning & Education' });
  });

  it('needs a completed profile, with a message', async () => {
    const client = await app.as(await make.newcomer());
    expect(await client.refusal('POST /api/groups', { body: form })).toMatchObject({
      status: 403,
      code: 'profile_incomplete',
      message: 'Please complete your profile to create a group',
    });
  });

  it.each([
    ['name', 'Ab', 'Group name must be at least 3 characters'],
    ['name', ' A  b ', undefined],
    ['name', 'x'.repeat(100), undefined],
    ['name', 'x'.repeat(101), 'Group name cannot exceed 100 characters'],
    [
      'description',
      'Nineteen characters',
      'Please provide a more detailed description (at least 20 characters)',
    ],
    ['groupType', '', 'Please select a group type'],
    ['groupType', undefined, 'Please select a group type'],
    ['groupType', 'knitting', 'Please select a group type'],
    ['chargeForEvents', undefined, "Please indicate if you'll charge for events"],
    ['chargeForEvents', 'maybe', "Please indicate if you'll charge for events"],
    ['imageUrl', 'picture', 'Please enter a valid URL'],
    ['imageUrl', 'ftp://example.com/a.jpg', 'Please enter a valid URL'],
    ['imageUrl', 'https://example.com/a.jpg', undefined],
    ['imageUrl', null, undefined],
    ['categoryId', 11, 'Please select a category'],
  ])('with the %s %j answers %j', async (field, value, message) => {
    const client = await app.as(await make.user());
    const response = await client.send('POST /api/groups', { body: { ...form, [field]: value } });
    expect(response.json<{ fields?: unknown }>().fields).toEqual(message && { [field]: message });
    expect(response.statusCode).toBe(message ? 400 : 201);
  });
});

describe('editing a group', () => {
  const edited = {
    ...form,
    name: 'Derwent Dippers',
    description: 'Cold water at dusk, hot soup afterwards.',
  };
  const put = async (
    group: Pick<Group, 'id'>,
    person: Pick<User, 'id'>,
    body: Record<string, unknown>,
  ) => (await app.as(person)).send('PUT /api/groups/:id', { params: { id: group.id }, body });

  it('by its creator puts the edit under review', async () => {
    const group = await make.group();
    const response = await put(group, group.owner, { ...edited, status: 'approved' });
    expect(response.json()).toMatchObject({
      name: 'Derwent Dippers',
      status: 'pending_approval',
      editPending: true,
    });
  });

  it('by an admin leaves it approved', async () => {
    const group = await make.group();
    const response = await put(group, await make.admin(), edited);
    expect(response.json()).toMatchObject({ name: 'Derwent Dippers', status: 'approved' });
  });

  it("moves it to its new type's category", async () => {
    const group = await make.group();
    const response = await put(group, group.owner, {
      ...edited,
      categoryId: 1,
      groupType: 'foodDrink',
    });
    expect(response.json()).toMatchObject({ groupType: 'foodDrink', categoryId: 7 });
  });

  it("explains the form's errors", async () => {
    const group = await make.group();
    const response = await put(group, group.owner, { ...edited, name: 'Ab', description: 'Short' });
    expect(response.json()).toMatchObject({
      code: 'invalid',
      fields: {
        name: 'Group name must be at least 3 characters',
        description: 'Please provide a more detailed description (at least 20 characters)',
      },
    });
  });

  it('keeps the join policy unless another is sent', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    expect((await put(group, group.owner, edited)).json()).toMatchObject({
      joinPolicy: 'approval',
    });
    const opened = await put(group, group.owner, { ...edited, joinPolicy: 'open' });
    expect(opened.json()).toMatchObject({ joinPolicy: 'open' });
  });

  it('keeps its town unless another, or none, is sent', async () => {
    const group = await make.group();
    expect((await put(group, group.owner, edited)).json()).toMatchObject({ location: 'Keswick' });
    const moved = await put(group, group.owner, { ...edited, location: 'Cockermouth' });
    expect(moved.json()).toMatchObject({ location: 'Cockermouth' });
    const nowhere = await put(group, group.owner, { ...edited, location: '' });
    expect(nowhere.json()).toMatchObject({ location: null });
    const far = await put(group, group.owner, { ...edited, location: 'x'.repeat(101) });
    expect(far.json()).toMatchObject({
      fields: { location: 'Please use at most 100 characters' },
    });
  });

  it('with an unknown id is not found', async () => {
    const response = await put({ id: 2_147_483_647 }, await make.admin(), edited);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('sending a draft for approval', () => {
  const done = { status: 'pending_approval' };

  it('changes the status and nothing else', async () => {
    const group = await make.group();
    await setStatus(group, 'rejected');
    const client = await app.as(group.owner);
    const params = { id: group.id };
    const before = (await client.call('GET /api/groups/:id', { params })).body;
    const after = await client.send('PUT /api/groups/:id', { params, body: done });
    expect(after.json()).toEqual({ ...before, status: 'pending_approval' });
  });

  it.each(['approved', 'rejected'])('cannot set %s', async (status) => {
    const group = await make.group({ status: 'pending_approval' });
    const client = await app.as(group.owner);
    const params = { id: group.id };
    expect(await client.outcome('PUT /api/groups/:id', { params, body: { status } })).toBe(
      'invalid',
    );
    const { body } = await client.call('GET /api/groups/:id', { params });
    expect(body.status).toBe('pending_approval');
  });
});
