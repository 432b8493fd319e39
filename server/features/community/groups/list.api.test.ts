import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group } from '#tests/support/factories.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();

/** All groups of a test share a word, so a search for it finds only them. */
let words = 0;
const newWord = () => `word${(words += 1)}x`;

const ids = async (query: Record<string, unknown>, client: Client = visitor) =>
  (await readPage(client, 'GET /api/groups', { query })).ids;

const grow = async (group: Group, members: number) => {
  for (let count = 0; count < members; count += 1) await make.member(group);
};

describe('the list of groups', () => {
  it('starts with the largest groups', async () => {
    const q = newWord();
    const [few, many] = [
      await make.group({ name: `A ${q}` }),
      await make.group({ name: `B ${q}` }),
    ];
    await grow(few, 1);
    await grow(many, 3);
    expect(await ids({ q })).toEqual([many.id, few.id]);
    expect(await ids({ q, sort: 'popular' })).toEqual([many.id, few.id]);
  });

  it('starts with the newest on request', async () => {
    const q = newWord();
    const older = await make.group({ name: q, createdAt: clock.inHours(-48) });
    const newer = await make.group({ name: q, createdAt: clock.inHours(-24) });
    await grow(older, 2);
    expect(await ids({ q, sort: 'new' })).toEqual([newer.id, older.id]);
  });

  it.each(['pending_approval', 'rejected'] as const)(
    'excludes a group that is %s, even for its owner',
    async (status) => {
      const group = await make.group({ status, name: newWord() });
      expect(await ids({ q: group.name }, await app.as(group.owner))).toEqual([]);
    },
  );

  it('shows signed-in callers their role in each group, and visitors none', async () => {
    const q = newWord();
    const member = await make.user();
    const theirs = await make.group({ name: q });
    await make.membership(theirs, member, { isOrganizer: true });
    await make.group({ name: q });
    const { body } = await (await app.as(member)).call('GET /api/groups', { query: { q } });
    expect(body).toMatchObject([
      { membership: { status: 'approved', isOrganizer: true } },
      { membership: null },
    ]);
    const seen = await visitor.call('GET /api/groups', { query: { q } });
    expect(seen.body[0]).not.toHaveProperty('membership');
  });
});

describe('a search for groups', () => {
  it.each([
    ['name', { name: 'Fell Runners of Mardale' }, 'fell RUNNERS of mardale'],
    [
      'description',
      { description: 'We knit by the fire at the Sun Inn, Kirkoswald.' },
      'kirkOSWALD',
    ],
  ])('finds text in the %s, in any case', async (_, columns, q) => {
    const group = await make.group(columns);
    expect(await ids({ q })).toEqual([group.id]);
  });

  it.each(['%', '_', '\\'])('takes %j literally', async (character) => {
    const q = newWord();
    await make.group({ name: `${q} x` });
    const group = await make.group({ name: `${q} ${character} x` });
    expect(await ids({ q: `${q} ${character}` })).toEqual([group.id]);
  });

  it('narrows to a category or a type, and for all categories to none', async () => {
    const q = newWord();
    const food = await make.group({ name: q, categoryId: 7, groupType: 'foodDrink' });
    const tech = await make.group({ name: q, categoryId: 4, groupType: 'techCommunity' });
    expect(await ids({ q, category: 7 })).toEqual([food.id]);
    expect(await ids({ q, type: 'techCommunity' })).toEqual([tech.id]);
    expect(await ids({ q, category: 'all' })).toHaveLength(2);
  });

  it.each([
    ['category', 'outdoors'],
    ['type', 'outdoors'],
    ['sort', 'best'],
    ['limit', '0'],
    ['cursor', 'garbage'],
  ])('refuses the %s %j by its name', async (name, value) => {
    expect(await visitor.refusal('GET /api/groups', { query: { [name]: value } })).toMatchObject({
      status: 400,
      fields: { [name]: expect.any(String) },
    });
  });
});

describe('paging through groups', () => {
  it.each(['popular', 'new'])(
    'sorted %s returns each once, in order, even with equal values',
    async (sort) => {
      const q = newWord();
      for (const members of [0, 0, 0, 1, 1, 2]) await grow(await make.group({ name: q }), members);
      const whole = await ids({ q, sort });
      expect(whole).toHaveLength(6);
      for (const limit of [1, 2, 4, 6]) {
        const pages = await readPages(visitor, 'GET /api/groups', { query: { q, sort, limit } });
        expect(pages.flat()).toEqual(whole);
      }
    },
  );

  it('cuts a limit to 100', async () => {
    const q = newWord();
    const owner = await make.user();
    for (let count = 0; count < 101; count += 1) await make.group({ name: q, owner });
    for (const limit of [500, undefined]) expect(await ids({ q, limit })).toHaveLength(100);
  });
});

describe('my groups', () => {
  it('lists every role and status, latest joined first', async () => {
    const member = await make.user();
    const [own, waiting] = [
      await make.group({ owner: member, status: 'pending_approval' }),
      await make.group({ joinPolicy: 'approval' }),
    ];
    await make.membership(waiting, member, { status: 'pending' });
    const { body } = await (await app.as(member)).call('GET /api/user/groups');
    expect(body).toMatchObject([
      { id: waiting.id, membership: { status: 'pending', isOrganizer: false } },
      {
        id: own.id,
        status: 'pending_approval',
        membership: { status: 'approved', isOrganizer: true },
      },
    ]);
  });

  it('comes in pages', async () => {
    const owner = await make.user();
    for (let count = 0; count < 5; count += 1) await make.group({ owner });
    const client = await app.as(owner);
    const whole = (await readPage(client, 'GET /api/user/groups')).ids;
    expect(whole).toHaveLength(5);
    const pages = await readPages(client, 'GET /api/user/groups', { query: { limit: 2 } });
    expect(pages.flat()).toEqual(whole);
  });
});
