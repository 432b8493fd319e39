import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { lanterns } from '#tests/support/forms.ts';
import { startTestApp } from '#tests/support/app.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import { users } from '#features/base/accounts/tables.ts';
import { pictureUrl } from '#features/base/media/queries.ts';
import { media } from '#features/base/media/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';

const app = await startTestApp();
const { make, clock } = app;
const admin = await make.admin();
const adminClient = await app.as(admin);

let drawn = 0;

/** Stores a picture and returns its address. */
async function picture(): Promise<string> {
  const id = createHash('sha256')
    .update(`picture ${(drawn += 1)}`)
    .digest('hex');
  const bytes = Buffer.from('not looked at');
  await app.db.insert(media).values({ id, contentType: 'image/webp', bytes, width: 1, height: 1 });
  return pictureUrl(id);
}

const isKept = async (url: string) =>
  (await app.visitor().request({ method: 'GET', url })).statusCode;

const queuedEmails = (id: string) => queuedEmailsTo(app, id);

async function entryOn(type: string, id: number) {
  const entries = await app.db
    .select({ actorId: auditLog.actorId, action: auditLog.action, before: auditLog.before })
    .from(auditLog)
    .where(sql`${auditLog.targetType} = ${type} and ${auditLog.targetId} = ${String(id)}`);
  expect(entries).toHaveLength(1);
  return entries[0];
}

describe('an event deleted by an admin', () => {
  const remove = 'DELETE /api/admin/events/:id';

  it('is gone for good with its RSVPs, comments and picture, and in the audit log', async () => {
    const imageUrl = await picture();
    const group = await make.group();
    const event = await make.event({ group, imageUrl, title: 'Moonlit walk' });
    const member = await make.member(group);
    await make.rsvp(event, member);
    await make.comment(event, member);
    const params = { id: event.id };
    await adminClient.call(remove, { params });
    expect(await adminClient.outcome('GET /api/events/:id', { params })).toBe('not_found');
    expect(await isKept(imageUrl)).toBe(404);
    const theirs = await app.as(member);
    expect((await theirs.call('GET /api/user/event-rsvps')).body).toEqual([]);
    expect(await adminClient.outcome(remove, { params })).toBe('not_found');
    expect(await entryOn('event', event.id)).toEqual({
      actorId: admin.id,
      action: 'event.delete',
      before: {
        title: 'Moonlit walk',
        groupId: event.groupId,
        startTime: event.startTime.toISOString(),
        attendees: 1,
      },
    });
  });

  it('notifies attendees, except the admin among them', async () => {
    const group = await make.group();
    const event = await make.event({ group, title: 'Sunrise swim' });
    const member = await make.member(group);
    await make.rsvp(event, member);
    await make.membership(group, admin);
    await make.rsvp(event, admin);
    await adminClient.call(remove, { params: { id: event.id } });
    expect(await queuedEmails(member.id)).toMatchObject([
      { kind: 'event_cancelled', payload: { event: { title: 'Sunrise swim' } } },
    ]);
    expect(await queuedEmails(admin.id)).toEqual([]);
  });

  it.each(['pastEvent', 'cancelledEvent'] as const)(
    'notifies nobody if it is a %s',
    async (kind) => {
      const group = await make.group();
      const event = await make[kind]({ group });
      const member = await make.member(group);
      await make.rsvp(event, member);
      await adminClient.call(remove, { params: { id: event.id } });
      expect(await queuedEmails(member.id)).toEqual([]);
    },
  );

  it('keeps a picture that another event shows', async () => {
    const imageUrl = await picture();
    const event = await make.event({ imageUrl });
    await make.event({ imageUrl });
    await adminClient.call(remove, { params: { id: event.id } });
    expect(await isKept(imageUrl)).toBe(200);
  });
});

describe('a group deleted by an admin', () => {
  const remove = 'DELETE /api/admin/groups/:id';

  it('is gone with its memberships, events and pictures, and in the audit log', async () => {
    const [cover, poster] = [await picture(), await picture()];
    const group = await make.group({ imageUrl: cover, name: 'Kite Club' });
    const event = await make.event({ group, imageUrl: poster });
    const member = await make.member(group);
    await make.rsvp(event, member);
    await make.comment(event, member);
    await adminClient.call(remove, { params: { id: group.id } });
    expect(await adminClient.outcome('GET /api/groups/:id', { params: { id: group.id } })).toBe(
      'not_found',
    );
    expect(await adminClient.outcome('GET /api/events/:id', { params: { id: event.id } })).toBe(
      'not_found',
    );
    expect([await isKept(cover), await isKept(poster)]).toEqual([404, 404]);
    const theirs = await app.as(member);
    expect((await theirs.call('GET /api/user/groups')).body).toEqual([]);
    expect(await entryOn('group', group.id)).toEqual({
      actorId: admin.id,
      action: 'group.delete',
      before: {
        name: 'Kite Club',
        status: 'approved',
        ownerId: group.owner.id,
        members: 2,
        events: 1,
      },
    });
  });

  it('notifies its members, with the number of cancelled events', async () => {
    const group = await make.group({ name: 'Fell Runners' });
    await make.event({ group });
    await make.event({ group, startTime: clock.inHours(-1) });
    await make.pastEvent({ group });
    await make.cancelledEvent({ group });
    const [member, pending] = [await make.member(group), await make.pendingMember(group)];
    await adminClient.call(remove, { params: { id: group.id } });
    const payload = { groupId: group.id, name: 'Fell Runners', coming: 2 };
    const emails = [{ kind: 'group_deleted', payload }];
    for (const { id } of [group.owner, member, pending])
      expect(await queuedEmails(id)).toEqual(emails);
  });

  it('leaves nothing behind while others join, leave, attend and create events in it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const group = await make.group();
      const event = await make.event({ group });
      const [member, leaver, stranger] = await Promise.all([
        make.member(group),
        make.member(group),
        make.user(),
      ]);
      await make.rsvp(event, leaver);
      const [host, first, second, third] = await Promise.all(
        [group.owner, member, leaver, stranger].map(app.as),
      );
      const ofGroup = { params: { id: group.id } };
      const form = { ...lanterns(clock), groupId: group.id };
      const outcomes = await Promise.all([
        first?.outcome('POST /api/events/:id/rsvps', { params: { id: event.id } }),
        second?.outcome('DELETE /api/groups/:id/members', ofGroup),
        host?.outcome('POST /api/events', { body: form }),
        adminClient.outcome(remove, ofGroup),
        third?.outcome('POST /api/groups/:id/members', ofGroup),
      ]);
      expect(outcomes[3]).toBe(204);
      const expected = new Set<unknown>([
        201,
        204,
        'not_found',
        'invalid',
        'conflict',
        'not_a_member',
      ]);
      expect(outcomes.filter((outcome) => !expected.has(outcome))).toEqual([]);
      const { rows } = await app.db.execute(sql`
        select (select count(*)::int from memberships where group_id = ${group.id})
          + (select count(*)::int from events where group_id = ${group.id})
          + (select count(*)::int from rsvps where event_id = ${event.id}) as left`);
      expect(rows).toEqual([{ left: 0 }]);
    }
  });
});

describe('a user deleted by an admin', () => {
  const remove = 'DELETE /api/admin/users/:id';

  it('is gone with memberships, RSVPs and comments; their groups and events stay, with correct counts', async () => {
    const person = await make.user();
    const group = await make.group({ owner: person });
    const member = await make.member(group);
    const event = await make.event({ group, createdById: person.id });
    await make.rsvp(event, person);
    await make.comment(event, person);
    const theirs = await app.as(person);
    await adminClient.call(remove, { params: { id: person.id } });
    expect(await theirs.outcome('GET /api/user/groups')).toBe('sign_in_required');
    const params = { id: event.id };
    const after = await (await app.as(member)).call('GET /api/events/:id', { params });
    expect(after.body).toMatchObject({ attendeeCount: 0, group: { memberCount: 1 } });
    const response = await adminClient.call('GET /api/events/:id/comments', { params, query: {} });
    expect(response.body).toEqual([]);
    const unled = await adminClient.call('GET /api/admin/groups', { query: { organizer: 'none' } });
    expect(unled.body.find(({ id }) => id === group.id)).toMatchObject({ owner: null });
    expect(await adminClient.outcome(remove, { params: { id: person.id } })).toBe('not_found');
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.targetId, person.id));
    expect(entries).toMatchObject([
      { actorId: admin.id, action: 'user.delete', before: null, after: null },
    ]);
  });

  it("can't be the calling admin", async () => {
    expect(await adminClient.refusal(remove, { params: { id: admin.id } })).toMatchObject({
      code: 'conflict',
      message: 'You can’t delete your own account here',
    });
  });

  it('during the deletion of the caller leaves one admin', async () => {
    for (let round = 0; round < 5; round += 1) {
      await app.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
      const pair = [await make.admin(), await make.admin()] as const;
      const [one, other] = [await app.as(pair[0]), await app.as(pair[1])];
      const outcomes = await Promise.all([
        one.outcome(remove, { params: { id: pair[1].id } }),
        other.outcome(remove, { params: { id: pair[0].id } }),
      ]);
      expect(outcomes).toContain(204);
      const admins = await app.db.$count(users, eq(users.role, 'admin'));
      expect(admins).toBe(1);
    }
    await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id));
  });
});

describe('a comment deleted by an admin', () => {
  const remove = 'DELETE /api/admin/comments/:id';

  it('is gone, and its text is not in the audit log', async () => {
    const event = await make.event();
    const author = await make.user();
    const comment = await make.comment(event, author, { content: 'His number is 01632 960983' });
    const params = { id: comment.id };
    await adminClient.call(remove, { params });
    const { body } = await adminClient.call('GET /api/events/:id/comments', {
      params: { id: event.id },
      query: {},
    });
    expect(body).toEqual([]);
    expect(await adminClient.outcome(remove, { params })).toBe('not_found');
    expect(await entryOn('comment', comment.id)).toEqual({
      actorId: admin.id,
      action: 'comment.delete',
      before: { eventId: event.id, authorId: author.id },
    });
  });
});

describe('an organiser for an abandoned group', () => {
  const appoint = 'PUT /api/admin/groups/:id/organizer';

  it('is appointed from its members, becomes its owner, and is notified', async () => {
    const group = await make.group({ owner: await make.banned() });
    const member = await make.member(group);
    const params = { id: group.id };
    await adminClient.call(appoint, { params, body: { userId: member.id } });
    const theirs = await app.as(member);
    expect((await theirs.call('GET /api/groups/:id', { params })).body).toMatchObject({
      createdById: member.id,
      membership: { isOrganizer: true },
      can: { edit: true, createEvent: true, handOver: true },
    });
    expect(await queuedEmails(member.id)).toEqual([
      { kind: 'owner_made', payload: { groupId: group.id } },
    ]);
    expect(await entryOn('group', group.id)).toMatchObject({
      action: 'group.organiser',
      before: { ownerId: group.owner.id },
    });
  });

  it("is refused beside an existing one, and can't be banned, pending or a stranger", async () => {
    const led = await make.group();
    const body = { userId: (await make.member(led)).id };
    expect(await adminClient.outcome(appoint, { params: { id: led.id }, body })).toBe('conflict');
    const left = await make.group({ owner: await make.banned() });
    const people = [
      [await make.member(left, { isActive: false }), 'conflict'],
      [await make.pendingMember(left), 'conflict'],
      [await make.user(), 'not_found'],
    ] as const;
    for (const [{ id }, answer] of people) {
      const input = { params: { id: left.id }, body: { userId: id } };
      expect(await adminClient.outcome(appoint, input)).toBe(answer);
    }
  });
});
