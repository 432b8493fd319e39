import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ApiKey } from '#contract/api.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { AnyInput } from '#tests/support/client.ts';
import type { Event, Group, User } from '#tests/support/factories.ts';
import { groupForm } from '#tests/support/forms.ts';
import { recordBackup } from '#platform/db/transfer/backup-log.ts';
import { auditLog } from '#features/base/audit/tables.ts';

const app = await startTestApp();
const { make } = app;

interface Fixture {
  group: Group;
  event: Event;
  member: User;
  comment: { id: number };
}

describe('the last backup', () => {
  it('has its time, and nothing before the first one', async () => {
    const admin = await app.as(await make.admin());
    const readBackup = async () => (await admin.call('GET /api/admin/backup')).body;
    expect(await readBackup()).toEqual({ takenAt: null });
    for (const hours of [-30, -3]) await recordBackup(app.db.$client, app.clock.inHours(hours));
    expect(await readBackup()).toEqual({ takenAt: app.clock.inHours(-3).toISOString() });
  });
});

/** Actions of organisers and owners, or of admins in their place. */
const acts: [ApiKey, action: string, input: (fixture: Fixture) => AnyInput][] = [
  [
    'PUT /api/groups/:id',
    'group.edit',
    ({ group }) => ({ params: { id: group.id }, body: groupForm }),
  ],
  [
    'PATCH /api/events/:id',
    'event.edit',
    ({ event }) => ({ params: { id: event.id }, body: { title: 'Sunset swim' } }),
  ],
  ['DELETE /api/events/:id', 'event.cancel', ({ event }) => ({ params: { id: event.id } })],
  [
    'PATCH /api/groups/:id/members/:userId',
    'member.change',
    ({ group, member }) => ({
      params: { id: group.id, userId: member.id },
      body: { isOrganizer: true },
    }),
  ],
  [
    'DELETE /api/groups/:id/members/:userId',
    'member.remove',
    ({ group, member }) => ({ params: { id: group.id, userId: member.id } }),
  ],
  [
    'PUT /api/groups/:id/owner',
    'group.owner',
    ({ group, member }) => ({ params: { id: group.id }, body: { userId: member.id } }),
  ],
  [
    'DELETE /api/events/:id/comments/:commentId',
    'comment.delete',
    ({ event, comment }) => ({ params: { id: event.id, commentId: comment.id } }),
  ],
];

async function createFixture(owner: User): Promise<Fixture> {
  const group = await make.group({ owner });
  const event = await make.event({ group });
  const member = await make.member(group);
  return { group, event, member, comment: await make.comment(event, member) };
}

const actionsOf = async ({ id }: User) => {
  const rows = await app.db.select().from(auditLog).where(eq(auditLog.actorId, id));
  return rows.map(({ action }) => action);
};

describe.each(acts)('every admin action is in the audit log: %s', (key, action, input) => {
  it("for an admin in another owner's group", async () => {
    const admin = await make.admin();
    const fixture = await createFixture(await make.user());
    expect(await (await app.as(admin)).outcome(key, input(fixture))).toBeLessThan(300);
    expect(await actionsOf(admin)).toEqual([action]);
  });

  it('but not for an admin who owns the group, nor for any other owner', async () => {
    for (const owner of [await make.admin(), await make.user()]) {
      const fixture = await createFixture(owner);
      expect(await (await app.as(owner)).outcome(key, input(fixture))).toBeLessThan(300);
      expect(await actionsOf(owner)).toEqual([]);
    }
  });
});

describe('the entry of an edited event', () => {
  it('names what has changed, with both values except texts of members', async () => {
    const admin = await make.admin();
    const event = await make.event({ capacity: 20 });
    await (
      await app.as(admin)
    ).call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: {
        title: event.title,
        location: '14 Foxglove Lane',
        startTime: event.startTime.toISOString(),
        capacity: 30,
        guestsAllowed: event.guestsAllowed,
      },
    });
    const rows = await app.db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(rows.map(({ before, after }) => ({ before, after }))).toEqual([
      { before: { capacity: 20 }, after: { fields: ['location', 'capacity'], capacity: 30 } },
    ]);
  });
});
