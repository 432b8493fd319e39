import { describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { reportBody } from '#tests/support/reports.ts';
import type { Decision } from '#contract/safety/reports.ts';
import type { ReportKind } from '#contract/safety/report-kinds.ts';
import type { User } from '#tests/support/factories.ts';

const safetyEmail = 'trustees@example.org';
const list = 'GET /api/admin/reports';
const get = 'GET /api/admin/reports/:id';
const patch = 'PATCH /api/admin/reports/:id';
const reason = 'Harmless.';

/** Creates a site with one admin, whose group a visitor reports. */
async function createFixture(app: TestApp) {
  const capturingMailer = await createCapturingMailer(app, undefined, {
    SAFETY_EMAIL: safetyEmail,
  });
  const admin = await app.make.admin();
  const own = await app.as(admin);
  const group = await app.make.group({ owner: admin });
  const report = async (kind: ReportKind, of: { id: number } = group) => {
    await app.visitor().call('POST /api/reports', reportBody('group', of, kind));
    const [found] = (await own.call(list)).body;
    return { params: { id: found?.id ?? 0 } };
  };
  const decide = (who: User, at: { params: { id: number } }, decision: Decision) =>
    app.as(who).then((client) => client.call(patch, { ...at, body: { decision, reason } }));
  const safetyEmails = async () => {
    const before = capturingMailer.sent.length;
    await capturingMailer.deliver();
    return capturingMailer.sent.slice(before).filter(({ to }) => to === safetyEmail);
  };
  return { admin, own, group, report, decide, safetyEmails };
}

describe('a case about the only admin', async () => {
  const app = await startTestApp({ safetyEmail });
  const { admin, own, group, report, decide, safetyEmails } = await createFixture(app);
  const at = await report('spam');

  it('is marked as such for them, in the queue and on its own page', async () => {
    expect((await own.call(list)).body).toMatchObject([{ isAboutOnlyAdmin: true }]);
    expect((await own.call(get, at)).body).toMatchObject({
      isAboutOnlyAdmin: true,
      can: { why: null },
    });
  });

  it('is emailed to the safety contact with its category, without any text', async () => {
    const [email, ...more] = await safetyEmails();
    expect(more).toEqual([]);
    const { reference } = (await own.call(get, at)).body;
    expect(email?.subject).toBe(`A report about the only admin of Villagehall: ${reference}`);
    for (const words of [
      'a group by the only admin',
      'Spam or advertising (1)',
      'Decision due by',
    ]) {
      expect(email?.text).toContain(words);
    }
    expect(email?.text).not.toContain(group.name);
    expect(email?.text).not.toContain(admin.email);
  });

  it('is emailed again once it is reported as illegal, and not for each report', async () => {
    await report('spam');
    expect(await safetyEmails()).toEqual([]);
    await report('threats');
    app.clock.advanceHours(0.2);
    const [email] = await safetyEmails();
    expect(email?.text).toContain('call 999');
    expect(email?.text).toContain('Threats or violence (1)');
    await report('hate');
    app.clock.advanceHours(0.2);
    expect(await safetyEmails()).toEqual([]);
  });

  it('decided by themselves records that, and the safety contact reads the decision', async () => {
    const decided = (await decide(admin, at, 'nothing')).body;
    expect(decided.outcomes).toMatchObject([{ decision: 'nothing', isByItsSubject: true }]);
    app.clock.advanceHours(1);
    const [email] = await safetyEmails();
    expect(email?.text).toContain('We’ve left it as it is.');
    expect(email?.text).toContain(reason);
  });

  it('passes to another admin once there is one, and loses its mark', async () => {
    const other = await app.make.admin();
    const fresh = await app.make.group({ owner: admin });
    const next = await report('hate', fresh);
    expect((await own.call(get, next)).body).toMatchObject({
      isAboutOnlyAdmin: false,
      can: { decide: [] },
    });
    const decided = (await decide(other, next, 'hide')).body;
    expect(decided.outcomes).toMatchObject([{ isByItsSubject: false }]);
    expect(await safetyEmails()).toEqual([]);
  });
});

describe('five cases about the only admin in a day', async () => {
  const app = await startTestApp({ safetyEmail });
  const { admin, report, safetyEmails } = await createFixture(app);

  it('send five emails to the safety contact, whose address needs no confirmation', async () => {
    for (let n = 0; n < 5; n += 1) {
      await report('spam', await app.make.group({ owner: admin }));
      app.clock.advanceHours(1);
    }
    const subjects = (await safetyEmails()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(5);
    expect(new Set(subjects).size).toBe(5);
  });
});

describe('without SAFETY_EMAIL', async () => {
  const app = await startTestApp();
  const { own, report, safetyEmails } = await createFixture(app);

  it('the case is still marked, and nobody is emailed', async () => {
    const at = await report('spam');
    expect((await own.call(get, at)).body.isAboutOnlyAdmin).toBe(true);
    expect(await safetyEmails()).toEqual([]);
  });
});
