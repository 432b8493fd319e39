import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { donations } from '#features/base/donations/tables.ts';
import { countCharts, currentCharts } from './mutations.ts';

const day = 24;
const week = 7 * day;

const figures = async (app: TestApp) => {
  const admin = await app.as(await app.make.admin({ createdAt: app.clock.inHours(-40 * week) }));
  return (await admin.call('GET /api/admin/analytics')).body;
};

describe('analytics', async () => {
  const app = await startTestApp();
  const { make, clock } = app;

  it("count all and active accounts, groups, events, and this week's new ones", async () => {
    const long = clock.inHours(-3 * week);
    const owner = await make.user({ createdAt: long });
    await make.banned({ createdAt: clock.inHours(-6 * day) });
    const group = await make.group({ owner, createdAt: long });
    await make.group({ owner, status: 'pending_approval' });
    await make.event({ group });
    await make.cancelledEvent({ group });
    expect(await figures(app)).toEqual({
      totalUsers: 3,
      activeUsers: 2,
      totalGroups: 2,
      totalEvents: 2,
      recentActivity: { newUsersThisWeek: 1, newGroupsThisWeek: 1 },
    });
  });

  it('keep totals correct through deletions, cascades and failed transactions', async () => {
    const owner = await make.user();
    const group = await make.group({ owner });
    await make.event({ group });
    const before = await figures(app);
    await app.db
      .transaction(async (tx) => {
        await tx.execute(sql`delete from users`);
        throw new Error('changed my mind');
      })
      .catch(() => undefined);
    await app.db.execute(sql`delete from groups where id = ${group.id}`);
    await app.db.execute(sql`delete from users where id = ${owner.id}`);
    const after = await figures(app);
    expect([after.totalGroups, after.totalEvents]).toEqual([
      before.totalGroups - 1,
      before.totalEvents - 1,
    ]);
    const { rows } = await app.db.execute<{ users: number }>(
      sql`select count(*)::int as users from users`,
    );
    expect(after.totalUsers).toBe(rows[0]?.users);
  });

  it('stay correct during simultaneous writes', async () => {
    const before = (await figures(app)).totalUsers;
    await Promise.all(Array.from({ length: 20 }, () => make.user()));
    // The admins who call are new accounts too.
    expect((await figures(app)).totalUsers).toBe(before + 21);
  });
});

describe('the charts', async () => {
  const app = await startTestApp();
  const { make, clock, db } = app;
  const now = () => clock.read();
  const lastOf = async () => {
    const { weeks } = await countCharts(db, now());
    return weeks.at(-1);
  };

  it('show 26 weeks, each from its Monday in London, without gaps', async () => {
    const { weeks } = await countCharts(db, now());
    expect(weeks).toHaveLength(26);
    expect([weeks[0]?.week, weeks.at(-1)?.week]).toEqual(['2025-12-15', '2026-06-08']);
    expect(weeks.at(-2)?.week).toBe('2026-06-01');
  });

  it("count each week's additions, by London time", async () => {
    clock.advanceHours(1);
    // In summer time, Sunday 23:00 UTC is already Monday in London.
    const sundayNight = new Date('2026-06-07T23:30:00Z');
    const sunday = new Date('2026-06-07T22:30:00Z');
    const owner = await make.user({ createdAt: sundayNight });
    const group = await make.group({ owner, createdAt: sunday });
    const event = await make.event({ group, createdAt: sunday });
    await make.rsvp(event, owner, sundayNight);
    await make.comment(event, owner, { createdAt: sundayNight });
    const { weeks } = await countCharts(db, now());
    expect(weeks.slice(-2)).toMatchObject([
      { week: '2026-06-01', members: 0, groups: 1, events: 1, rsvps: 0, comments: 0 },
      { week: '2026-06-08', members: 1, groups: 0, events: 0, rsvps: 1, comments: 1 },
    ]);
  });

  it('count successful donations, in pence', async () => {
    clock.advanceHours(1);
    const donation = (status: 'succeeded' | 'failed', amount: number) => ({
      paymentIntentId: `pi_${status}_${amount}`,
      status,
      amount,
      createdAt: now(),
    });
    await db
      .insert(donations)
      .values(
        cleanTexts([
          donation('succeeded', 500),
          donation('succeeded', 2000),
          donation('failed', 5000),
        ]),
      );
    expect(await lastOf()).toMatchObject({ donations: 2, donated: 2500 });
  });

  it('show the median hours that groups waited for approval', async () => {
    clock.advanceHours(1);
    const admin = await app.as(await make.admin());
    for (const hours of [2, 10, 60]) {
      const group = await make.group({
        status: 'pending_approval',
        createdAt: clock.inHours(-hours),
      });
      await admin.call('PATCH /api/admin/groups/:id/status', {
        params: { id: group.id },
        body: { status: 'approved' },
      });
    }
    // A second review of a group approved long ago doesn't count as a wait.
    const group = await make.group({ createdAt: clock.inHours(-9_000) });
    for (const [status, hours] of [
      ['approved', -8_000],
      ['rejected', 0],
      ['approved', 0],
    ] as const)
      await db.insert(auditLog).values({
        actorId: 'x',
        action: 'group.review',
        targetType: 'group',
        targetId: String(group.id),
        after: { status },
        createdAt: clock.inHours(hours),
      });
    expect(await lastOf()).toMatchObject({ approvals: 3, approvalHours: 10 });
  });

  it('keep the counts of weeks long past', async () => {
    const members = async () =>
      (await countCharts(db, now())).weeks.find((each) => each.week === '2026-06-08')?.members;
    clock.advanceHours(3 * week);
    const counted = await members();
    clock.advanceHours(1);
    await db.execute(sql`delete from users where created_at < ${now().toISOString()}::timestamptz`);
    expect(await members()).toBe(counted);
    expect(counted).toBeGreaterThan(0);
    clock.reset();
  });
});

describe('attendance', async () => {
  const app = await startTestApp();
  const { make, clock, db } = app;

  it('sums attendees, by category and town, of the last twelve weeks’ events', async () => {
    const group = await make.group();
    const [one, other] = [await make.user(), await make.user()];
    const walk = await make.pastEvent({ group, categoryId: 2, town: 'Keswick' });
    const talk = await make.pastEvent({ group, categoryId: 4, town: 'Ludlow' });
    const longAgo = await make.event({ group, startTime: clock.inHours(-13 * week) });
    const ahead = await make.event({ group });
    const off = await make.pastEvent({ group, status: 'cancelled' });
    for (const event of [walk, longAgo, ahead, off]) await make.rsvp(event, one);
    for (const event of [walk, talk]) await make.rsvp(event, other);
    const { byCategory, byTown } = await countCharts(db, clock.read());
    expect(byCategory).toEqual([
      { name: 'Outdoors & Adventure', events: 1, attendees: 2 },
      { name: 'Tech Community', events: 1, attendees: 1 },
    ]);
    expect(byTown).toEqual([
      { name: 'Keswick', events: 1, attendees: 2 },
      { name: 'Ludlow', events: 1, attendees: 1 },
    ]);
  });
});

describe('groups going quiet', async () => {
  const app = await startTestApp();
  const { make, clock, db } = app;
  const old = clock.inHours(-20 * week);

  it('are approved, older than eight weeks, without events in that time or ahead; largest first', async () => {
    const quiet = await make.group({ createdAt: old });
    const large = await make.group({ createdAt: old });
    await make.member(large);
    const last = await make.event({ group: large, startTime: clock.inHours(-9 * week) });
    const busy = await make.group({ createdAt: old });
    await make.pastEvent({ group: busy });
    await make.cancelledEvent({ group: quiet });
    await make.group({ createdAt: old, status: 'rejected' });
    await make.group();
    expect((await countCharts(db, clock.read())).quiet).toEqual({
      count: 2,
      groups: [
        {
          id: large.id,
          name: large.name,
          memberCount: 2,
          lastEventAt: last.startTime.toISOString(),
        },
        { id: quiet.id, name: quiet.name, memberCount: 1, lastEventAt: null },
      ],
    });
  });
});

describe('an admin who opens the charts', async () => {
  const app = await startTestApp();
  const { clock, db } = app;

  it('triggers a new count when counting is quick and the last is half a minute old', async () => {
    const first = await currentCharts(db, clock.read());
    expect((await currentCharts(db, new Date(clock.read().getTime() + 20_000))).countedAt).toBe(
      first.countedAt,
    );
    await db.execute(sql`update snapshots set took_ms = 1`);
    const later = new Date(clock.read().getTime() + 31_000);
    expect((await currentCharts(db, later)).countedAt).toBe(later.toISOString());
  });

  it('sees the last count when counting is slow: the job does it', async () => {
    const first = await currentCharts(db, clock.inHours(1));
    await db.execute(sql`update snapshots set took_ms = 3000`);
    expect((await currentCharts(db, clock.inHours(2))).countedAt).toBe(first.countedAt);
    expect((await countCharts(db, clock.inHours(2))).countedAt).toBe(
      clock.inHours(2).toISOString(),
    );
  });
});
