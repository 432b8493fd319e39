import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { users } from '#features/base/accounts/tables.ts';
import { rowCounts } from '#platform/row-counts/tables.ts';
import { heldComments } from '#features/events/comments/tables.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { groupForm, swim } from '#tests/support/forms.ts';

const app = await startTestApp({ rateLimits: true });
const { make, clock, db } = app;
const post = 'POST /api/events/:id/comments';
const read = 'GET /api/events/:id/comments';
const queue = 'GET /api/admin/held-comments';

let addresses = 0;
/** Signs in, and calls from an address that nobody else in this file has. */
const as = async (person: { id: string }) =>
  (await app.as(person)).from(`198.18.0.${(addresses += 1)}`);

const monthAgo = () => clock.inHours(-30 * 24);
let texts = 0;
/** Returns a unique text, long enough to be recognised. */
const advert = () => {
  texts += 1;
  const words = createHash('sha512').update(String(texts)).digest('hex').match(/.{8}/g) ?? [];
  return `Sheds: ${words.join(' ')}.`;
};

const createFixture = async () => {
  const group = await make.group();
  const event = await make.event({ group });
  return { group, event, params: { id: event.id } };
};

/** Creates members of a group who can comment on its event. */
const membersOf = async (group: { id: number }, count: number) =>
  Promise.all(
    Array.from({ length: count }, async () =>
      as(await make.member(group, { createdAt: monthAgo() })),
    ),
  );

/** Three members have posted the text, then a fourth does. */
const postFourth = async () => {
  const { group, event, params } = await createFixture();
  const [author = app.visitor(), ...others] = await membersOf(group, 4);
  const content = advert();
  for (const other of others) await other.call(post, { params, body: { content } });
  const held = (await author.call(post, { params, body: { content } })).body;
  return { group, event, params, author, others, content, held };
};

const readComments = async (client: Client, params: { id: number }) =>
  (await client.call(read, { params })).body.map(({ content, held }) => ({ content, held }));

describe('a comment that three others have posted', () => {
  it('is accepted, and awaits review', async () => {
    const { held, author, params, content } = await postFourth();
    expect(held).toMatchObject({ content, held: true, can: { delete: true } });
    expect((await readComments(author, params)).at(-1)).toEqual({ content, held: true });
  });

  it('counts nowhere, appears in no admin search, and causes no email', async () => {
    const before = await counts();
    const mailed = [await db.$count(outbox), await db.$count(mails)];
    const { content } = await postFourth();
    expect(await counts()).toBe(before + 3);
    expect([await db.$count(outbox), await db.$count(mails)]).toEqual(mailed);
    const admin = await as(await make.admin());
    const { body } = await admin.call('GET /api/admin/comments', { query: { q: content } });
    expect(body).toHaveLength(3);
  });

  it('is recognised with other spaces, letters and signs between', async () => {
    const { others, params, content } = await postFourth();
    const body = { content: `>>> ${content.toUpperCase().replaceAll(' ', '  * ')} !!!` };
    const [other = app.visitor()] = others;
    expect((await other.call(post, { params, body })).body.held).toBe(true);
  });

  it('is recognised with small differences from all earlier ones', async () => {
    const { group, params } = await createFixture();
    const content = advert();
    const pending = [];
    for (const [index, client] of (await membersOf(group, 5)).entries()) {
      const body = { content: `${content} Offer ${'abcde'[index]}${index * 7919}.` };
      pending.push((await client.call(post, { params, body })).body.held);
    }
    expect(pending).toEqual([undefined, undefined, undefined, true, true]);
  });

  it('awaits review when four near copies arrive at once', async () => {
    const { group, params } = await createFixture();
    const content = advert();
    const authors = await membersOf(group, 6);
    const answers = await Promise.all(
      authors.map((client, index) =>
        client.call(post, { params, body: { content: `${content} ${'abcdef'[index]}.` } }),
      ),
    );
    expect(answers.filter(({ body }) => body.held)).toHaveLength(3);
  });

  it('can be deleted by its author only', async () => {
    const { author, others, held, params, event } = await postFourth();
    const remove = 'DELETE /api/events/:id/comments/:commentId';
    const which = { params: { id: event.id, commentId: held.id } };
    expect(await others[0]?.outcome(remove, which)).toBe('not_found');
    expect(await author.outcome(remove, which)).toBe(204);
    expect(await readComments(author, params)).toHaveLength(3);
  });

  it('is public at once after a week without it', async () => {
    const { group, params, content } = await postFourth();
    clock.advanceHours(8 * 24);
    const [late = app.visitor()] = await membersOf(group, 1);
    expect((await late.call(post, { params, body: { content } })).body.held).toBeUndefined();
    clock.reset();
  });
});

const counts = async () => {
  const rows = await db.select().from(rowCounts).where(eq(rowCounts.tableName, 'comments'));
  return rows.reduce((sum, { rows: count }) => sum + count, 0);
};

describe('a common phrase', () => {
  it('never awaits review', async () => {
    const { group, params } = await createFixture();
    for (const client of await membersOf(group, 6)) {
      const { body } = await client.call(post, { params, body: { content: 'See you there' } });
      expect(body.held).toBeUndefined();
    }
  });
});

describe('the queue of pending comments', () => {
  it('shows the longest-waiting first, with the number of copies', async () => {
    const { held, content } = await postFourth();
    const { body } = await (await as(await make.admin())).call(queue);
    expect(body.at(-1)).toMatchObject({ id: held.id, content, copies: 4 });
    expect(body.map(({ createdAt }) => createdAt)).toEqual(
      body.map(({ createdAt }) => createdAt).toSorted(),
    );
  });

  it('loses comments of a deleted event or author', async () => {
    const [one, other] = [await postFourth(), await postFourth()];
    const client = await as(await make.admin());
    await client.call('DELETE /api/admin/events/:id', { params: one.params });
    await other.author.call('DELETE /api/auth/user', { body: { password } });
    const left = await db.select({ id: heldComments.id }).from(heldComments);
    expect(left.map(({ id }) => id)).not.toContain(one.held.id);
    expect(left.map(({ id }) => id)).not.toContain(other.held.id);
  });
});

describe('a new member', () => {
  const newMember = async (group: { id: number }, createdAt = clock.read()) =>
    as(await make.member(group, { createdAt }));
  const link = (turn: number) => ({ content: `Number ${turn}: https://sheds.example/${turn}` });

  it('posts five comments with a link an hour, and others without a limit', async () => {
    const { group, params } = await createFixture();
    const client = await newMember(group);
    for (let turn = 1; turn <= 5; turn += 1) await client.call(post, { params, body: link(turn) });
    const refused = await client.refusal(post, { params, body: link(6) });
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(refused.message).toMatch(/^New members can post 5 comments with a link in an hour/);
    expect(refused.headers['retry-after']).toBe('3600');
    expect(await client.outcome(post, { params, body: { content: 'See you' } })).toBe(201);
    const member = await newMember(group, monthAgo());
    for (let turn = 11; turn <= 16; turn += 1) {
      expect(await member.outcome(post, { params, body: link(turn) })).toBe(201);
    }
  });

  it('starts ten groups a day, even when requested at once', async () => {
    const person = await make.user();
    const client = await as(person);
    const start = () => client.outcome('POST /api/groups', { body: groupForm });
    const outcomes = await Promise.all(Array.from({ length: 12 }, start));
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'too_many_requests')).toHaveLength(2);
    await db.update(users).set({ createdAt: monthAgo() }).where(eq(users.id, person.id));
    expect(await start()).toBe(201);
  });
});

describe('a description that three other members have used', () => {
  const describedBy = async (description: string) => {
    const client = await as(await make.user({ createdAt: monthAgo() }));
    return (await client.call('POST /api/groups', { body: { ...groupForm, description } })).body;
  };

  it('puts a group under review, even where groups need no approval', async () => {
    const admin = await as(await make.admin());
    await admin.call('PATCH /api/admin/settings', { body: { groupApproval: false } });
    const description = advert();
    const statuses: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await describedBy(description)).status);
    expect(statuses).toEqual(['approved', 'approved', 'approved', 'pending_approval']);
    await admin.call('PATCH /api/admin/settings', { body: { groupApproval: true } });
  });

  it('is refused for an event: its organiser must reword it, and may repeat their own', async () => {
    const description = advert();
    const make4 = async () => {
      const group = await make.group();
      const client = await as(group.owner);
      return { client, body: { ...swim, description, groupId: group.id } };
    };
    for (let turn = 0; turn < 3; turn += 1) {
      const { client, body } = await make4();
      expect(await client.outcome('POST /api/events', { body })).toBe(201);
      expect(await client.outcome('POST /api/events', { body })).toBe(201);
    }
    const { client, body } = await make4();
    expect(await client.refusal('POST /api/events', { body })).toMatchObject({
      status: 400,
      fields: { description: expect.stringContaining('in its own words') },
    });
    const own = { ...body, description: advert() };
    expect(await client.outcome('POST /api/events', { body: own })).toBe(201);
  });
});

describe('without limits', () => {
  it('nothing awaits review and nobody is slowed down', async () => {
    const free = await app.another({ rateLimits: false });
    const { group, params } = await createFixture();
    const token = await make.session(await make.member(group));
    const content = advert();
    for (let turn = 0; turn < 7; turn += 1) {
      const answer = await free.inject({
        method: 'POST',
        url: `/api/events/${params.id}/comments`,
        headers: { host: 'hall.test', origin: 'http://hall.test', cookie: `session=${token}` },
        payload: { content: `${content} https://sheds.example` },
      });
      expect(answer.json()).not.toHaveProperty('held');
    }
  });
});
