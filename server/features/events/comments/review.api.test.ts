import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '#features/base/audit/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { blocks } from '#features/trust/blocks/tables.ts';
import { outbox } from '#platform/mail/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { hiding } from '#tests/support/hiding.ts';

const app = await startTestApp();
const { db, make } = app;
const mailer = await createCapturingMailer(app);
const { hide } = hiding(app);

const list = 'GET /api/events/:id/comments';
const release = 'POST /api/events/:id/comments/:commentId/release';
const remove = 'DELETE /api/events/:id/comments/:commentId';

beforeEach(async () => {
  await db.delete(outbox);
  mailer.sent.length = 0;
});

const scene = async () => {
  const group = await make.group();
  const event = await make.event({ group });
  const author = await make.member(group);
  const organiser = await make.organiser(group);
  const held = await make.pendingComment(event, author, 'See lucky-spin.casino');
  const params = { id: event.id, commentId: held.id };
  return { group, event, author, organiser, held, params };
};

const seenBy = async (person: Pick<User, 'id'>, { event }: { event: { id: number } }) => {
  const { body } = await (await app.as(person)).call(list, { params: { id: event.id } });
  return body.map(({ id, held, can }) => ({ id, held, review: can.review }));
};

const emailsTo = async ({ email }: User) => {
  await mailer.deliver();
  return mailer.sent
    .filter(({ to }) => to === email)
    .map(({ subject, text }) => ({ subject, text: text.replaceAll(/\s+/g, ' ') }));
};

const logOf = (id: number) =>
  db
    .select({ actorId: auditLog.actorId, action: auditLog.action, before: auditLog.before })
    .from(auditLog)
    .where(eq(auditLog.targetId, String(id)));

describe('a comment that waits for review', () => {
  it('is seen and reviewed by organisers and admins, and by nobody else', async () => {
    const stage = await scene();
    const { group, author, organiser, held } = stage;
    const waits = { id: held.id, held: true };
    for (const reviewer of [organiser, group.owner, await make.admin()]) {
      expect(await seenBy(reviewer, stage)).toEqual([{ ...waits, review: true }]);
    }
    expect(await seenBy(author, stage)).toEqual([{ ...waits, review: undefined }]);
    expect(await seenBy(await make.member(group), stage)).toEqual([]);
  });

  it('is released by an organiser: everybody reads it, and its author is trusted', async () => {
    const stage = await scene();
    const { group, author, organiser, held, params } = stage;
    const client = await app.as(organiser);
    expect(await client.outcome(release, { params })).toBe(204);
    expect(await seenBy(await make.member(group), stage)).toMatchObject([{ id: held.id }]);
    expect(await client.outcome(release, { params })).toBe('not_found');
    const [row] = await db.select().from(users).where(eq(users.id, author.id));
    expect(row?.trustedAt).not.toBeNull();
    const before = { eventId: stage.event.id, authorId: author.id, held: true };
    expect(await logOf(held.id)).toEqual([
      { actorId: organiser.id, action: 'comment.release', before },
    ]);
  });

  it('is deleted by an organiser, and the log says so', async () => {
    const stage = await scene();
    const { author, organiser, held, params } = stage;
    expect(await (await app.as(organiser)).outcome(remove, { params })).toBe(204);
    expect(await seenBy(author, stage)).toEqual([]);
    const before = { eventId: stage.event.id, authorId: author.id, held: true };
    expect(await logOf(held.id)).toEqual([
      { actorId: organiser.id, action: 'comment.delete', before },
    ]);
  });

  it('is not released by its author, also as an organiser', async () => {
    const { group, event } = await scene();
    const author = await make.organiser(group);
    const { id: commentId } = await make.pendingComment(event, author);
    const client = await app.as(author);
    expect(await seenBy(author, { event })).toContainEqual({
      id: commentId,
      held: true,
      review: undefined,
    });
    const params = { id: event.id, commentId };
    expect(await client.refusal(release, { params })).toMatchObject({
      status: 403,
      message: 'Another organiser or an admin has to review your comment',
    });
    expect(await client.outcome(remove, { params })).toBe(204);
    expect(await emailsTo(author)).toEqual([]);
  });

  it('does not exist for organisers of another group, or under another event', async () => {
    const { group, event, organiser, params } = await scene();
    const stranger = await app.as((await make.group()).owner);
    expect(await stranger.outcome(release, { params })).toBe('not_a_member');
    expect(await stranger.outcome(remove, { params })).toBe('not_found');
    const elsewhere = { ...params, id: (await make.event({ group })).id };
    const client = await app.as(organiser);
    expect(await client.outcome(release, { params: elsewhere })).toBe('not_found');
    expect(await client.outcome(remove, { params: elsewhere })).toBe('not_found');
    expect(await seenBy(organiser, { event })).toHaveLength(1);
  });

  it('does not exist for an organiser whom a block keeps from its author', async () => {
    const stage = await scene();
    const { author, organiser, params } = stage;
    await db.insert(blocks).values({ userId: author.id, blockedId: organiser.id });
    expect(await seenBy(organiser, stage)).toEqual([]);
    const client = await app.as(organiser);
    expect(await client.outcome(release, { params })).toBe('not_found');
    expect(await client.outcome(remove, { params })).toBe('not_found');
  });

  it('can’t be reviewed by organisers once an admin has hidden it', async () => {
    const stage = await scene();
    await hide('comment', stage.held);
    expect(await seenBy(stage.organiser, stage)).toEqual([]);
    const client = await app.as(stage.organiser);
    expect(await client.outcome(release, stage)).toBe('not_found');
    expect(await client.outcome(remove, stage)).toBe('not_found');
  });
});

describe('the author of a reviewed comment', () => {
  const queue = '/api/admin/held-comments/:id' as const;

  it.each(['organiser', 'admin'] as const)('reads that an %s released it', async (role) => {
    const { event, author, organiser, held, params } = await scene();
    if (role === 'organiser') await (await app.as(organiser)).call(release, { params });
    else {
      const admin = await app.as(await make.admin());
      await admin.call(`POST ${queue}/release`, { params: { id: held.id } });
    }
    const [email, ...others] = await emailsTo(author);
    expect(email?.subject).toBe(`Your comment on ${event.title} is published`);
    expect(email?.text).toContain('It has been approved, and everyone in');
    expect(others).toEqual([]);
  });

  it.each(['organiser', 'admin'] as const)('reads that an %s rejected it', async (role) => {
    const { event, author, organiser, held, params } = await scene();
    if (role === 'organiser') await (await app.as(organiser)).call(remove, { params });
    else {
      const admin = await app.as(await make.admin());
      await admin.call(`DELETE ${queue}`, { params: { id: held.id } });
    }
    const [email, ...others] = await emailsTo(author);
    expect(email?.subject).toBe(`Your comment on ${event.title} was not published`);
    expect(email?.text).toContain('decided not to publish it, and it has been deleted.');
    expect(email?.text).not.toContain('lucky-spin');
    expect(others).toEqual([]);
  });

  it('reads nothing about a comment that is deleted before the email goes out', async () => {
    const { author, organiser, params } = await scene();
    const client = await app.as(organiser);
    await client.call(release, { params });
    await client.call(remove, { params });
    expect(await emailsTo(author)).toEqual([]);
  });

  it('reads about several on one event in one email', async () => {
    const { event, author, organiser, params } = await scene();
    const client = await app.as(organiser);
    const { id: commentId } = await make.pendingComment(event, author);
    await client.call(release, { params });
    await client.call(release, { params: { id: event.id, commentId } });
    expect(await emailsTo(author)).toHaveLength(1);
  });
});
