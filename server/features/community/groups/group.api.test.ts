import { describe, expect, it } from 'vitest';
import { groupTypes } from '#contract/community/groups.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { groupForm, noGroupAbilities } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();

const form = { ...groupForm, imageUrl: '' } as const;

const setStatus = (group: Pick<Group, 'id'>, status: Group['status']) =>
  app.db.$client.query('UPDATE groups SET status = $2 WHERE id = $1', [group.id, status]);

describe('creating a group', () => {
  it('needs a completed profile, with a message', async () => {
    const newcomer = await app.as(await make.newcomer());
    expect(await newcomer.refusal('POST /api/groups', { body: form })).toMatchObject({
      status: 403,
      code: 'profile_incomplete',
      message: 'Please complete your profile to create a group',
    });
  });
});

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
      joinQuestion: null,
      createdById: expect.stringMatching(/^[\w-]{22}$/),
      location: 'Keswick',
      memberCount: 1,
      createdAt: '2026-06-10T12:00:00.000Z',
      joinState: 'sign_in',
      contactEnabled: true,
      audience: 'all',
      attendeeNames: 'signed_in',
      asksEverybody: false,
      recordsAttendance: true,
      organisersEdit: false,
      defaultOpenTo: 'members',
      defaultPlacePublic: false,
      can: noGroupAbilities,
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
    const admin = await make.admin();
    expect(await reviewedOnEdit(admin)).toBe(false);
    expect(await reviewedOnEdit(await make.organiser(group))).toBeUndefined();
    await (await app.as(group.owner)).call('PUT /api/groups/:id', { params: group, body: form });
    expect(await reviewedOnEdit(group.owner)).toBe(true);
    expect(await reviewedOnEdit(admin)).toBe(true);
  });

  it.each(['abc', '0', '2147483648', '2147483647'])('of the id %s is not found', async (id) => {
    expect(await visitor.refusal('GET /api/groups/:id', { params: { id } })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('starting a group', () => {
  it('awaits approval whatever is sent, in the town of its creator, who organises it', async () => {
    const owner = await make.user({ location: 'Kendal, United Kingdom' });
    const sent = { ...form, status: 'approved' };
    const { status, body } = await (await app.as(owner)).call('POST /api/groups', { body: sent });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Derwent Swimmers',
      status: 'pending_approval',
      joinPolicy: 'open',
      imageUrl: null,
      location: 'Kendal',
      createdById: owner.id,
      memberCount: 1,
      membership: { status: 'approved', isOrganizer: true },
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
    ['groupType', 'knitting', 'Please select a group type'],
    ['chargeForEvents', 'maybe', "Please indicate if you'll charge for events"],
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

  it('keeps its town and join policy unless others, or none, are sent', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const before = { location: 'Keswick', joinPolicy: 'approval' };
    expect((await put(group, group.owner, edited)).json()).toMatchObject(before);
    const after = { location: 'Cockermouth', joinPolicy: 'open' };
    expect((await put(group, group.owner, { ...edited, ...after })).json()).toMatchObject(after);
    const nowhere = await put(group, group.owner, { ...edited, location: '' });
    expect(nowhere.json()).toMatchObject({ location: null });
    const far = await put(group, group.owner, { ...edited, location: 'x'.repeat(101) });
    expect(far.json()).toMatchObject({
      fields: { location: 'Please use at most 100 characters' },
    });
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
