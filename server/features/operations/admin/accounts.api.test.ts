import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import { password } from '#tests/support/factories.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';

const app = await startTestApp();
const { make } = app;
const role = 'PATCH /api/admin/users/:id/role';
const status = 'PATCH /api/admin/users/:id/status';

async function createFixture() {
  const admin = await make.admin();
  const person = await make.user();
  return { admin, person, adminClient: await app.as(admin), params: { id: person.id } };
}

const entriesBy = (actorId: string) =>
  app.db
    .select({
      action: auditLog.action,
      targetType: auditLog.targetType,
      targetId: auditLog.targetId,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(eq(auditLog.actorId, actorId))
    .orderBy(desc(auditLog.id));

const queuedEmails = (id: string) => queuedEmailsTo(app, id);

/** Makes this admin the only one: every other becomes a member. */
async function makeOnlyAdmin() {
  await app.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
  return make.admin();
}

describe('a role', () => {
  it('changes from the next request on, and in the audit log; a repeated one changes nothing', async () => {
    const { admin, person, adminClient, params } = await createFixture();
    const theirs = await app.as(person);
    const raised = await adminClient.call(role, { params, body: { role: 'admin' } });
    expect(raised.body).toMatchObject({ id: person.id, role: 'admin' });
    expect(await theirs.outcome('GET /api/admin/users')).toBe(200);
    await adminClient.call(role, { params, body: { role: 'admin' } });
    await adminClient.call(role, { params, body: { role: 'user' } });
    expect(await theirs.outcome('GET /api/admin/users')).toBe('forbidden');
    const of = { action: 'user.role', targetType: 'user', targetId: person.id };
    expect(await entriesBy(admin.id)).toEqual([
      { ...of, before: { role: 'admin' }, after: { role: 'user' } },
      { ...of, before: { role: 'user' }, after: { role: 'admin' } },
    ]);
  });

  it("of an admin can't go to a banned member", async () => {
    const { adminClient } = await createFixture();
    const params = { id: (await make.banned()).id };
    expect(await adminClient.outcome(role, { params, body: { role: 'admin' } })).toBe('conflict');
  });

  it.each([{ role: 'owner' }, {}])('refuses %j', async (body) => {
    const { adminClient, params } = await createFixture();
    expect(await adminClient.refusal(role, { params, body })).toMatchObject({
      code: 'invalid',
      fields: { role: 'role must be user or admin' },
    });
  });
});

describe('a ban', () => {
  it("ends the sessions at once, blocks sign-in, and keeps the member's texts", async () => {
    const { person, adminClient, params } = await createFixture();
    const event = await make.event();
    const comment = await make.comment(event, person);
    const theirs = await app.as(person);
    const banned = await adminClient.call(status, { params, body: { isActive: false } });
    expect(banned.body).toMatchObject({ id: person.id, isActive: false });
    expect(await theirs.outcome('GET /api/user/groups')).toBe('sign_in_required');
    const body = { email: person.email, password };
    expect(await app.visitor().outcome('POST /api/login', { body })).toBe('suspended');
    const { body: all } = await adminClient.call('GET /api/admin/comments', {
      query: { limit: 1 },
    });
    expect(all[0]?.id).toBe(comment.id);
  });

  it('that is lifted requires a new sign-in', async () => {
    const { person, adminClient, params } = await createFixture();
    const theirs = await app.as(person);
    await adminClient.call(status, { params, body: { isActive: false } });
    await adminClient.call(status, { params, body: { isActive: true } });
    expect(await theirs.outcome('GET /api/user/groups')).toBe('sign_in_required');
    const body = { email: person.email, password };
    expect(await theirs.outcome('POST /api/login', { body })).toBe(200);
  });

  it('and its end send the member the reason, and are recorded in the audit log', async () => {
    const { admin, person, adminClient, params } = await createFixture();
    const reason = 'Selling tickets in the comments.';
    await adminClient.call(status, { params, body: { isActive: false, reason } });
    await adminClient.call(status, { params, body: { isActive: false, reason: 'Twice' } });
    await adminClient.call(status, { params, body: { isActive: true } });
    expect(await queuedEmails(person.id)).toEqual([
      { kind: 'account_suspended', payload: { reason } },
      { kind: 'account_restored', payload: { reason: null } },
    ]);
    expect(await entriesBy(admin.id)).toMatchObject([
      { action: 'user.unban', before: { isActive: false }, after: { isActive: true } },
      { action: 'user.ban', before: { isActive: true }, after: { isActive: false, reason } },
    ]);
  });
});

describe('an admin can’t lock themselves out', () => {
  it.each([
    [role, { role: 'user' }, 'You can’t change your own role'],
    [status, { isActive: false }, 'You can’t ban or unban yourself'],
  ] as const)('by %s', async (key, body, message) => {
    const { admin, adminClient } = await createFixture();
    expect(await adminClient.refusal(key, { params: { id: admin.id }, body })).toMatchObject({
      code: 'conflict',
      message,
    });
  });

  it('and of two who demote, or ban, each other at once one stays', async () => {
    const changes = [
      [role, { role: 'user' }],
      [status, { isActive: false }],
    ] as const;
    for (const [key, body] of changes) {
      for (let round = 0; round < 8; round += 1) {
        const pair = [await makeOnlyAdmin(), await make.admin()] as const;
        const [one, other] = [await app.as(pair[0]), await app.as(pair[1])];
        const outcomes = await Promise.all([
          one.outcome(key, { params: { id: pair[1].id }, body }),
          other.outcome(key, { params: { id: pair[0].id }, body }),
        ]);
        // By then the second caller has lost the admin role or the session.
        const second = outcomes.find((outcome) => outcome !== 200);
        expect(['forbidden', 'sign_in_required']).toContain(second);
        expect(outcomes).toContain(200);
      }
    }
  });
});

describe('an account that does not exist', () => {
  it.each(['nobody', 'no such form!'])('as %s is not found', async (id) => {
    const { adminClient } = await createFixture();
    const params = { id };
    expect(await adminClient.outcome(role, { params, body: { role: 'user' } })).toBe('not_found');
    expect(await adminClient.outcome(status, { params, body: { isActive: true } })).toBe(
      'not_found',
    );
  });
});

describe('signing a member out everywhere', () => {
  const sessions = 'DELETE /api/admin/users/:id/sessions';

  it('ends all their sessions at once, and nobody else’s, and lets them sign in again', async () => {
    const { admin, person, adminClient, params } = await createFixture();
    const [phone, laptop, other] = [
      await app.as(person),
      await app.as(person),
      await app.as(await make.user()),
    ];
    expect((await adminClient.call(sessions, { params })).body).toMatchObject({ id: person.id });
    for (const device of [phone, laptop]) {
      expect(await device.outcome('GET /api/user/groups')).toBe('sign_in_required');
    }
    expect(await other.outcome('GET /api/user/groups')).toBe(200);
    expect(await adminClient.outcome('GET /api/admin/users')).toBe(200);
    const body = { email: person.email, password };
    expect(await phone.outcome('POST /api/login', { body })).toBe(200);
    const change = { before: { sessions: 2 }, after: { sessions: 0 } };
    expect(await entriesBy(admin.id)).toMatchObject([
      { action: 'user.sign_out', targetId: person.id, ...change },
    ]);
  });

  it("refuses the caller's own account and an unknown one", async () => {
    const { admin, adminClient } = await createFixture();
    const outcomeFor = (id: string) => adminClient.outcome(sessions, { params: { id } });
    expect([await outcomeFor(admin.id), await outcomeFor('nobody')]).toEqual([
      'conflict',
      'not_found',
    ]);
  });
});
