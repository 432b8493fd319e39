import { and, desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { auditLog } from '#features/base/audit/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Group } from '#tests/support/factories.ts';
import { groupForm, safeguarding } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock } = app;
const admin = await app.as(await make.admin());

const open = { defaultOpenTo: 'anyone' } as const;
const young = { audience: 'under18', ...safeguarding } as const;
const refused = {
  code: 'invalid',
  fields: { defaultOpenTo: 'Groups for under 18s can’t open events to people without an account' },
};

const idOf = ({ id }: Pick<Group, 'id'>) => ({ params: { id } });
const switches = 'PATCH /api/groups/:id/switches';
const groupNow = async (group: Pick<Group, 'id'>) =>
  (await app.visitor().call('GET /api/groups/:id', idOf(group))).body;

describe('the ‘open to’ default of a group', () => {
  it('is members unless the group is created otherwise', async () => {
    const owner = await app.as(await make.user());
    const create = async (more: object) =>
      (await owner.call('POST /api/groups', { body: { ...groupForm, ...more } })).body
        .defaultOpenTo;
    expect(await create({})).toBe('members');
    expect(await create(open)).toBe('anyone');
  });

  it('changes without review by each of its three calls', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const edited = await owner.call('PUT /api/groups/:id', {
      ...idOf(group),
      body: { ...groupForm, ...open },
    });
    expect(edited.body).toMatchObject({ status: 'pending_approval', ...open });
    expect(await groupNow(group)).toMatchObject({ name: group.name, ...open });
    const patched = { ...idOf(group), body: { defaultOpenTo: 'members' } } as const;
    await owner.call('PATCH /api/groups/:id', patched);
    expect(await groupNow(group)).toMatchObject({ name: group.name, defaultOpenTo: 'members' });
    await owner.call(switches, { ...idOf(group), body: open });
    expect(await groupNow(group)).toMatchObject({ name: group.name, ...open });
  });

  it('conflicts with an edit of it by somebody who had not seen the change', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const { body: before } = await owner.call('GET /api/groups/:id', idOf(group));
    await owner.call(switches, { ...idOf(group), body: open });
    await admin.call(switches, { ...idOf(group), body: { defaultOpenTo: 'members' } });
    const body = { ...open, revision: before.revision };
    const refusal = await owner.refusal('PATCH /api/groups/:id', { ...idOf(group), body });
    expect(refusal).toMatchObject({
      code: 'conflict',
      current: { defaultOpenTo: 'members', revision: (before.revision ?? 0) + 2 },
    });
  });

  it('is in the audit log where an admin changes it who is no organiser', async () => {
    const group = await make.group();
    const entries = () =>
      app.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, 'group.edit'), eq(auditLog.targetId, String(group.id))))
        .orderBy(desc(auditLog.id));
    await (await app.as(group.owner)).call(switches, { ...idOf(group), body: open });
    expect(await entries()).toEqual([]);
    await admin.call(switches, { ...idOf(group), body: { defaultOpenTo: 'members' } });
    expect(await entries()).toMatchObject([{ after: { fields: ['defaultOpenTo'] } }]);
  });

  it('needs a change', async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const { fields } = await owner.refusal(switches, { ...idOf(group), body: {} });
    expect(fields).toEqual({ defaultOpenTo: 'Please send what to change' });
  });

  it('is members in a group for under 18s', async () => {
    const group = await make.group({ ...young });
    const owner = await app.as(group.owner);
    const body = { ...groupForm, ...young, ...open };
    expect(await owner.refusal('POST /api/groups', { body })).toMatchObject(refused);
    const sent = { ...idOf(group), body: open };
    expect(await owner.refusal(switches, sent)).toMatchObject(refused);
    expect(await owner.refusal('PATCH /api/groups/:id', sent)).toMatchObject(refused);
    for (const client of [owner, admin]) {
      const refusal = await client.refusal('PUT /api/groups/:id', { ...idOf(group), body });
      expect(refusal).toMatchObject(refused);
    }
    const draft = await make.group({ status: 'pending_approval' });
    const edit = { ...idOf(draft), body };
    const ofDraft = await (await app.as(draft.owner)).refusal('PUT /api/groups/:id', edit);
    expect(ofDraft).toMatchObject(refused);
  });

  it('stays members while an edit that ends "for under 18s" waits', async () => {
    const group = await make.group({ ...young });
    const owner = await app.as(group.owner);
    const body = { ...groupForm, audience: 'all', ...open } as const;
    expect(await owner.refusal('PUT /api/groups/:id', { ...idOf(group), body })).toMatchObject(
      refused,
    );
    const atOnce = await admin.call('PUT /api/groups/:id', { ...idOf(group), body });
    expect(atOnce.body).toMatchObject({ audience: 'all', ...open });
  });
});

describe('a group that becomes for under 18s', () => {
  /** A group open to anyone with an event of each kind. */
  async function opened(columns: Partial<Group> = {}) {
    const group = await make.group({ ...open, ...columns });
    const past = { startTime: clock.inHours(-48), endTime: clock.inHours(-46) };
    const now = { startTime: clock.inHours(-1), endTime: clock.inHours(1) };
    const made = {
      upcoming: await make.event({ group, openTo: 'anyone' }),
      now: await make.event({ group, openTo: 'anyone', ...now }),
      cancelled: await make.event({ group, openTo: 'anyone', status: 'cancelled' }),
      past: await make.event({ group, openTo: 'anyone', ...past }),
    };
    const shown = async () => {
      const rows = await app.db.select().from(events).where(eq(events.groupId, group.id));
      const columnsOf = ({ id }: { id: number }) => {
        const { openTo, revision, fieldRevisions } = rows.find((row) => row.id === id) ?? {};
        return { openTo, revision, fieldRevisions };
      };
      return Object.fromEntries(
        Object.entries(made).map(([name, event]) => [name, columnsOf(event)]),
      );
    };
    const before = await shown();
    const expectOpen = async () => {
      expect(await shown()).toEqual(before);
      expect((await admin.call('GET /api/groups/:id', idOf(group))).body).toMatchObject(open);
    };
    const expectClosed = async () => {
      const closed = (name: string) => {
        const revision = (before[name]?.revision ?? 0) + 1;
        return { openTo: 'members', revision, fieldRevisions: { openTo: revision } };
      };
      expect(await shown()).toEqual({
        upcoming: closed('upcoming'),
        now: closed('now'),
        cancelled: closed('cancelled'),
        past: before.past,
      });
      const { body } = await admin.call('GET /api/groups/:id', idOf(group));
      expect(body).toMatchObject({ audience: 'under18', defaultOpenTo: 'members' });
    };
    return { group, expectOpen, expectClosed };
  }

  const edit = (group: Pick<Group, 'id'>) => ({ ...idOf(group), body: { ...groupForm, ...young } });

  it('closes its coming events at once where the edit waits for nobody', async () => {
    const { group, expectClosed } = await opened();
    const other = await make.event({ openTo: 'anyone' });
    await admin.call('PUT /api/groups/:id', edit(group));
    await expectClosed();
    const { body } = await app.visitor().call('GET /api/events/:id', idOf(other));
    expect(body.openTo).toBe('anyone');
  });

  it('closes them once an admin approves the edit', async () => {
    const { group, expectOpen, expectClosed } = await opened();
    await (await app.as(group.owner)).call('PUT /api/groups/:id', edit(group));
    await expectOpen();
    const body = { status: 'approved' } as const;
    await admin.call('PATCH /api/admin/groups/:id/status', { ...idOf(group), body });
    await expectClosed();
  });

  it('leaves none open that is opened at the same moment', async () => {
    const rounds = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const group = await make.group();
        const event = await make.event({ group });
        const owner = await app.as(group.owner);
        const body = { openTo: 'anyone' } as const;
        await Promise.all([
          admin.outcome('PUT /api/groups/:id', edit(group)),
          owner.outcome('PATCH /api/events/:id', { ...idOf(event), body }),
          owner.outcome(switches, { ...idOf(group), body: open }),
        ]);
        const { body: shown } = await app.visitor().call('GET /api/events/:id', idOf(event));
        const { body: after } = await admin.call('GET /api/groups/:id', idOf(group));
        return [shown.openTo, after.defaultOpenTo];
      }),
    );
    expect(rounds).toEqual(rounds.map(() => ['members', 'members']));
  });

  it('closes them as a draft, too', async () => {
    const { group, expectClosed } = await opened({ status: 'pending_approval' });
    await (await app.as(group.owner)).call('PUT /api/groups/:id', edit(group));
    await expectClosed();
  });
});
