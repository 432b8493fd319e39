import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPages } from '#tests/support/paging.ts';
import { auditLog } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const ada = await make.admin({ firstName: 'Ada', lastName: 'Bell', email: 'ada@example.com' });
const bob = await make.admin({ firstName: 'Bob', lastName: null, email: 'bob@example.com' });
const admin = await app.as(ada);

const entry = (actorId: string, action: string, target: string, hours: number) => ({
  actorId,
  action,
  targetType: target.split(' ')[0] ?? '',
  targetId: target.split(' ')[1] ?? '',
  before: { n: hours },
  after: null,
  createdAt: clock.inHours(hours),
});

await db
  .insert(auditLog)
  .values([
    entry(ada.id, 'group.review', 'group 1', -72),
    entry(bob.id, 'group.delete', 'group 1', -48),
    entry(ada.id, 'user.ban', 'user u1', -24),
    entry('system', 'group.approve_by_setting', 'group 2', -1),
    entry('gone', 'user.ban', 'user u2', -1),
  ]);

const found = async (query: Record<string, string | number> = {}) =>
  (await admin.call('GET /api/admin/audit', { query })).body.map(
    ({ action, target }) => `${action} ${target.id}`,
  );

describe('the audit log', () => {
  it('lists who did what to what and when, newest first', async () => {
    const { body } = await admin.call('GET /api/admin/audit');
    expect(body.slice(0, 3)).toMatchObject([
      { action: 'user.ban', actor: { id: 'gone', name: null, email: null } },
      { action: 'group.approve_by_setting', actor: { id: 'system', name: null } },
      {
        action: 'user.ban',
        actor: { id: ada.id, name: 'Ada Bell', email: 'ada@example.com' },
        target: { type: 'user', id: 'u1' },
        before: { n: -24 },
        after: null,
        createdAt: clock.inHours(-24).toISOString(),
      },
    ]);
  });

  it.each([
    [{ actor: 'ada@EXAMPLE.com' }, ['user.ban u1', 'group.review 1']],
    [{ actor: 'system' }, ['group.approve_by_setting 2']],
    [{ actor: 'nobody@example.com' }, []],
    [{ action: 'user.ban' }, ['user.ban u2', 'user.ban u1']],
    [{ targetType: 'group', targetId: '1' }, ['group.delete 1', 'group.review 1']],
    [{ from: '2026-06-08', to: '2026-06-08' }, ['group.delete 1']],
    [{ to: '2026-06-07', actor: '' }, ['group.review 1']],
  ])('can be searched by %j', async (query, entries) => {
    expect(await found(query)).toEqual(entries);
  });

  it('pages without gaps or duplicates, equal times included', async () => {
    const pages = await readPages(admin, 'GET /api/admin/audit', { query: { limit: 2 } });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flat()).size).toBe(5);
  });

  it.each(['May', '0000-01-01'])('refuses to begin at %s', async (from) => {
    const refusal = await admin.refusal('GET /api/admin/audit', { query: { from } });
    expect(refusal.fields).toEqual({ from: 'Please enter a date such as 2026-06-10' });
  });

  it("offers the filters' options", async () => {
    expect((await admin.call('GET /api/admin/audit/filters')).body).toEqual({
      actions: ['group.approve_by_setting', 'group.delete', 'group.review', 'user.ban'],
      targetTypes: ['group', 'user'],
      actors: expect.arrayContaining([
        { id: ada.id, name: 'Ada Bell' },
        { id: bob.id, name: 'Bob' },
        { id: 'system', name: null },
      ]),
    });
  });
});

describe('the audit log refuses changes and deletions', () => {
  it('in a session that claims to replay another server’s changes', async () => {
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`delete from audit_log`);
      }),
    ).rejects.toMatchObject({
      cause: { message: 'the audit_log table only takes new rows' },
    });
  });

  // docs/decisions recommends this for PostgreSQL: the site's role does not own the log.
  it('by the site’s role, when another role owns the log', async () => {
    const role = `site_${randomBytes(4).toString('hex')}`;
    await db.execute(sql.raw(`create role ${role}; create role ${role}_log`));
    await db.execute(
      sql.raw(
        `alter table audit_log owner to ${role}_log; grant select, insert on audit_log to ${role}`,
      ),
    );
    const attempt = (statement: string) =>
      db
        .transaction(async (tx) => {
          await tx.execute(sql.raw(`set local role ${role}`));
          await tx.execute(sql.raw(statement));
          throw new Error('undo');
        })
        .catch((error: Error) => (error.cause as Error | undefined)?.message ?? error.message);
    expect(
      await attempt(
        `insert into audit_log (actor_id, action, target_type, target_id) values ('x', 'x', 'x', 'x')`,
      ),
    ).toBe('undo');
    for (const statement of [
      'alter table audit_log disable trigger all',
      'drop table audit_log',
      'drop trigger audit_log_only_grows on audit_log',
    ]) {
      expect(await attempt(statement)).toMatch(/^must be owner of (table|relation) audit_log$/);
    }
    for (const statement of ['delete from audit_log', 'truncate audit_log']) {
      expect(await attempt(statement)).toBe('permission denied for table audit_log');
    }
    await db.execute(sql`alter table audit_log owner to current_user`);
    await db.execute(sql.raw(`drop owned by ${role}; drop role ${role}; drop role ${role}_log`));
  });
});

describe('an entry', () => {
  it('names the affected account', async () => {
    const { id } = await make.user({ firstName: 'Wilf', lastName: 'Marsh' });
    await db.insert(auditLog).values(entry(ada.id, 'user.unban', `user ${id}`, -200));
    const { body } = await admin.call('GET /api/admin/audit', { query: { targetId: id } });
    expect(body).toMatchObject([{ target: { type: 'user', id, name: 'Wilf Marsh' } }]);
  });
});
