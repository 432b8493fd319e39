import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eq, gt } from 'drizzle-orm';
import { newsHour, nextHour } from '#contract/platform/london-time.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { readConfig } from './platform/config.ts';
import { transaction } from './platform/db/database.ts';
import { donations } from './features/base/donations/tables.ts';
import { groups } from './features/community/groups/tables.ts';
import { enqueue } from './platform/mail/outbox.ts';
import { bringForward } from './platform/mail/queue.ts';
import { mails, outbox } from './platform/mail/tables.ts';
import { jobs } from './jobs.ts';
import { repairCounts } from './features/operations/maintenance/jobs/counts.ts';
import { deleteExpired } from './features/operations/maintenance/jobs/purge.ts';
import { runDue, startJobs, type Job } from './platform/jobs/runner.ts';
import { jobs as slots } from './platform/jobs/tables.ts';
import { hour, minute } from '#contract/platform/durations.ts';
import { accessTokens } from './features/base/tokens/tables.ts';
import { expiredTokenDays } from '#contract/platform/limits.ts';
import { plantToken } from '#tests/support/tokens.ts';
import { spentTickets, mailTokens, sessions } from './features/base/sign-in/tables.ts';
import { enqueueGroupNews } from './features/events/events/mutations/group-news.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const config = readConfig({});

/** Collects the log. */
function listener() {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { deps: { db, config, clock: clock.read, log }, lines };
}

beforeEach(async () => {
  clock.reset();
  await db.delete(slots);
});

describe('a job', () => {
  const counting = (everyMs: number) => {
    const job = {
      runs: 0,
      name: 'counting',
      everyMs,
      run: async () => ({ runs: (job.runs += 1) }),
    };
    return job;
  };

  it('runs once in each slot, whatever the number of processes', async () => {
    const job = counting(hour);
    const processes = Array.from({ length: 6 }, () => runDue([job], listener().deps));
    await Promise.all(processes);
    expect(job.runs).toBe(1);
    clock.advanceHours(0.5);
    await runDue([job], listener().deps);
    expect(job.runs).toBe(1);
    clock.advanceHours(0.5);
    await Promise.all(Array.from({ length: 6 }, () => runDue([job], listener().deps)));
    expect(job.runs).toBe(2);
  });

  it('continues when a clock that was years ahead is corrected', async () => {
    const job = counting(hour);
    clock.advanceHours(24 * 365 * 5);
    await runDue([job], listener().deps);
    clock.reset();
    await runDue([job], listener().deps);
    await runDue([job], listener().deps);
    expect(job.runs).toBe(2);
  });

  it('does not run twice when clocks differ by minutes', async () => {
    const job = counting(5 * minute);
    clock.advanceHours(0.5);
    await runDue([job], listener().deps);
    clock.reset();
    await runDue([job], listener().deps);
    expect(job.runs).toBe(1);
  });

  it('that fails is reported, and the others still run', async () => {
    const failing: Job = {
      name: 'failing',
      everyMs: hour,
      run: () => Promise.reject(new Error('out of ink')),
    };
    const job = counting(hour);
    const { deps, lines } = listener();
    await runDue([failing, job], deps);
    expect(job.runs).toBe(1);
    expect(lines).toContainEqual(
      expect.objectContaining({ job: 'failing', msg: 'a job failed', level: 50 }),
    );
  });

  it('starts in a running process, and finishes before it stops', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    let finished = false;
    const slow: Job = {
      name: 'slow',
      everyMs: hour,
      run: async () => {
        begun.resolve();
        await finish.promise;
        finished = true;
        return {};
      },
    };
    const clockwork = startJobs([slow], listener().deps);
    await begun.promise;
    const stopped = clockwork.stop(minute);
    finish.resolve();
    await stopped;
    expect(finished).toBe(true);
  });

  it('exists for each scheduled task, and none fails', async () => {
    const { deps, lines } = listener();
    await runDue(jobs, deps);
    expect(new Set(lines.map(({ job, msg }) => `${String(job)}: ${String(msg)}`))).toEqual(
      new Set(jobs.map(({ name }) => `${name}: a job is done`)),
    );
  });
});

describe('an email delayed by a clock that was ahead', () => {
  const put = async (at: Date) => {
    const group = await make.group();
    await make.member(group);
    await transaction(db, (tx) => enqueueGroupNews(tx, group.owner, group.id, at, clock.read()));
  };
  const waiting = () => db.$count(outbox, gt(outbox.dueAt, clock.read()));
  afterEach(() => db.delete(outbox));

  it.each(['2026-06-10T17:00:01Z', '2026-10-24T17:00:01Z'])(
    'does not include an event created just after the evening of %s',
    async (made) => {
      clock.advanceHours((Date.parse(made) - clock.read().getTime()) / hour);
      await put(nextHour(newsHour, clock.read()));
      expect(await bringForward(db, clock.read())).toBe(0);
      expect(await waiting()).toBe(1);
    },
  );

  it('is due', async () => {
    await put(clock.inHours(26));
    expect(await bringForward(db, clock.read())).toBe(1);
    expect(await waiting()).toBe(0);
  });
});

describe('the purge', () => {
  it('removes only expired sessions, links and tokens', async () => {
    const person = await make.user();
    await make.session(person, clock.inHours(-1));
    await make.session(person, clock.inHours(1));
    const link = (id: string, expiresAt: Date) => ({
      id,
      userId: person.id,
      purpose: 'confirm_email' as const,
      expiresAt,
    });
    await db
      .insert(mailTokens)
      .values([link('over', clock.inHours(-1)), link('in force', clock.inHours(1))]);
    await db.insert(spentTickets).values([
      { id: 'over', expiresAt: clock.inHours(-1) },
      { id: 'in force', expiresAt: clock.inHours(1) },
    ]);
    await plantToken(app, person, { expiresAt: clock.inHours(-expiredTokenDays * 24) });
    const listed = await plantToken(app, person, { expiresAt: clock.inHours(-24) });
    const done = await deleteExpired(listener().deps);
    expect(done).toMatchObject({ sessions: 1, tokens: 1, accessTokens: 1, tickets: 1 });
    expect(await db.select({ id: accessTokens.id }).from(accessTokens)).toEqual([
      { id: listed.id },
    ]);
    expect(await db.$count(spentTickets)).toBe(1);
    expect(await db.$count(sessions, eq(sessions.userId, person.id))).toBe(1);
    expect(await db.select({ id: mailTokens.id }).from(mailTokens)).toEqual([{ id: 'in force' }]);
  });

  it('empties emails after the days in the settings, and forgets the effects', async () => {
    const mailer = await createTestMailer(app);
    const group = await make.group();
    const payload = { groupId: group.id, status: 'approved' as const, reason: null };
    await transaction(db, (tx) =>
      enqueue(tx, 'group_reviewed', group.owner.id, payload, clock.read()),
    );
    await mailer.deliver();
    clock.advanceHours(29 * 24);
    expect(await deleteExpired(listener().deps)).toMatchObject({ bodies: 0, effects: 0 });
    clock.advanceHours(24);
    expect(await deleteExpired(listener().deps)).toMatchObject({ bodies: 1, effects: 1, mails: 0 });
    const [mail] = await db.select().from(mails);
    expect(mail).toMatchObject({ state: 'kept', text: null, html: null });
    expect(await db.$count(outbox)).toBe(0);
    clock.advanceHours(365 * 24);
    expect(await deleteExpired(listener().deps)).toMatchObject({ mails: 1 });
  });

  it('removes abandoned donations after a month, and none with an attempt', async () => {
    await make.donation({ status: 'created' });
    const tried = await make.donation({ status: 'failed' });
    clock.advanceHours(29 * 24);
    const fresh = await make.donation({ status: 'created', createdAt: clock.read() });
    expect(await deleteExpired(listener().deps)).toMatchObject({ donations: 0 });
    clock.advanceHours(24);
    expect(await deleteExpired(listener().deps)).toMatchObject({ donations: 1 });
    const rows = await db.select({ id: donations.id }).from(donations).orderBy(donations.id);
    expect(rows).toEqual([{ id: tried.id }, { id: fresh.id }]);
  });
});

describe('a clock that jumps', () => {
  const payload = { groupId: 0, status: 'approved' as const, reason: null };
  const dayHours = 24;

  it("ahead during an email's wait does not delay it for ever", async () => {
    const mailer = await createTestMailer(app);
    const group = await make.group();
    clock.advanceHours(dayHours * 365);
    const groupPayload = { ...payload, groupId: group.id };
    await transaction(db, (tx) =>
      enqueue(tx, 'group_reviewed', group.owner.id, groupPayload, clock.read()),
    );
    clock.reset();
    expect(await mailer.deliver()).toBe(0);
    await runDue(jobs, listener().deps);
    expect(await mailer.deliver()).toBe(1);
  });

  it('back and forth reminds each attendee of each event once, and never of a past one', async () => {
    const mailer = await createTestMailer(app);
    const group = await make.group();
    const moments = [2, 20, 30, 24 * 40].map((hours) => clock.inHours(hours));
    const pastOnes = [
      await make.event({ group, startTime: clock.inHours(-3), endTime: clock.inHours(1) }),
    ];
    const ahead = [];
    for (const startTime of moments) {
      const endTime = new Date(startTime.getTime() + hour);
      ahead.push(await make.event({ group, startTime, endTime, title: `Number ${ahead.length}` }));
    }
    const goer = await make.member(group);
    for (const event of [...pastOnes, ...ahead]) await make.rsvp(event, goer);
    await db.delete(mails);
    for (const jump of [0, 24 * 200, -24 * 150, 24 * 39.5, 0, -24 * 30, 10, 0, 24 * 39.5]) {
      clock.reset();
      clock.advanceHours(jump);
      await runDue(jobs, listener().deps);
      await mailer.deliver();
    }
    const reminders = await db.select().from(mails).where(eq(mails.kind, 'event_reminder'));
    const subjects = reminders.map(({ subject }) => subject);
    expect(subjects.length).toBeGreaterThan(0);
    expect(new Set(subjects).size).toBe(subjects.length);
  });
});

describe('the count check', () => {
  it('changes nothing when counters and rows agree', async () => {
    const group = await make.group();
    await make.member(group);
    await make.pendingMember(group);
    const { deps, lines } = listener();
    expect(await repairCounts(deps)).toEqual({ groups: 0 });
    expect(lines).toEqual([]);
  });

  it('corrects and reports differences', async () => {
    const group = await make.group();
    await make.member(group);
    await db.update(groups).set({ memberCount: 7 }).where(eq(groups.id, group.id));
    const { deps, lines } = listener();
    expect(await repairCounts(deps)).toEqual({ groups: 1 });
    expect(lines).toMatchObject([{ level: 50, groups: 1 }]);
    const [repaired] = await db.select().from(groups).where(eq(groups.id, group.id));
    expect(repaired?.memberCount).toBe(2);
    expect(await repairCounts(deps)).toEqual({ groups: 0 });
  });
});
