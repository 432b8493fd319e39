import { describe, expect, it } from 'vitest';
import { auditLog } from '#features/base/audit/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { groupForm } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make } = app;
const admin = await app.as(await make.admin());

const change = 'PATCH /api/groups/:id';
const of = ({ id }: { id: number }) => ({ params: { id } });
const read = async (client: Client, group: { id: number }) =>
  (await client.call('GET /api/groups/:id', of(group))).body;

/** A group with an owner, another organiser and a member. */
async function organised(columns: object = { organisersEdit: true }) {
  const group = await make.group(columns);
  const other = await make.organiser(group);
  const [owner, organiser, member] = await Promise.all([
    app.as(group.owner),
    app.as(other),
    app.as(await make.member(group)),
  ]);
  return { group, owner, organiser, organiserId: other.id, member };
}

describe('whether organisers can edit a group', () => {
  it('is false until its owner or an admin says so, and no organiser can', async () => {
    const { group, owner, organiser, member } = await organised({});
    expect(await read(owner, group)).toMatchObject({
      organisersEdit: false,
      can: { edit: true, letOrganisersEdit: true },
    });
    const set = (organisersEdit: boolean) => ({ ...of(group), body: { organisersEdit } });
    for (const client of [organiser, member]) {
      expect(await client.outcome(change, set(true))).toBe('forbidden');
    }
    for (const client of [owner, admin]) {
      const { body } = await client.call(change, set(true));
      expect(body).toMatchObject({ organisersEdit: true, status: 'approved' });
      for (const value of [true, false])
        expect(await organiser.outcome(change, set(value))).toBe('forbidden');
      await client.call(change, set(false));
    }
    const { fields } = await owner.refusal(change, {
      ...of(group),
      body: { organisersEdit: 'x' },
    });
    expect(fields).toHaveProperty('organisersEdit');
  });

  it('comes with the form of a new group', async () => {
    const client = await app.as(await make.user());
    const { body } = await client.call('POST /api/groups', {
      body: { ...groupForm, organisersEdit: true },
    });
    expect(body.organisersEdit).toBe(true);
  });

  it('is in the log where an admin sets it, also one who organises the group', async () => {
    const group = await make.group();
    const person = await make.admin();
    await make.membership(group, person, { isOrganizer: true });
    const client = await app.as(person);
    await client.call(change, { ...of(group), body: { organisersEdit: true } });
    const entries = await app.db.select().from(auditLog);
    expect(entries.at(-1)).toMatchObject({
      actorId: person.id,
      action: 'group.edit',
      after: { fields: ['organisersEdit'] },
    });
  });
});

describe('an organiser who may edit', () => {
  const text = { description: 'We meet at the jetty now, at half past six.' };

  it('changes the text, and the edit awaits review like the owner’s', async () => {
    const { group, owner, organiser, member } = await organised();
    expect(await read(organiser, group)).toMatchObject({
      can: { edit: true, letOrganisersEdit: false, submit: false, handOver: false },
      reviewedOnEdit: true,
    });
    expect((await read(member, group)).can.edit).toBe(false);
    const { body } = await organiser.call(change, { ...of(group), body: text });
    expect(body).toMatchObject({ ...text, editPending: true, status: 'pending_approval' });
    expect(await read(owner, group)).toMatchObject(text);
    expect((await read(member, group)).description).toBe(group.description);
    const form = { ...groupForm, ...text, chargeForEvents: 'paid' } as const;
    const whole = await organiser.call('PUT /api/groups/:id', { ...of(group), body: form });
    expect(whole.body).toMatchObject({ name: form.name, chargeForEvents: 'paid' });
    await admin.call('PATCH /api/admin/groups/:id/status', {
      ...of(group),
      body: { status: 'approved' },
    });
    expect(await read(member, group)).toMatchObject({ name: form.name, ...text });
  });

  it("doesn't submit the group, hand it over, download it, or slip in what the owner decides", async () => {
    const { group, organiser } = await organised({ organisersEdit: true, status: 'rejected' });
    const submit = { ...of(group), body: { status: 'pending_approval' } as const };
    expect(await organiser.outcome('PUT /api/groups/:id', submit)).toBe('forbidden');
    const slipped = { ...of(group), body: { ...text, organisersEdit: true } };
    expect(await organiser.outcome(change, slipped)).toBe('forbidden');
    expect((await read(organiser, group)).description).toBe(group.description);
    const { id: userId } = await make.member(group);
    const owner = { ...of(group), body: { userId } };
    expect(await organiser.outcome('PUT /api/groups/:id/owner', owner)).toBe('forbidden');
    expect(await organiser.outcome('GET /api/groups/:id/export.json', of(group))).toBe('forbidden');
  });

  it('can no longer, once the owner says so or the role is gone', async () => {
    const { group, owner, organiser } = await organised();
    const edit = { ...of(group), body: text };
    await owner.call(change, { ...of(group), body: { organisersEdit: false } });
    expect(await organiser.refusal(change, edit)).toMatchObject({
      code: 'forbidden',
      message: 'Only the person who started this group can edit it',
    });
    expect((await read(organiser, group)).can.edit).toBe(false);
    const other = await organised();
    await other.owner.call('PATCH /api/groups/:id/members/:userId', {
      params: { id: other.group.id, userId: other.organiserId },
      body: { isOrganizer: false },
    });
    expect(await other.organiser.outcome(change, { ...of(other.group), body: text })).toBe(
      'forbidden',
    );
  });
});
