import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/paging.ts';
import { plantReport } from '#tests/support/reports.ts';
import { users } from '#features/base/accounts/tables.ts';

const app = await startTestApp();
const { make, clock } = app;
const admin = await make.admin({
  firstName: 'Ada',
  lastName: 'Lil',
  createdAt: clock.inHours(-10_000),
});
const adminClient = await app.as(admin);

const ids = (rows: { id: unknown }[]) => rows.map(({ id }) => id);

describe('GET /api/admin/users', () => {
  it('lists accounts, newest first, with their figures', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const person = await make.member(group, { createdAt: clock.inHours(1) });
    await make.rsvp(event, person);
    await make.comment(event, person);
    await make.comment(event, person);
    const { body } = await adminClient.call('GET /api/admin/users', { query: { limit: 1 } });
    expect(body).toMatchObject([
      {
        id: person.id,
        email: person.email,
        role: 'user',
        isActive: true,
        groupCount: 1,
        rsvpCount: 1,
        commentCount: 2,
        can: { changeRole: true, changeStatus: true, signOut: true, delete: true },
      },
    ]);
  });

  it('finds by first name, last name and e-mail, whatever the case', async () => {
    const person = await make.user({
      firstName: 'Zephyrine',
      lastName: 'Quill%Marsh',
      email: 'zq@example.net',
    });
    for (const q of ['zephyr', 'rine quill', 'l%m', 'ZQ@EXAMPLE']) {
      const { body } = await adminClient.call('GET /api/admin/users', { query: { q } });
      expect({ q, found: ids(body) }).toEqual({ q, found: [person.id] });
    }
  });

  it('narrows to a role and to banned members', async () => {
    const banned = await make.banned();
    const admins = await adminClient.call('GET /api/admin/users', { query: { role: 'admin' } });
    expect(admins.body.map(({ role }) => role)).toEqual(['admin']);
    const out = await adminClient.call('GET /api/admin/users', { query: { status: 'banned' } });
    expect(ids(out.body)).toEqual([banned.id]);
    const active = await adminClient.call('GET /api/admin/users', {
      query: { status: 'active', role: '' },
    });
    expect(ids(active.body)).not.toContain(banned.id);
  });

  it("marks names that read like an admin's, or like an organiser's of a shared group", async () => {
    const [pat, vic] = [
      await make.user({ firstName: 'Pat', lastName: 'Ellwood' }),
      await make.user({ firstName: 'Vic', lastName: 'Ferris' }),
    ];
    const [group, other] = [await make.group({ owner: pat }), await make.group({ owner: vic })];
    const named = (firstName: string, lastName: string) => ({ firstName, lastName });
    const people = [
      [await make.member(group, named('P\u0430t', 'EIIwood')), 'Pat Ellwood'],
      [await make.pendingMember(group, named('Pat', 'Ellwood')), 'Pat Ellwood'],
      [await make.member(group, named('Vic', 'Ferris')), null],
      [await make.member(other, named('\u0410da', 'LiI')), 'Ada Lil'],
      [await make.user(named('Pat', 'Ellwood')), null],
      [pat, null],
    ] as const;
    const { body } = await adminClient.call('GET /api/admin/users');
    for (const [person, mark] of people) {
      expect(body.find(({ id }) => id === person.id)?.readsLike).toBe(mark);
    }
  });

  it('marks them as soon as their name changes, in every answer about them', async () => {
    const organiser = await make.user({ firstName: 'Lee', lastName: 'Harbottle' });
    const person = await make.member(await make.group({ owner: organiser }));
    await (
      await app.as(person)
    ).call('PATCH /api/auth/user', { body: { firstName: 'Lee', lastName: 'HarbottIe' } });
    const { body } = await adminClient.call('PATCH /api/admin/users/:id/status', {
      params: { id: person.id },
      body: { isActive: false },
    });
    expect(body.readsLike).toBe('Lee Harbottle');
  });

  it('comes in pages without gaps, also among equal times', async () => {
    const pages = await readPages(adminClient, 'GET /api/admin/users', { query: { limit: 3 } });
    const all = await app.db.select({ id: users.id }).from(users);
    expect(pages.flat()).toHaveLength(all.length);
    expect(new Set(pages.flat())).toEqual(new Set(ids(all)));
  });

  it("offers no actions on the caller's own account", async () => {
    const { body } = await adminClient.call('GET /api/admin/users', { query: { role: 'admin' } });
    expect(body[0]).toMatchObject({
      id: admin.id,
      can: { changeRole: false, changeStatus: false, signOut: false, delete: false },
    });
  });

  it.each([
    ['role', { role: 'owner' }],
    ['status', { status: 'asleep' }],
    ['cursor', { cursor: 'nonsense' }],
  ])('refuses a wrong %s by its name', async (field, query) => {
    const refused = await adminClient.refusal('GET /api/admin/users', { query });
    expect(refused).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } });
  });
});

describe('GET /api/admin/groups', () => {
  it('puts the longest-waiting one first, with its owner’s profile', async () => {
    const owner = await make.user({ firstName: 'Orla', bio: 'Runs the village choir on Mondays.' });
    await make.group({ owner });
    const late = await make.group({ status: 'pending_approval', submittedAt: clock.inHours(-1) });
    const early = await make.group({
      owner,
      status: 'pending_approval',
      submittedAt: clock.inHours(-30),
    });
    const query = { status: 'pending_approval', limit: 1 } as const;
    const pages = await readPages(adminClient, 'GET /api/admin/groups', { query });
    expect(pages).toEqual([[early.id], [late.id]]);
    const { body } = await adminClient.call('GET /api/admin/groups', { query });
    expect(body[0]).toMatchObject({
      submittedAt: clock.inHours(-30).toISOString(),
      owner: { firstName: 'Orla', bio: 'Runs the village choir on Mondays.', otherGroups: 1 },
    });
  });

  it('keeps the place of a pending group that is edited', async () => {
    const group = await make.group({
      status: 'pending_approval',
      submittedAt: clock.inHours(-500),
    });
    const owner = await app.as(group.owner);
    const params = { id: group.id };
    const body = { status: 'pending_approval' } as const;
    await owner.call('PUT /api/groups/:id', { params, body });
    const query = { status: 'pending_approval', limit: 1 } as const;
    expect(ids((await adminClient.call('GET /api/admin/groups', { query })).body)).toEqual([
      group.id,
    ]);
    await adminClient.call('PATCH /api/admin/groups/:id/status', {
      params,
      body: { status: 'rejected' },
    });
    await owner.call('PUT /api/groups/:id', { params, body });
    const after = await adminClient.call('GET /api/admin/groups', { query: { q: group.name } });
    expect(after.body[0]?.submittedAt).toBe(clock.read().toISOString());
  });

  it('lists all, newest first, with members, events and status', async () => {
    const group = await make.group({ status: 'rejected', name: 'Allotment Swap Club' });
    await make.member(group);
    await make.event({ group });
    const { body } = await adminClient.call('GET /api/admin/groups', {
      query: { q: 'allotment swap' },
    });
    expect(body).toMatchObject([
      {
        id: group.id,
        status: 'rejected',
        location: 'Keswick',
        memberCount: 2,
        eventCount: 1,
        hasOrganizer: true,
        can: { approve: true, reject: false, appointOrganizer: false },
      },
    ]);
    const pages = await readPages(adminClient, 'GET /api/admin/groups', { query: { limit: 2 } });
    const numbers = pages.flat().map(Number);
    expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
    expect(numbers).toContain(group.id);
  });

  it('flags a group without an active organiser', async () => {
    const owner = await make.banned();
    const left = await make.group({ owner });
    await make.member(left);
    const group = await make.group({ owner });
    await make.organiser(group);
    const query = { organizer: 'none' } as const;
    const { body } = await adminClient.call('GET /api/admin/groups', { query });
    expect(body).toMatchObject([
      {
        id: left.id,
        hasOrganizer: false,
        can: { approve: false, reject: true, appointOrganizer: true },
      },
    ]);
  });
});

describe('GET /api/admin/events', () => {
  it('lists events of every group and status, newest first', async () => {
    const group = await make.group({ status: 'pending_approval', name: 'Moth Watchers' });
    const event = await make.cancelledEvent({ group, title: 'Moths by lamplight' });
    await make.comment(event, await make.member(group));
    const { body } = await adminClient.call('GET /api/admin/events', { query: { limit: 1 } });
    expect(body).toMatchObject([
      {
        id: event.id,
        title: 'Moths by lamplight',
        location: event.location,
        status: 'cancelled',
        commentCount: 1,
        group: { id: group.id, name: 'Moth Watchers', status: 'pending_approval' },
      },
    ]);
  });
});

describe('GET /api/admin/comments', () => {
  it('lists comments, newest first, with author and event', async () => {
    const author = await make.user({ firstName: 'Kezia', lastName: 'Thorne' });
    const event = await make.event({ title: 'Cider pressing' });
    const comment = await make.comment(event, author, { content: 'Bring a sieve.' });
    const query = { limit: 1 };
    expect((await adminClient.call('GET /api/admin/comments', { query })).body).toEqual([
      {
        id: comment.id,
        content: 'Bring a sieve.',
        userId: author.id,
        userName: 'Kezia Thorne',
        userEmail: author.email,
        eventId: event.id,
        eventTitle: 'Cider pressing',
        can: { cleanUp: true },
        createdAt: comment.createdAt.toISOString(),
      },
    ]);
  });
});

describe('the admin summary', () => {
  it('counts everything, and pending items', async () => {
    const before = (await adminClient.call('GET /api/admin/summary')).body;
    const group = await make.group({ status: 'pending_approval' });
    await make.pastEvent({ group });
    const event = await make.event({ group });
    await make.comment(event, group.owner, { createdAt: clock.inHours(-9 * 24) });
    await make.comment(event, group.owner);
    await make.pendingComment(event, group.owner);
    await make.message(group, { state: 'held' });
    await plantReport(app.db, { type: 'event', id: event.id }, group.owner);
    await make.banned();
    const after = (await adminClient.call('GET /api/admin/summary')).body;
    expect(after).toEqual({
      users: before.users + 2,
      activeUsers: before.activeUsers + 1,
      groups: before.groups + 1,
      waitingGroups: before.waitingGroups + 1,
      events: before.events + 2,
      upcomingEvents: before.upcomingEvents + 1,
      comments: before.comments + 2,
      waitingComments: before.waitingComments + 1,
      waitingMessages: before.waitingMessages + 1,
      papersToReview: before.papersToReview,
      waitingReports: before.waitingReports + 1,
      overdueReports: before.overdueReports,
      newComments: before.newComments + 1,
    });
  });
});
