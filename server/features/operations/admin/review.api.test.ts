import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import { reportBody } from '#tests/support/reports.ts';
import { auditLog } from '#features/base/audit/tables.ts';

const app = await startTestApp();
const { make } = app;
const review = 'PATCH /api/admin/groups/:id/status';

async function createFixture() {
  const group = await make.group({ status: 'pending_approval' });
  const admin = await make.admin();
  return { group, admin, adminClient: await app.as(admin), input: { params: { id: group.id } } };
}

const queuedEmails = (id: string) => queuedEmailsTo(app, id);

describe('a review', () => {
  it('accepts a reason with half a character in it', async () => {
    const { group, adminClient, input } = await createFixture();
    const body = { status: 'rejected', reason: 'Not \ud800 here' } as const;
    await adminClient.call(review, { ...input, body });
    const payload = { groupId: group.id, status: 'rejected', reason: 'Not  here' };
    expect(await queuedEmails(group.owner.id)).toEqual([{ kind: 'group_reviewed', payload }]);
  });

  it('approves: everyone sees the group, and its owner is notified', async () => {
    const { group, adminClient, input } = await createFixture();
    await adminClient.call(review, { ...input, body: { status: 'approved' } });
    expect((await app.visitor().call('GET /api/groups/:id', input)).status).toBe(200);
    const payload = { groupId: group.id, status: 'approved', reason: null };
    expect(await queuedEmails(group.owner.id)).toEqual([{ kind: 'group_reviewed', payload }]);
  });

  it('rejects with a reason that only the owner and the audit log have', async () => {
    const { group, admin, adminClient, input } = await createFixture();
    const reason = 'Please say where you meet.';
    await adminClient.call(review, { ...input, body: { status: 'rejected', reason } });
    const owner = await app.as(group.owner);
    expect((await owner.call('GET /api/groups/:id', input)).body).toMatchObject({
      status: 'rejected',
      statusReason: reason,
    });
    const refusal = await app.visitor().refusal('GET /api/groups/:id', input);
    expect(refusal.code).toBe('sign_in_required');
    expect(JSON.stringify(refusal)).not.toContain(reason);
    const entries = await app.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries).toMatchObject([
      {
        action: 'group.review',
        targetType: 'group',
        targetId: String(group.id),
        before: { status: 'pending_approval' },
        after: { status: 'rejected', reason },
      },
    ]);
  });

  it('of a rejected group starts again once its owner resubmits it', async () => {
    const { group, adminClient, input } = await createFixture();
    await adminClient.call(review, {
      ...input,
      body: { status: 'rejected', reason: 'Too short.' },
    });
    const owner = await app.as(group.owner);
    const sent = await owner.call('PUT /api/groups/:id', {
      ...input,
      body: { status: 'pending_approval' },
    });
    expect(sent.body).toMatchObject({ status: 'pending_approval', statusReason: null });
    const approved = await adminClient.call(review, { ...input, body: { status: 'approved' } });
    expect(approved.body.status).toBe('approved');
  });

  it('accepts no third decision', async () => {
    const { adminClient, input } = await createFixture();
    expect(
      await adminClient.refusal(review, { ...input, body: { status: 'maybe' } }),
    ).toMatchObject({
      code: 'invalid',
      fields: { status: 'status must be approved or rejected' },
    });
  });
});

describe('the audit log', () => {
  it.each([
    ['changed', 'UPDATE audit_log SET action = action'],
    ['removed', 'DELETE FROM audit_log'],
    ['emptied', 'TRUNCATE audit_log'],
  ])('cannot be %s', async (_, statement) => {
    await expect(app.db.$client.query(statement)).rejects.toThrow(
      'the audit_log table only takes new rows',
    );
  });
});

describe('the list of items to review', () => {
  it('has the soonest due first; what has no due time is due two days after it came', async () => {
    const own = await startTestApp();
    const admin = await own.as(await own.make.admin());
    const daysAgo = (days: number) => own.clock.inHours(-24 * days);
    const late = await own.make.group({ status: 'pending_approval', submittedAt: daysAgo(3) });
    const fresh = await own.make.group({ status: 'pending_approval', submittedAt: daysAgo(0) });
    const reported = await own.make.group();
    // Illegal content is decided within 24 hours.
    await own.visitor().call('POST /api/reports', reportBody('group', reported, 'fraud'));
    const { items } = (await admin.call('GET /api/admin/queue')).body;
    expect(items.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      `group ${late.name}`,
      `report ${reported.name}`,
      `group ${fresh.name}`,
    ]);
  });
});
