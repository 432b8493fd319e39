import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog } from '#features/base/audit/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { readConfig } from '#platform/config.ts';
import { startTestApp } from '#tests/support/app.ts';
import { plantPendingContact } from '#tests/support/contacts.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { sendMessages } from '#features/events/messages/jobs.ts';

const app = await startTestApp();
const { db, make, clock, as } = app;
const mailer = await createCapturingMailer(app);
const text = 'Ring me on 07700 900123.';

/** Each kind: an item that waits, what the log keeps of it, and whether others have got it. */
const kinds = {
  comment: async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const author = await make.member(group);
    const reader = await as(await make.member(group));
    const { id } = await make.pendingComment(event, author, text);
    const reaches = async () => {
      const { body } = await reader.call('GET /api/events/:id/comments', {
        params: { id: event.id },
      });
      return body.some((comment) => comment.id === id && comment.userId === author.id);
    };
    return { id, author, entry: { eventId: event.id }, reaches };
  },
  message: async () => {
    const group = await make.group();
    const member = await make.member(group);
    const author = await make.organiser(group);
    const { id } = await make.message(group, { sentById: author.id, state: 'held', text });
    const reaches = async () => {
      clock.advanceHours(0.1);
      await sendMessages(db, readConfig({}), clock.read());
      await mailer.deliver();
      return mailer.sent.some(({ to }) => to === member.email);
    };
    const entry = { groupId: group.id, eventId: null, audience: 'members' };
    return { id, author, entry, reaches };
  },
  contact: async () => {
    const group = await make.group();
    const author = await make.user();
    const { id } = await plantPendingContact(app, group, author, text);
    const reaches = async () => {
      await mailer.deliver();
      return mailer.sent.some(({ replyTo }) => replyTo === author.email);
    };
    return { id, author, entry: { groupId: group.id }, reaches };
  },
} as const;

const decided = (kind: keyof typeof kinds, action: string, id: number) =>
  db
    .select({ actorId: auditLog.actorId, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.action, `${kind}.${action}`), eq(auditLog.targetId, String(id))));

const arrange = async (kind: keyof typeof kinds) => {
  const item = await kinds[kind]();
  const admin = await make.admin();
  const client = await as(admin);
  const queue = async () => (await client.call(`GET /api/admin/held-${kind}s`, {})).body;
  const entry = { actorId: admin.id, after: null };
  const before = { ...item.entry, authorId: item.author.id, held: true };
  return { ...item, client, queue, logged: [{ ...entry, before }], params: { id: item.id } };
};

describe.each(['comment', 'message', 'contact'] as const)('a %s that awaits review', (kind) => {
  it('reaches others once an admin releases it, and its author is trusted', async () => {
    const { id, author, client, queue, reaches, logged, params } = await arrange(kind);
    const waiting = { id, userId: author.id, userEmail: author.email, can: { cleanUp: true } };
    expect(await queue()).toContainEqual(expect.objectContaining(waiting));
    expect(await reaches()).toBe(false);
    const release = `POST /api/admin/held-${kind}s/:id/release` as const;
    expect(await client.outcome(release, { params })).toBe(204);
    expect(await reaches()).toBe(true);
    const [account] = await db.select().from(users).where(eq(users.id, author.id));
    expect(account?.trustedAt).not.toBeNull();
    expect(await decided(kind, 'release', id)).toEqual(logged);
    expect(await client.outcome(release, { params })).toBe('not_found');
  });

  it('is gone once an admin deletes it, and the log keeps none of its text', async () => {
    const { id, client, queue, reaches, logged, params } = await arrange(kind);
    const remove = `DELETE /api/admin/held-${kind}s/:id` as const;
    expect(await client.outcome(remove, { params })).toBe(204);
    expect(await reaches()).toBe(false);
    expect((await queue()).map((item) => item.id)).not.toContain(id);
    expect(await decided(kind, 'delete', id)).toEqual(logged);
    expect(await client.outcome(remove, { params })).toBe('not_found');
  });
});
