import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import { groups } from './tables.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();
const admin = await app.as(await make.admin());

const form = {
  name: 'Derwent Dippers',
  description: 'Cold water at dusk, hot soup afterwards.',
  groupType: 'outdoorsAdventure',
  chargeForEvents: 'free',
  imageUrl: '',
} as const;
const review = 'PATCH /api/admin/groups/:id/status';

const idOf = ({ id }: Pick<Group, 'id'>) => ({ params: { id } });

async function edit(group: Group & { owner: Pick<User, 'id'> }, change: object = {}) {
  const owner = await app.as(group.owner);
  return owner.call('PUT /api/groups/:id', { ...idOf(group), body: { ...form, ...change } });
}

const read = async (client: typeof visitor, group: Pick<Group, 'id'>) =>
  (await client.call('GET /api/groups/:id', idOf(group))).body;

const queued = async ({ id }: Pick<Group, 'id'>) =>
  (await admin.call('GET /api/admin/groups', { query: { status: 'pending_approval' } })).body.find(
    (each) => each.id === id,
  );

const emailsTo = ({ id }: Pick<User, 'id'>) => queuedEmailsTo(app, id);

describe("an owner's edit of an approved group", () => {
  it('leaves it public as it was, with its events, for visitors, strangers and members', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const before = await read(visitor, group);
    await edit(group);
    expect(await read(visitor, group)).toEqual(before);
    for (const person of [
      await make.user(),
      await make.member(group),
      await make.pendingMember(group),
    ]) {
      const body = await read(await app.as(person), group);
      expect(body).toMatchObject({ name: group.name, status: 'approved' });
      expect(body).not.toHaveProperty('editPending');
    }
    const params = { params: { id: event.id } };
    expect((await visitor.call('GET /api/events/:id', params)).body.group.name).toBe(group.name);
    const found = await visitor.call('GET /api/groups', { query: { q: group.name } });
    expect(found.body.map(({ id }) => id)).toContain(group.id);
    const unseen = await visitor.call('GET /api/groups', { query: { q: form.name } });
    expect(unseen.body.map(({ id }) => id)).not.toContain(group.id);
  });

  it('shows as pending to its owner, organisers and admins', async () => {
    const group = await make.group();
    await edit(group, { groupType: 'foodDrink' });
    const organiser = await app.as(await make.organiser(group));
    for (const client of [await app.as(group.owner), organiser, admin]) {
      expect(await read(client, group)).toMatchObject({
        name: form.name,
        category: { id: 7, name: 'Food & Drink' },
        status: 'pending_approval',
        editPending: true,
      });
    }
    const mine = await organiser.call('GET /api/user/groups');
    expect(mine.body).toMatchObject([{ name: form.name, editPending: true }]);
  });

  it('leaves the group approved: people join at once, RSVP, and its events stay free', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    await edit(group, { joinPolicy: 'approval', chargeForEvents: 'paid' });
    const person = await app.as(await make.user());
    const joined = await person.call('POST /api/groups/:id/members', idOf(group));
    expect(joined.body.status).toBe('approved');
    await person.call('POST /api/events/:id/rsvps', { params: { id: event.id } });
    const free = async () =>
      (await visitor.call('GET /api/events', { query: { free: 'true', group: group.id } })).body
        .length;
    expect(await free()).toBe(1);
    await admin.call(review, { ...idOf(group), body: { status: 'approved' } });
    expect(await free()).toBe(0);
  });

  it('needs no review when nothing changes, or when it is reverted', async () => {
    const group = await make.group();
    const same = { name: group.name, description: group.description };
    expect((await edit(group, same)).body.status).toBe('approved');
    expect((await edit(group)).body.status).toBe('pending_approval');
    expect((await edit(group, same)).body.status).toBe('approved');
    expect(await queued(group)).toBeUndefined();
  });

  it('stays as it is when only the status is sent', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const body = { status: 'pending_approval' } as const;
    const sent = await owner.call('PUT /api/groups/:id', { ...idOf(group), body });
    expect(sent.body.status).toBe('approved');
    expect((await visitor.call('GET /api/groups/:id', idOf(group))).status).toBe(200);
  });

  it("changes at once who sees attendees' names, which no admin reviews", async () => {
    const group = await make.group();
    await edit(group, { attendeeNames: 'members' });
    expect(await read(visitor, group)).toMatchObject({
      name: group.name,
      attendeeNames: 'members',
    });
  });
});

describe('a second edit', () => {
  it('replaces the first, and keeps its place in the queue', async () => {
    const group = await make.group();
    await edit(group, { location: 'Ambleside' });
    const first = await queued(group);
    app.clock.advanceHours(1);
    await edit(group, { name: 'Derwent Divers', location: 'Keswick' });
    const second = await queued(group);
    expect(second).toMatchObject({ name: 'Derwent Divers', location: 'Keswick' });
    expect(second?.was).toEqual({ name: group.name, description: group.description });
    expect(second?.submittedAt).toBe(first?.submittedAt);
  });

  it('is never approved or rejected by an admin who has read the first', async () => {
    const group = await make.group();
    await edit(group);
    const version = (await queued(group))?.version ?? '';
    await edit(group, { description: 'Buy my watches, the best of all watches, here and now.' });
    for (const status of ['approved', 'rejected'] as const) {
      const refusal = await admin.refusal(review, { ...idOf(group), body: { status, version } });
      expect(refusal).toMatchObject({ status: 409, code: 'conflict' });
    }
    expect(await read(visitor, group)).toMatchObject({ name: group.name });
    const newest = (await queued(group))?.version ?? '';
    const body = { status: 'approved', version: newest } as const;
    expect((await admin.call(review, { ...idOf(group), body })).body.status).toBe('approved');
  });

  it('meets an approval at the same moment: only what was read becomes public', async () => {
    const rounds = Array.from({ length: 8 }, async () => {
      const group = await make.group();
      await edit(group);
      const version = (await queued(group))?.version ?? '';
      const body = { status: 'approved', version } as const;
      const [outcome] = await Promise.all([
        admin.outcome(review, { ...idOf(group), body }),
        edit(group, { name: 'Unread Words' }),
      ]);
      return { outcome, name: (await read(visitor, group)).name, before: group.name };
    });
    for (const { outcome, name, before } of await Promise.all(rounds)) {
      expect(name).toBe(outcome === 200 ? form.name : before);
    }
  });

  it('by an admin changes the pending edit, and publishes nothing sooner', async () => {
    const group = await make.group();
    await edit(group);
    const body = { ...form, name: 'Derwent Dawdlers' };
    await admin.call('PUT /api/groups/:id', { ...idOf(group), body });
    expect((await read(visitor, group)).name).toBe(group.name);
    expect(await queued(group)).toMatchObject({ name: 'Derwent Dawdlers' });
  });
});

describe('the decision about an edit', () => {
  it('is in the queue, with the old value beside each change', async () => {
    const group = await make.group();
    const count = async () => (await admin.call('GET /api/admin/summary')).body.waitingGroups;
    const before = await count();
    await edit(group, { audience: 'families' });
    expect(await count()).toBe(before + 1);
    expect(await queued(group)).toMatchObject({
      name: form.name,
      audience: 'families',
      status: 'pending_approval',
      was: { name: group.name, description: group.description, audience: 'all' },
      can: { approve: true, reject: true },
    });
    const approved = await admin.call('GET /api/admin/groups', { query: { status: 'approved' } });
    expect(approved.body.map(({ id }) => id)).not.toContain(group.id);
  });

  it('to approve publishes it, and notifies its owner', async () => {
    const group = await make.group();
    await edit(group, { groupType: 'foodDrink' });
    await admin.call(review, { ...idOf(group), body: { status: 'approved' } });
    const body = await read(visitor, group);
    expect(body).toMatchObject({ name: form.name, categoryId: 7, status: 'approved' });
    expect(await queued(group)).toBeUndefined();
    const payload = { groupId: group.id, status: 'approved', reason: null, edit: true };
    expect(await emailsTo(group.owner)).toEqual([{ kind: 'group_reviewed', payload }]);
  });

  it('to reject drops it with a reason, which its owner reads and visitors don’t', async () => {
    const group = await make.group();
    await edit(group);
    const reason = 'Please keep the town.';
    await admin.call(review, { ...idOf(group), body: { status: 'rejected', reason } });
    const own = await read(await app.as(group.owner), group);
    expect(own).toMatchObject({ name: group.name, status: 'approved', statusReason: reason });
    const seen = await read(await app.as(await make.member(group)), group);
    expect(seen).toMatchObject({ name: group.name, status: 'approved' });
    expect(seen).not.toHaveProperty('statusReason');
    const payload = { groupId: group.id, status: 'rejected', reason, edit: true };
    expect(await emailsTo(group.owner)).toEqual([{ kind: 'group_reviewed', payload }]);
    expect((await edit(group)).body).toMatchObject({ editPending: true });
    expect(await read(await app.as(group.owner), group)).not.toHaveProperty('statusReason');
  });

  it("can't be to approve when events for under 18s would lack a safeguarding lead", async () => {
    const safe = { safeguardingLead: 'Ruth Okafor', safeguardingContact: '01768 555 0142' };
    const group = await make.group({ audience: 'families', ...safe });
    await edit(group, { safeguardingLead: '', safeguardingContact: '' });
    await make.event({ group, audience: 'under18' });
    const body = { status: 'approved' } as const;
    expect(await admin.outcome(review, { ...idOf(group), body })).toBe('conflict');
    expect(await queued(group)).toBeDefined();
  });
});

describe('an edit', () => {
  it('leaves the queue while its group is hidden, and restoring the group never publishes it', async () => {
    const group = await make.group();
    await edit(group);
    await app.db
      .update(groups)
      .set({ status: 'hidden', hiddenFrom: 'approved' })
      .where(eq(groups.id, group.id));
    expect(await queued(group)).toBeUndefined();
    expect(await visitor.outcome('GET /api/groups/:id', idOf(group))).toBe('not_found');
  });
});
