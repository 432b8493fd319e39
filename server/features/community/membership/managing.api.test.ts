import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';

const app = await startTestApp();
const { make } = app;

type Person = Pick<User, 'id'>;
const at = (group: Pick<Group, 'id'>, person: Person) => ({
  params: { id: group.id, userId: person.id },
});
const readGroup = async (group: Pick<Group, 'id'>, by: Person) =>
  (await (await app.as(by)).call('GET /api/groups/:id', { params: { id: group.id } })).body;
const queuedKinds = async ({ id }: Person) =>
  (await queuedEmailsTo(app, id)).map(({ kind }) => kind);

const changeMember = 'PATCH /api/groups/:id/members/:userId';
const removeMember = 'DELETE /api/groups/:id/members/:userId';
const leave = 'DELETE /api/groups/:id/members';

describe('a request to join', () => {
  it('reaches every organiser', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const organiser = await make.organiser(group);
    const person = await make.user();
    const client = await app.as(person);
    await client.call('POST /api/groups/:id/members', { params: { id: group.id } });
    expect(await queuedKinds(group.owner)).toEqual(['request_received']);
    expect(await queuedKinds(organiser)).toEqual(['request_received']);
  });

  it('is approved by an organiser: counted once, and the member is notified', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const person = await make.pendingMember(group);
    const client = await app.as(group.owner);
    const approve = { ...at(group, person), body: { status: 'approved' as const } };
    for (const answer of [
      await client.call(changeMember, approve),
      await client.call(changeMember, approve),
    ]) {
      expect(answer.body).toEqual({ status: 'approved', isOrganizer: false });
    }
    expect((await readGroup(group, person)).memberCount).toBe(2);
    expect(await queuedKinds(person)).toEqual(['request_approved']);
  });

  it('is declined by an organiser: removed, and the member is notified', async () => {
    const group = await make.group({ joinPolicy: 'approval' });
    const person = await make.pendingMember(group);
    const client = await app.as(group.owner);
    expect((await client.call(removeMember, at(group, person))).status).toBe(204);
    expect((await readGroup(group, person)).membership).toBeNull();
    expect((await readGroup(group, person)).memberCount).toBe(1);
    expect(await queuedKinds(person)).toEqual(['request_declined']);
  });
});

describe('an organiser', () => {
  it('promotes and demotes another organiser', async () => {
    const group = await make.group();
    const person = await make.member(group);
    const client = await app.as(group.owner);
    await client.call(changeMember, { ...at(group, person), body: { isOrganizer: true } });
    expect((await readGroup(group, person)).can.createEvent).toBe(true);
    await client.call(changeMember, { ...at(group, person), body: { isOrganizer: false } });
    expect((await readGroup(group, person)).can.createEvent).toBe(false);
    expect(await queuedKinds(person)).toEqual(['organiser_made']);
  });

  it("can't promote a pending member", async () => {
    const group = await make.group();
    const person = await make.pendingMember(group);
    const client = await app.as(group.owner);
    const input = { ...at(group, person), body: { isOrganizer: true } };
    expect(await client.refusal(changeMember, input)).toMatchObject({
      code: 'conflict',
      message: 'Approve the request before you make this person an organiser',
    });
  });

  it('approves and promotes in one call', async () => {
    const group = await make.group();
    const person = await make.pendingMember(group);
    const client = await app.as(group.owner);
    const body = { status: 'approved' as const, isOrganizer: true };
    const answer = await client.call(changeMember, { ...at(group, person), body });
    expect(answer.body).toEqual({ status: 'approved', isOrganizer: true });
  });

  it('can neither demote nor remove the owner', async () => {
    const group = await make.group();
    const client = await app.as(await make.organiser(group));
    const unmake = { ...at(group, group.owner), body: { isOrganizer: false } };
    const message = 'This person owns the group. Hand it over first.';
    expect(await client.refusal(changeMember, unmake)).toMatchObject({ code: 'conflict', message });
    expect(await client.refusal(removeMember, at(group, group.owner))).toMatchObject({
      code: 'conflict',
      message,
    });
  });

  it("gets 'not found' for somebody who is no member", async () => {
    const group = await make.group();
    const client = await app.as(group.owner);
    expect(await client.refusal(removeMember, at(group, await make.user()))).toMatchObject({
      code: 'not_found',
      message: 'Member not found',
    });
  });

  it('must send a change', async () => {
    const group = await make.group();
    const client = await app.as(group.owner);
    const input = { ...at(group, await make.member(group)), body: {} };
    expect(await client.refusal(changeMember, input)).toMatchObject({
      code: 'invalid',
      fields: { status: 'Please say what to change: status or isOrganizer' },
    });
  });
});

describe('the owner', () => {
  it('hands the group over: the new owner edits it, as an organiser', async () => {
    const group = await make.group();
    const heir = await make.member(group);
    const client = await app.as(group.owner);
    const input = { params: { id: group.id }, body: { userId: heir.id } };
    expect((await client.call('PUT /api/groups/:id/owner', input)).status).toBe(204);
    expect((await readGroup(group, heir)).can).toMatchObject({ edit: true, handOver: true });
    expect((await readGroup(group, group.owner)).can).toMatchObject({
      edit: false,
      manageMembers: true,
      handOver: false,
    });
    expect(await queuedKinds(heir)).toEqual(['owner_made']);
  });

  it.each(['pendingMember', 'user'] as const)("can't hand it over to a %s", async (kind) => {
    const group = await make.group();
    const heir = kind === 'user' ? await make.user() : await make.pendingMember(group);
    const client = await app.as(group.owner);
    const input = { params: { id: group.id }, body: { userId: heir.id } };
    const { code } = await client.refusal('PUT /api/groups/:id/owner', input);
    expect(code).toBe(kind === 'user' ? 'not_found' : 'conflict');
  });

  it('is succeeded by the longest-serving organiser', async () => {
    const group = await make.group();
    const next = await make.organiser(group);
    await (await app.as(group.owner)).call(leave, { params: { id: group.id } });
    expect((await readGroup(group, next)).createdById).toBe(next.id);
    expect((await readGroup(group, next)).can.edit).toBe(true);
  });

  it('who is the only organiser reads what to do before leaving', async () => {
    const group = await make.group();
    const client = await app.as(group.owner);
    expect(await client.refusal(leave, { params: { id: group.id } })).toMatchObject({
      code: 'conflict',
      message: 'You are the only organiser. Make another member an organiser before you leave.',
    });
  });
});

describe('the list of members', () => {
  it('comes in pages, organisers first, each member once', async () => {
    const group = await make.group();
    for (let count = 0; count < 6; count += 1) await make.member(group);
    const late = await make.organiser(group);
    const client = await app.as(group.owner);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const answer = await client.call('GET /api/groups/:id/members', {
        params: { id: group.id },
        query: { limit: 3, cursor },
      });
      ids.push(...answer.body.approved.map(({ userId }) => userId));
      cursor = /cursor=([^&>]+)/.exec(String(answer.headers.link ?? ''))?.[1];
    } while (cursor);
    expect(ids).toHaveLength(8);
    expect(new Set(ids).size).toBe(8);
    expect(ids.slice(0, 2).toSorted()).toEqual([group.owner.id, late.id].toSorted());
  });
});

describe('at the same moment', () => {
  it('two organisers who demote each other leave one', async () => {
    for (let round = 0; round < 10; round += 1) {
      const group = await make.group();
      const [one, other] = [await make.organiser(group), await make.organiser(group)];
      await app.db.$client.query(`DELETE FROM memberships WHERE group_id = $1 AND user_id = $2`, [
        group.id,
        group.owner.id,
      ]);
      const [first, second] = [await app.as(one), await app.as(other)];
      const body = { isOrganizer: false };
      const answers = await Promise.all([
        first.send(changeMember, { ...at(group, other), body }),
        second.send(changeMember, { ...at(group, one), body }),
      ]);
      const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
    }
  });
});
