import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;

const key = 'GET /api/events/:id/comments';

const createFixture = async () => {
  const group = await make.group();
  const [event, author] = [await make.event({ group }), await make.member(group)];
  return { group, event, author, client: await app.as(author), params: { id: event.id } };
};

describe('a comment', () => {
  it('is returned in its public form', async () => {
    const { author, client, params } = await createFixture();
    const body = { content: 'See you at the bridge.' };
    const posted = await client.call('POST /api/events/:id/comments', { params, body });
    expect(posted.status).toBe(201);
    expect(posted.body).toEqual({
      id: expect.any(Number),
      userId: author.id,
      content: 'See you at the bridge.',
      createdAt: '2026-06-10T12:00:00.000Z',
      author: { firstName: author.firstName, profileImageUrl: null },
      can: { delete: true },
    });
    expect((await client.call(key, { params })).body).toEqual([posted.body]);
  });

  it.each([
    '<script>alert(1)</script>',
    "'; DROP TABLE comments; --",
    '{{7*7}} ${1}',
    '👩🏽‍🚀 naïve Ω 𝒜',
  ])('keeps %j unchanged', async (content) => {
    const { client, params } = await createFixture();
    await client.call('POST /api/events/:id/comments', { params, body: { content } });
    expect((await client.call(key, { params })).body).toMatchObject([{ content }]);
  });

  it('of 2,000 characters is accepted, and no longer one', async () => {
    const { client, params } = await createFixture();
    const post = (length: number) =>
      client.outcome('POST /api/events/:id/comments', {
        params,
        body: { content: 'x'.repeat(length) },
      });
    expect([await post(2000), await post(2001)]).toEqual([201, 'invalid']);
  });

  it.each(['', '   ', undefined, 7])('with nothing except %j is refused', async (content) => {
    const { client, params } = await createFixture();
    expect(
      await client.refusal('POST /api/events/:id/comments', { params, body: { content } }),
    ).toMatchObject({
      status: 400,
      fields: { content: 'Comment cannot be empty' },
    });
  });

  it('is allowed for members, with a message for others', async () => {
    const { params } = await createFixture();
    const outsider = await app.as(await make.user());
    expect(
      await outsider.refusal('POST /api/events/:id/comments', { params, body: { content: 'Hi' } }),
    ).toMatchObject({
      status: 403,
      code: 'not_a_member',
      message: 'You need to join the group to comment',
    });
  });

  it('needs a completed profile, with a message', async () => {
    const { group, params } = await createFixture();
    const newcomer = await make.newcomer();
    await make.membership(group, newcomer);
    const client = await app.as(newcomer);
    expect(
      await client.refusal('POST /api/events/:id/comments', { params, body: { content: 'Hi' } }),
    ).toMatchObject({
      status: 403,
      code: 'profile_incomplete',
      message: 'Please complete your profile to join the discussion',
    });
    expect(await client.outcome(key, { params })).toBe(200);
  });

  it('is allowed on a past and on a cancelled event', async () => {
    const { group, client } = await createFixture();
    for (const event of [await make.pastEvent({ group }), await make.cancelledEvent({ group })]) {
      const input = { params: { id: event.id }, body: { content: 'A pity' } };
      expect(await client.outcome('POST /api/events/:id/comments', input)).toBe(201);
    }
  });
});

describe('the comments', () => {
  it('come oldest first, or newest first on request, in pages, also with equal times', async () => {
    const { event, group, author, client, params } = await createFixture();
    await make.comment(await make.event({ group }), author);
    const made: number[] = [];
    for (const hours of [-3, -2, -2, -2, -1]) {
      made.push((await make.comment(event, author, { createdAt: clock.inHours(hours) })).id);
    }
    expect((await readPage(client, key, { params })).ids).toEqual(made);
    for (const limit of [1, 2, 5]) {
      expect((await readPages(client, key, { params, query: { limit } })).flat()).toEqual(made);
      const newest = { params, query: { order: 'newest', limit } };
      expect((await readPages(client, key, newest)).flat()).toEqual(made.toReversed());
    }
  });

  it("include the reader's own pending one at the newest end, once", async () => {
    const { event, author, params } = await createFixture();
    const shown = await make.comment(event, author, { createdAt: clock.inHours(-1) });
    const pendingComment = await make.pendingComment(event, author);
    const client = await app.as(author);
    const query = { order: 'newest', limit: 1 };
    const pages = await readPages(client, key, { params, query });
    expect(pages.flat()).toEqual([pendingComment.id, shown.id]);
  });

  it('of a banned member stay', async () => {
    const { event, group, client, params } = await createFixture();
    const banned = await make.member(group, { isActive: false });
    const comment = await make.comment(event, banned);
    expect((await readPage(client, key, { params })).ids).toEqual([comment.id]);
  });
});

describe('deleting a comment', () => {
  const remove = 'DELETE /api/events/:id/comments/:commentId';

  it('is allowed for its author, also after leaving the group', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const author = await make.user();
    const { id: commentId } = await make.comment(event, author);
    const client = await app.as(author);
    expect((await client.call(remove, { params: { id: event.id, commentId } })).status).toBe(204);
  });

  it('is offered where it is allowed', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const [author, reader] = [await make.member(group), await make.member(group)];
    await make.comment(event, author);
    const offered = async (person: Pick<typeof author, 'id'>) => {
      const client = await app.as(person);
      const { body } = await client.call('GET /api/events/:id/comments', {
        params: { id: event.id },
      });
      return body[0]?.can.delete;
    };
    expect(await offered(author)).toBe(true);
    expect(await offered(group.owner)).toBe(true);
    expect(await offered(reader)).toBe(false);
  });
});
