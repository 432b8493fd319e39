import { unzipSync, strFromU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { day } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import type { Group, User } from '#tests/support/factories.ts';
import { jobs } from '#server/jobs.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { groupForm } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock } = app;
const join = 'POST /api/groups/:id/members';
const question = 'What would you like to play?';
const answer = 'The cello, and a little too loudly.';

const of = ({ id }: { id: number }) => ({ params: { id } });
const asking = (columns: object = {}) =>
  make.group({ joinPolicy: 'approval', joinQuestion: question, ...columns });

/** A new person asks to join. */
async function asked(group: { id: number }, body: object = { answer }) {
  const person = await make.user();
  const client = await app.as(person);
  const { status } = await client.call(join, { ...of(group), body });
  return { person, client, status };
}

const approve = async (
  group: Group & { owner: Pick<User, 'id'> },
  { id: userId }: Pick<User, 'id'>,
) =>
  (await app.as(group.owner)).call('PATCH /api/groups/:id/members/:userId', {
    params: { id: group.id, userId },
    body: { status: 'approved' },
  });

const membersFor = async (client: Client, group: { id: number }) =>
  (await client.call('GET /api/groups/:id/members', of(group))).body;

/** The memberships that a person exports. */
async function exported(person: Pick<User, 'id'>): Promise<string> {
  const client = await app.as(person);
  const { rawPayload } = await client.send('GET /api/auth/user/export');
  return strFromU8(unzipSync(rawPayload)['memberships.json'] ?? new Uint8Array());
}

describe("a group's question", () => {
  const form = { ...groupForm, joinPolicy: 'approval' } as const;

  it('is null without one, comes with the form, and is cleaned', async () => {
    const client = await app.as(await make.user());
    const { body: plain } = await client.call('POST /api/groups', { body: form });
    expect(plain.joinQuestion).toBeNull();
    const sent = { ...form, joinQuestion: `  What would\n you like to\u202e play? ` };
    const { body: made } = await client.call('POST /api/groups', { body: sent });
    expect(made.joinQuestion).toBe(question);
    const change = (key: 'PUT /api/groups/:id' | 'PATCH /api/groups/:id', body: object) =>
      client.call(key, { ...of(made), body: body as typeof form });
    expect((await change('PUT /api/groups/:id', form)).body.joinQuestion).toBe(question);
    const { body: other } = await change('PATCH /api/groups/:id', { joinQuestion: 'Which?' });
    expect(other.joinQuestion).toBe('Which?');
    const { body: none } = await change('PUT /api/groups/:id', { ...form, joinQuestion: null });
    expect(none.joinQuestion).toBeNull();
  });

  it('has 140 characters at most', async () => {
    const client = await app.as(await make.user());
    const body = { ...form, joinQuestion: 'ß'.repeat(141) };
    const { fields } = await client.refusal('POST /api/groups', { body });
    expect(fields).toEqual({ joinQuestion: 'Please use at most 140 characters' });
    expect(
      (await client.refusal('POST /api/groups', { body: { ...body, joinQuestion: 7 } })).fields,
    ).toHaveProperty('joinQuestion');
  });

  it('waits with an edit until an admin has approved it', async () => {
    const group = await asking();
    const [owner, visitor] = [await app.as(group.owner), app.visitor()];
    const admin = await app.as(await make.admin());
    const joinQuestion = 'Have you got a stand?';
    await owner.call('PATCH /api/groups/:id', { ...of(group), body: { joinQuestion } });
    const read = async (client: Client) =>
      (await client.call('GET /api/groups/:id', of(group))).body.joinQuestion;
    expect([await read(owner), await read(visitor)]).toEqual([joinQuestion, question]);
    const queue = await admin.call('GET /api/admin/groups', {
      query: { status: 'pending_approval' },
    });
    const queued = queue.body.find(({ id }) => id === group.id);
    expect(queued).toMatchObject({ joinQuestion, was: { joinQuestion: question } });
    const body = { status: 'approved' } as const;
    await admin.call('PATCH /api/admin/groups/:id/status', { ...of(group), body });
    expect(await read(visitor)).toBe(joinQuestion);
  });

  it('is in the downloaded file of the group', async () => {
    const group = await asking();
    const { body: file } = await (
      await app.as(group.owner)
    ).call('GET /api/groups/:id/export.json', of(group));
    const other = await app.as(await make.user());
    const { body } = await other.call('POST /api/groups/import', { body: file });
    const { body: copy } = await other.call('GET /api/groups/:id', of(body));
    expect(copy).toMatchObject({ joinPolicy: 'approval', joinQuestion: question });
  });
});

describe('an answer', () => {
  it('is read by organisers and admins alone, waiting and approved', async () => {
    const group = await asking();
    const { person, client, status } = await asked(group, { answer: `  ${answer}\u0007\r\n` });
    expect(status).toBe(201);
    const [owner, admin] = [await app.as(group.owner), await app.as(await make.admin())];
    const others = [app.visitor(), client, await app.as(await make.member(group))];
    for (const reader of [owner, admin])
      expect((await membersFor(reader, group)).pending).toMatchObject([{ answer }]);
    for (const state of ['pending', 'approved']) {
      if (state === 'approved') await approve(group, person);
      for (const reader of others)
        expect(JSON.stringify(await membersFor(reader, group))).not.toContain('cello');
    }
    const { approved } = await membersFor(owner, group);
    expect(approved.find(({ userId }) => userId === person.id)).toMatchObject({ answer });
  });

  it('is optional, and has 300 characters at most', async () => {
    const group = await asking();
    for (const body of [{}, { answer: null }, { answer: ' ' }]) {
      const { person, status } = await asked(group, body);
      expect([status, await exported(person)]).toEqual([
        201,
        expect.stringContaining('"answer":null'),
      ]);
    }
    expect((await (await app.as(await make.user())).call(join, of(group))).status).toBe(201);
    const client = await app.as(await make.user());
    const body = { answer: 'é'.repeat(301) };
    expect((await client.refusal(join, { ...of(group), body })).fields).toEqual({
      answer: 'Please use at most 300 characters',
    });
    expect(
      (await client.refusal(join, { ...of(group), body: { answer: ['a'] } })).fields,
    ).toHaveProperty('answer');
  });

  it.each([
    ['anyone can join', { joinPolicy: 'open' }],
    ['asks nothing', { joinQuestion: null }],
    ['asks in an edit that waits', { joinQuestion: null, edit: { joinQuestion: question } }],
  ])('is not kept by a group where %s', async (_, columns) => {
    const { person, status } = await asked(await asking(columns));
    expect(status).toBe(201);
    expect(await exported(person)).not.toContain('cello');
  });

  it('stays as it was when somebody asks twice', async () => {
    const group = await asking();
    const { person, client } = await asked(group);
    const again = await client.call(join, { ...of(group), body: { answer: 'The drums.' } });
    expect([again.status, await exported(person)]).toEqual([200, expect.stringContaining(answer)]);
  });

  it('is in no email, and in what its author exports until 30 days after the approval', async () => {
    const group = await asking();
    const [{ person }, still] = [await asked(group), await asked(group)];
    clock.advanceHours(24);
    await approve(group, person);
    const rows = [await app.db.select().from(outbox), await app.db.select().from(mails)];
    expect(JSON.stringify(rows)).not.toContain('cello');
    const answers = jobs.filter(({ name }) => name === 'answers');
    const later = async (milliseconds: number) => {
      clock.advanceHours(milliseconds / 3_600_000);
      await Promise.all(answers.map(({ run }) => run({ db: app.db, clock: clock.read } as never)));
      return exported(person);
    };
    expect(await later(30 * day - 1)).toContain(answer);
    expect(await later(1)).not.toContain('cello');
    expect(await exported(still.person)).toContain(answer);
  });

  it('is deleted with a request that is declined or withdrawn', async () => {
    const group = await asking();
    const [declined, back] = [await asked(group), await asked(group)];
    const owner = await app.as(group.owner);
    const params = { id: group.id, userId: declined.person.id };
    await owner.call('DELETE /api/groups/:id/members/:userId', { params });
    await back.client.call('DELETE /api/groups/:id/members', of(group));
    for (const { person } of [declined, back])
      expect(await exported(person)).not.toContain('cello');
  });
});
