import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { quotas } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import type { Event, Group, User } from '#tests/support/factories.ts';
import { groupForm } from '#tests/support/forms.ts';
import { comments } from '#features/events/comments/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { media, mediaUploads } from '#features/base/media/tables.ts';
import { raisedQuotas } from '#platform/config-settings.ts';

const app = await startTestApp();
const { clock, db, make } = app;

const times = <T>(count: number, each: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => each(index));

/** Counts the outcomes of calls made at once. */
async function tally(outcomes: Promise<number | string>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.all(outcomes)) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

const establishedMember = () => make.user({ createdAt: clock.inHours(-7 * 24) });

describe('comments in 24 hours', () => {
  const commented = async (
    user: Pick<User, 'id'>,
    event: Event,
    count: number,
    createdAt = clock.inHours(-1),
  ) => {
    const row = { eventId: event.id, userId: user.id, content: 'Hello', createdAt };
    if (count > 0) await db.insert(comments).values(cleanTexts(times(count, () => row)));
  };

  const setUp = async (owner: User, count: number) => {
    const group = await make.group({ owner });
    const event = await make.event({ group });
    await commented(owner, event, count);
    const input = (content: string) => ({ params: { id: event.id }, body: { content } });
    return { event, client: await app.as(owner), input };
  };

  it("are refused beyond a new account's quota, with a warning before", async () => {
    const { client, input } = await setUp(await make.user(), 158);
    const post = async () =>
      (await client.call('POST /api/events/:id/comments', input('Hello'))).body.quota;
    expect([await post(), await post()]).toEqual([
      undefined,
      {
        name: 'comments',
        limit: 200,
        used: 160,
        message: 'You can post 40 more comments in the next 24 hours.',
      },
    ]);
  });

  it('are refused with the message and the figure', async () => {
    const { client, input, event } = await setUp(await make.user(), 200);
    const refusal = await client.refusal('POST /api/events/:id/comments', input('One more'));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'quota',
      error: refusal.message,
      quota: { name: 'comments', limit: 200, used: 200 },
    });
    const { body } = await client.call('GET /api/events/:id/comments', {
      params: { id: event.id },
      query: { limit: 100, order: 'newest' },
    });
    expect(body.map(({ content }) => content)).not.toContain('One more');
  });

  it('of the day before do not count, and an older account has more', async () => {
    const { client, input, event } = await setUp(await establishedMember(), 999);
    expect(await client.outcome('POST /api/events/:id/comments', input('Last'))).toBe(201);
    expect(await client.outcome('POST /api/events/:id/comments', input('Over'))).toBe('quota');
    const user = await make.user();
    const { client: rested, input: more } = await setUp(user, 0);
    await commented(user, event, 200, clock.inHours(-24));
    expect(await rested.outcome('POST /api/events/:id/comments', more('Fresh'))).toBe(201);
  });

  it('posted at once do not exceed it together', async () => {
    const { client, input } = await setUp(await make.user(), 196);
    const posts = times(10, (index) =>
      client.outcome('POST /api/events/:id/comments', input(`Comment ${index}`)),
    );
    expect(await tally(posts)).toEqual({ 201: 4, quota: 6 });
  });

  it('that await an admin count too', async () => {
    const { client, input, event } = await setUp(await make.user(), 199);
    const { user } = (await client.call('GET /api/user')).body;
    await make.pendingComment(event, { id: user?.id ?? '' });
    expect(await client.outcome('POST /api/events/:id/comments', input('Over'))).toBe('quota');
  });

  it('have the quota that the operator sets', async () => {
    const user = await make.user();
    const { input } = await setUp(user, 200);
    const raised = await app.another({ quotas: raisedQuotas(new Map([['comments', 2]])) });
    const client = new Client(raised).withSession(await make.session(user));
    expect(await client.outcome('POST /api/events/:id/comments', input('More'))).toBe(201);
  });
});

describe('upcoming dates', () => {
  const form = (group: Pick<Group, 'id'>) => ({
    groupId: group.id,
    title: 'Choir practice',
    description: 'Two hours of songs, and tea in between for everybody.',
    location: 'The Guildhall',
    startTime: '2026-06-16T18:00:00Z',
    endTime: '2026-06-16T20:00:00Z',
    categoryId: 6,
  });
  const weekly = (group: Group, count: number) => ({
    body: { ...form(group), rrule: `FREQ=WEEKLY;COUNT=${count};BYDAY=TU` },
  });

  const filled = async (
    group: Group,
    count: number,
    columns: Partial<typeof events.$inferInsert> = {},
  ) => {
    const startTime = clock.inHours(48);
    const rows = times(count, () => ({
      groupId: group.id,
      categoryId: 2,
      createdById: group.createdById,
      title: 'Walk',
      description: 'Up the fell and down again, with a rest at the tarn.',
      location: 'The car park',
      startTime,
      endTime: clock.inHours(50),
      ...columns,
    }));
    await db.insert(events).values(cleanTexts(rows));
  };

  it('of an unapproved group are limited to 110', async () => {
    const group = await make.group({
      owner: await establishedMember(),
      status: 'pending_approval',
    });
    const client = await app.as(group.owner);
    expect(await client.outcome('POST /api/series', weekly(group, 104))).toBe(201);
    expect(await client.refusal('POST /api/series', weekly(group, 7))).toMatchObject({
      status: 409,
      code: 'quota',
      message: 'This group can have 110 upcoming dates until it is approved, and has 104.',
      quota: { name: 'comingDates', limit: 110, used: 104 },
    });
    expect(await client.outcome('POST /api/series', weekly(group, 6))).toBe(201);
    expect(await client.outcome('POST /api/events', { body: form(group) })).toBe('quota');
  });

  // Small quotas, so that the test needs few events.
  const small = { ...quotas, comingDates: { newAccount: 12, group: 10, unapprovedGroup: 5 } };
  const asOfSmall = async (user: User) =>
    new Client(await app.another({ quotas: small })).withSession(await make.session(user));

  it('of an approved group have a quota of their own, without past or cancelled ones', async () => {
    const owner = await establishedMember();
    const group = await make.group({ owner });
    await filled(group, 5, { status: 'cancelled' });
    await filled(group, 5, { startTime: clock.inHours(-3), endTime: clock.inHours(-1) });
    await filled(group, 7);
    const client = await asOfSmall(owner);
    expect((await client.call('GET /api/user/groups')).body[0]).not.toHaveProperty('quota');
    await filled(group, 2);
    const { body: own } = await client.call('GET /api/user/groups');
    expect(own[0]?.quota?.message).toBe('You can add 1 more date to this group.');
    const posts = times(4, () => client.outcome('POST /api/events', { body: form(group) }));
    expect(await tally(posts)).toEqual({ 201: 1, quota: 3 });
  });

  it('of a new account count across all its groups, cancelled ones included', async () => {
    const owner = await make.user();
    const groups = [await make.group({ owner }), await make.group({ owner })];
    for (const group of groups) await filled(group, 5, { status: 'cancelled' });
    const client = await asOfSmall(owner);
    const posts = times(6, (index) =>
      client.outcome('POST /api/events', { body: form(groups[index % 2] as Group) }),
    );
    expect(await tally(posts)).toEqual({ 201: 2, quota: 4 });
    const admin = await make.admin();
    const group = await make.group({ owner: admin });
    await filled(group, 12, { status: 'cancelled' });
    const asAdmin = await asOfSmall(admin);
    expect(await asAdmin.outcome('POST /api/events', { body: form(group) })).toBe(201);
  });

  it('that a change of a series adds count, and dropped ones make room', async () => {
    const group = await make.group({
      owner: await establishedMember(),
      status: 'pending_approval',
    });
    const client = await app.as(group.owner);
    const { body: series } = await client.call('POST /api/series', weekly(group, 60));
    await filled(group, 45);
    const change = (rrule: string) =>
      client.outcome('PATCH /api/series/:id', {
        params: { id: series.id },
        body: { scope: 'all', rrule },
      });
    expect(await change('FREQ=WEEKLY;COUNT=66;BYDAY=TU')).toBe('quota');
    expect(await change('FREQ=WEEKLY;COUNT=65;BYDAY=TU')).toBe(200);
    expect(await change('FREQ=WEEKLY;COUNT=65;BYDAY=WE')).toBe(200);
  });
});

describe('unapproved groups', () => {
  const body = { ...groupForm, imageUrl: null };

  it.each([
    [10, () => make.user()],
    [20, establishedMember],
  ])('are limited to %d', async (most, person) => {
    const owner = await person();
    for (let made = 2; made < most; made += 1) {
      await make.group({ owner, status: made % 2 === 0 ? 'pending_approval' : 'rejected' });
    }
    await make.group({ owner });
    const client = await app.as(owner);
    const posts = times(5, (index) =>
      client.outcome('POST /api/groups', { body: { ...body, name: `${body.name} ${index}` } }),
    );
    expect(await tally(posts)).toEqual({ 201: 2, quota: 3 });
    expect(await client.refusal('POST /api/groups', { body })).toMatchObject({
      status: 409,
      quota: { name: 'unapprovedGroups', limit: most, used: most },
    });
  });
});

it('the answer shows no quotas with room, and the remaining groups where they are few', async () => {
  const owner = await make.user();
  const client = await app.as(owner);
  const ownQuotas = async () => (await client.call('GET /api/user/quotas')).body;
  for (let made = 0; made < 7; made += 1) await make.group({ owner, status: 'pending_approval' });
  expect(await ownQuotas()).toEqual({});
  await make.group({ owner, status: 'rejected' });
  expect((await ownQuotas()).unapprovedGroups).toEqual({
    name: 'unapprovedGroups',
    limit: 10,
    used: 8,
    message: 'You can start 2 more groups before one of yours is approved.',
  });
});

describe('pictures', () => {
  const noise = { raw: { width: 32, height: 32, channels: 3 } } as const;
  const file = async () => {
    const bytes = await sharp(randomBytes(32 * 32 * 3), noise)
      .png()
      .toBuffer();
    return new Blob([new Uint8Array(bytes)], { type: 'image/png' });
  };
  const upload = async (use = 'cover') => ({ params: { use }, body: await file() });

  const filled = async (owner: User, count: number, size = 10) => {
    const rows = times(count, () => ({
      id: randomBytes(32).toString('hex'),
      contentType: 'image/webp',
      bytes: Buffer.alloc(size),
      width: 1,
      height: 1,
      ownerId: owner.id,
    }));
    await db.insert(media).values(rows);
    await db
      .insert(mediaUploads)
      .values(rows.map(({ id }) => ({ mediaId: id, ownerId: owner.id, use: 'cover' as const })));
  };

  it('of a new account are limited to 20, uploaded at once or not', async () => {
    const user = await make.user();
    await filled(user, 17);
    const client = await app.as(user);
    const uploads = times(6, async (index) =>
      client.outcome('POST /api/media/:use', await upload(index % 2 ? 'avatar' : 'cover')),
    );
    expect(await tally(uploads)).toEqual({ 201: 3, quota: 3 });
    expect(await client.refusal('POST /api/media/:use', await upload())).toMatchObject({
      status: 409,
      quota: { name: 'pictures', limit: 20, used: 20 },
    });
  });

  it("are refused unread without room, even when they aren't pictures", async () => {
    const user = await make.user();
    await filled(user, 20);
    const client = await app.as(user);
    const body = new Blob([randomBytes(100)], { type: 'image/png' });
    const input = { params: { use: 'cover' }, body };
    expect(await client.outcome('POST /api/media/:use', input)).toBe('quota');
  });

  it('show the quota once little room is left', async () => {
    const user = await make.user();
    await filled(user, 15);
    const client = await app.as(user);
    const { body } = await client.call('POST /api/media/:use', {
      params: { use: 'cover' },
      body: await file(),
    });
    expect(body.quota).toEqual({
      name: 'pictures',
      limit: 20,
      used: 16,
      message: 'You can upload 4 more pictures.',
    });
    const { body: ownQuotas } = await client.call('GET /api/user/quotas');
    expect(ownQuotas).toEqual({ pictures: body.quota });
  });

  it('of a new account are limited to 20 MB, of an older one to more', async () => {
    for (const [user, outcome] of [
      [await make.user(), 'quota'],
      [await establishedMember(), 201],
    ] as const) {
      await filled(user, 2, quotas.pictureBytes.newAccount / 2 - 10);
      const client = await app.as(user);
      expect(await client.outcome('POST /api/media/:use', await upload())).toBe(outcome);
    }
  });

  it('let a new avatar in the profile replace the old one, however many there are', async () => {
    const user = await make.user();
    const client = await app.as(user);
    const save = async () => {
      const bytes = Buffer.from(await (await file()).arrayBuffer()).toString('base64');
      const body = { profileImageUrl: `data:image/png;base64,${bytes}` };
      return client.outcome('PATCH /api/auth/user', { body });
    };
    expect(await save()).toBe(200);
    await filled(user, 19);
    expect(await save()).toBe(200);
    await filled(user, 1);
    expect(await save()).toBe('quota');
  });
});
