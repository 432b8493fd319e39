import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { makeSpam, wrongCounters, rowsOf, spamCounts } from '#tests/support/spam.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const admin = await make.admin();
const adminClient = await app.as(admin);

const review = 'GET /api/admin/users/:id/cleanup';
const cleanUp = 'POST /api/admin/users/:id/cleanup';
const undo = 'DELETE /api/admin/users/:id/cleanup';
const of = ({ id }: Pick<User, 'id'>) => ({ params: { id } });
const cleanUpOf = (person: User, reason?: string) =>
  adminClient.call(cleanUp, { ...of(person), body: { reason } });

const spam = () => makeSpam(make);

const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const isActive = async ({ id }: User) =>
  (await db.select({ isActive: users.isActive }).from(users).where(eq(users.id, id)))[0]?.isActive;

describe('the review before a purge', () => {
  it('counts what is removed, and shows some of it', async () => {
    const { spammer, led, shared, ledEvent } = await spam();
    const { body } = await adminClient.call(review, of(spammer));
    expect(body).toMatchObject({
      user: { id: spammer.id, firstName: 'Wolf', isActive: true },
      counts: spamCounts,
      groups: [{ id: led.id, name: 'Cheap watches', memberCount: 2, eventCount: 1 }],
      staying: [{ id: shared.id, name: 'Repair café' }],
      undoUntil: null,
      can: { cleanUp: true, undo: false },
    });
    expect(body.comments).toHaveLength(3);
    expect(body.comments[0]).toMatchObject({
      held: expect.any(Boolean),
      eventTitle: expect.any(String),
    });
    expect(body.events.map(({ id }) => id)).toContain(ledEvent.id);
  });

  it('does not list a group with another organiser for removal', async () => {
    const [spammer, friend] = [await make.user(), await make.banned()];
    const group = await make.group({ owner: spammer });
    await make.membership(group, friend, { isOrganizer: true });
    const groups = async () => (await adminClient.call(review, of(spammer))).body.counts.groups;
    expect(await groups()).toBe(1);
    await make.organiser(group);
    expect(await groups()).toBe(0);
  });

  it('of nobody is not found', async () => {
    const params = { id: 'nobody' };
    expect(await adminClient.outcome(review, { params })).toBe('not_found');
    expect(await adminClient.outcome(cleanUp, { params, body: {} })).toBe('not_found');
    expect(await adminClient.outcome(undo, { params })).toBe('not_found');
  });
});

describe('a purge', () => {
  it('bans, ends the sessions and removes everything reviewed, at once', async () => {
    const { spammer, joined, meeting, led, ledEvent, sharedEvent } = await spam();
    const theirs = await app.as(spammer);
    const { body } = await cleanUpOf(spammer);
    expect(body).toEqual({
      counts: spamCounts,
      undoUntil: clock.inHours(24).toISOString(),
    });
    expect(await isActive(spammer)).toBe(false);
    expect((await theirs.call('GET /api/user')).body).toEqual({});
    for (const table of ['comments', 'held_comments', 'memberships']) {
      expect(await rowsOf(db, spammer, table)).toBe(0);
    }
    // Past attendance stays.
    expect(await rowsOf(db, spammer, 'rsvps')).toBe(1);
    expect(await rowsOf(db, spammer, 'events', 'created_by_id')).toBe(0);
    expect(await rowsOf(db, spammer, 'groups', 'created_by_id')).toBe(0);
    expect(await rowsOf(db, spammer, 'messages', 'sent_by_id')).toBe(0);
    const visitor = app.visitor();
    for (const { id } of [ledEvent, sharedEvent]) {
      expect(await visitor.outcome('GET /api/events/:id', { params: { id } })).toBe('not_found');
    }
    expect(await visitor.outcome('GET /api/groups/:id', { params: { id: led.id } })).toBe(
      'not_found',
    );
    const params = { id: meeting.id };
    const event = (await visitor.call('GET /api/events/:id', { params })).body;
    expect(event).toMatchObject({
      attendeeCount: 1,
      group: { memberCount: joined.memberCount + 1 },
    });
    const { body: comments } = await adminClient.call('GET /api/events/:id/comments', { params });
    expect(comments.map(({ content }) => content)).toEqual(['What is this?']);
    expect(await wrongCounters(db)).toEqual([]);
  });

  it('is logged with its counts, without any removed text', async () => {
    const { spammer } = await spam();
    await cleanUpOf(spammer, 'Sells watches');
    await adminClient.call(undo, of(spammer));
    const entries = await db
      .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.targetId, spammer.id))
      .orderBy(auditLog.id);
    expect(entries).toEqual([
      {
        action: 'user.clean_up',
        before: { isActive: true },
        after: { ...spamCounts, reason: 'Sells watches' },
      },
      {
        action: 'user.clean_up_undo',
        before: { isActive: false },
        after: { isActive: true, restored: expect.any(Number), lost: 0 },
      },
    ]);
  });

  it("can't target the calling admin, nor another", async () => {
    const other = await make.admin();
    expect(await adminClient.refusal(cleanUp, { ...of(admin), body: {} })).toMatchObject({
      code: 'conflict',
      message: 'You can’t ban yourself and remove what you wrote',
    });
    expect(await adminClient.refusal(cleanUp, { ...of(other), body: {} })).toMatchObject({
      code: 'conflict',
      message: 'This person is an admin. Remove their admin role first.',
    });
    const { body } = await adminClient.call(review, of(other));
    expect(body.can).toEqual({ cleanUp: false, undo: false });
    expect(await isActive(other)).toBe(true);
  });

  it('changes nothing when there is nothing left', async () => {
    const { spammer } = await spam();
    const first = (await cleanUpOf(spammer)).body;
    clock.advanceHours(1);
    const second = (await cleanUpOf(spammer)).body;
    clock.reset();
    expect(second.undoUntil).toBe(first.undoUntil);
    expect(sumOf(second.counts)).toBe(0);
    const entries = await db.$count(auditLog, eq(auditLog.targetId, spammer.id));
    expect(entries).toBe(1);
  });

  it('hands a group to another organiser, who becomes its owner', async () => {
    const { spammer, shared } = await spam();
    await cleanUpOf(spammer);
    const { rows } = await db.execute<{ owner: string; organises: boolean }>(sql`
      select created_by_id as owner, (select is_organizer from memberships m
        where m.group_id = g.id and m.user_id = g.created_by_id) as organises
      from groups g where id = ${shared.id}`);
    expect(rows).toMatchObject([{ organises: true }]);
    expect(rows[0]?.owner).not.toBe(spammer.id);
  });

  it('shows in the list of users until when it can be undone', async () => {
    const { spammer } = await spam();
    await cleanUpOf(spammer);
    const listed = async () =>
      (await adminClient.call('GET /api/admin/users', { query: { q: spammer.email } })).body[0];
    expect(await listed()).toMatchObject({
      isActive: false,
      cleanup: { at: clock.read().toISOString(), undoUntil: clock.inHours(24).toISOString() },
      can: { cleanUp: true, undoCleanup: true },
    });
    clock.advanceHours(24);
    expect((await listed())?.can.undoCleanup).toBe(false);
    clock.reset();
  });
});

describe("an admin's options about an author", () => {
  it('include a purge on an event and a comment of a member, and not of an admin', async () => {
    const { spammer, meeting, sharedEvent } = await spam();
    const fellow = await make.admin();
    const mine = await make.comment(meeting, fellow);
    const { body: event } = await adminClient.call('GET /api/events/:id', {
      params: { id: sharedEvent.id },
    });
    expect(event).toMatchObject({ createdById: spammer.id, can: { cleanUp: true } });
    const { body: comments } = await adminClient.call('GET /api/events/:id/comments', {
      params: { id: meeting.id },
    });
    expect(comments.find(({ userId }) => userId === spammer.id)?.can.cleanUp).toBe(true);
    expect(comments.find(({ id }) => id === mine.id)?.can.cleanUp).toBeUndefined();
    const { body: listed } = await adminClient.call('GET /api/admin/comments', { query: {} });
    expect(listed.find(({ id }) => id === mine.id)?.can).toEqual({ cleanUp: false });
    expect(listed.find(({ userId }) => userId === spammer.id)?.can).toEqual({ cleanUp: true });
  });

  it("are hidden from everybody else, as is the event's author", async () => {
    const { neighbour, sharedEvent, meeting } = await spam();
    const theirs = await app.as(neighbour);
    const { body: event } = await theirs.call('GET /api/events/:id', {
      params: { id: sharedEvent.id },
    });
    expect(event).not.toHaveProperty('createdById');
    expect(event.can).not.toHaveProperty('cleanUp');
    const { body: comments } = await theirs.call('GET /api/events/:id/comments', {
      params: { id: meeting.id },
    });
    for (const comment of comments) expect(Object.keys(comment.can)).toEqual(['delete']);
  });
});

describe('a member whose ban ended without an undo', () => {
  it('gets nothing back', async () => {
    const { spammer } = await spam();
    await cleanUpOf(spammer);
    await adminClient.call('PATCH /api/admin/users/:id/status', {
      ...of(spammer),
      body: { isActive: true },
    });
    expect(await rowsOf(db, spammer, 'comments')).toBe(0);
    // Everything that the purge left is deleted with the account.
    await adminClient.call('DELETE /api/admin/users/:id', of(spammer));
    expect(await rowsOf(db, spammer, 'removed_rows', 'cleanup_id')).toBe(0);
  });
});
