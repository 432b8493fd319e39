import { desc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import type { Group } from '#tests/support/factories.ts';
import { groupForm, safeguarding } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make } = app;
const admin = await app.as(await make.admin());

const form = { ...groupForm, audience: 'under18' } as const;
const missing = {
  safeguardingLead: 'Please tell us who looks after the safety of children in this group',
  safeguardingContact: 'Please tell us how to contact the safeguarding lead',
};

const idOf = ({ id }: Pick<Group, 'id'>) => ({ params: { id } });
const approve = (group: Pick<Group, 'id'>, more: object = {}) => ({
  ...idOf(group),
  body: { status: 'approved' as const, ...more },
});
const review = 'PATCH /api/admin/groups/:id/status';

const whileApproved = async (work: () => Promise<void>) => {
  const set = (groupApproval: boolean) =>
    admin.call('PATCH /api/admin/settings', { body: { groupApproval } });
  await set(false);
  await work();
  await set(true);
};

describe('a group for under 18s', () => {
  it('is not approved without a safeguarding lead and contact', async () => {
    const owner = await app.as(await make.user());
    const { body: group } = await owner.call('POST /api/groups', { body: form });
    expect(await admin.refusal(review, approve(group))).toMatchObject({
      code: 'conflict',
      message:
        'A group for under 18s needs a safeguarding lead, and a way to reach them, before it can be approved',
    });
    const body = { ...form, safeguardingLead: safeguarding.safeguardingLead };
    await owner.call('PUT /api/groups/:id', { ...idOf(group), body });
    expect(await admin.outcome(review, approve(group))).toBe('conflict');
    await owner.call('PUT /api/groups/:id', {
      ...idOf(group),
      body: { ...form, ...safeguarding },
    });
    const approved = await admin.call(review, approve(group, { safeguardingChecked: true }));
    expect(approved.body).toMatchObject({ status: 'approved', ...safeguarding });
    const [entry] = await app.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: 'group.review',
      after: { status: 'approved', safeguardingChecked: true },
    });
  });

  it('is never published without them, even where no approval is required', async () => {
    const owner = await app.as(await make.user());
    await whileApproved(async () => {
      expect(await owner.refusal('POST /api/groups', { body: form })).toMatchObject({
        code: 'invalid',
        fields: missing,
      });
      const { body } = await owner.call('POST /api/groups', {
        body: { ...form, ...safeguarding },
      });
      expect(body.status).toBe('approved');
    });
    const { body: draft } = await owner.call('POST /api/groups', { body: form });
    await whileApproved(async () => {
      const body = { status: 'pending_approval' as const };
      const sent = { ...idOf(draft), body };
      expect(await owner.outcome('PUT /api/groups/:id', sent)).toBe('conflict');
    });
  });

  it('needs them when an approved group becomes one, and keeps them', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    for (const client of [owner, admin]) {
      const refusal = await client.refusal('PUT /api/groups/:id', { ...idOf(group), body: form });
      expect(refusal).toMatchObject({ code: 'invalid', fields: missing });
    }
    const body = { ...form, ...safeguarding };
    await admin.call('PUT /api/groups/:id', { ...idOf(group), body });
    const without = { ...form, safeguardingContact: '' };
    const { fields } = await admin.refusal('PUT /api/groups/:id', {
      ...idOf(group),
      body: without,
    });
    expect(fields).toEqual({ safeguardingContact: missing.safeguardingContact });
    // A client that doesn't know these fields leaves them unchanged.
    const { audience: _, ...old } = form;
    const { body: saved } = await admin.call('PUT /api/groups/:id', { ...idOf(group), body: old });
    expect(saved).toMatchObject({ audience: 'under18', ...safeguarding });
  });

  it("keeps its lead while it has upcoming events for under 18s, and can't become one for adults", async () => {
    const group = await make.group({ audience: 'families', ...safeguarding });
    const event = await make.event({ group, audience: 'under18' });
    const owner = await app.as(group.owner);
    const edit = { ...form, ...safeguarding, audience: 'families' } as const;
    const refusal = async (change: object) => {
      const body = { ...edit, ...change };
      return (await owner.refusal('PUT /api/groups/:id', { ...idOf(group), body })).fields;
    };
    expect(await refusal({ safeguardingLead: '', safeguardingContact: '' })).toEqual(missing);
    expect(await refusal({ audience: 'adults' })).toEqual({
      audience:
        'This group has upcoming events for under 18s, so it can’t be for adults only. Change or cancel those events first.',
    });
    await owner.call('DELETE /api/events/:id', { params: { id: event.id } });
    const body = { ...edit, safeguardingLead: '', safeguardingContact: '' };
    const { body: saved } = await owner.call('PUT /api/groups/:id', { ...idOf(group), body });
    expect(saved).toMatchObject({ safeguardingLead: null, safeguardingContact: null });
  });

  it('keeps its lead, or gets no event for under 18s, when both are requested at once', async () => {
    const outcomes = async () => {
      const group = await make.group({ audience: 'families', ...safeguarding });
      const event = await make.event({ group });
      const owner = await app.as(group.owner);
      // An admin's edit is public at once.
      const withoutLead = { ...form, audience: 'families', safeguardingLead: '' } as const;
      return Promise.all([
        admin.outcome('PUT /api/groups/:id', { ...idOf(group), body: withoutLead }),
        owner.outcome('PATCH /api/events/:id', { ...idOf(event), body: { audience: 'under18' } }),
      ]);
    };
    const rounds = await Promise.all(Array.from({ length: 8 }, outcomes));
    expect(rounds.map((each) => new Set(each))).toEqual(
      rounds.map(() => new Set([200, 'invalid'])),
    );
  });

  it('shows both to signed-in members only', async () => {
    const group = await make.group({ audience: 'under18', ...safeguarding });
    const read = async (client = app.visitor()) =>
      (await client.call('GET /api/groups/:id', idOf(group))).body;
    expect(await read(await app.as(await make.user()))).toMatchObject(safeguarding);
    expect(await read()).not.toHaveProperty('safeguardingLead');
    expect(JSON.stringify(await read())).not.toContain(safeguarding.safeguardingContact);
  });
});

describe("a group's audience", () => {
  it('is everyone by default', async () => {
    const owner = await app.as(await make.user());
    const { audience: _, ...plain } = form;
    const { body: group } = await owner.call('POST /api/groups', { body: plain });
    expect(group).toMatchObject({ audience: 'all', attendeeNames: 'signed_in' });
    const body = { ...plain, audience: 'families', attendeeNames: 'members' } as const;
    const changed = await owner.call('PUT /api/groups/:id', { ...idOf(group), body });
    expect(changed.body).toMatchObject({ audience: 'families', attendeeNames: 'members' });
    const wrong = { ...plain, audience: 'dogs' };
    const { fields } = await owner.refusal('PUT /api/groups/:id', { ...idOf(group), body: wrong });
    expect(fields).toEqual({ audience: 'Please select who it is for' });
  });
});
