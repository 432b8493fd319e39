import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { day } from '#contract/platform/durations.ts';
import type { Decision, SubjectType } from '#contract/safety/reports.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { AnyInput } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { reportBody } from '#tests/support/reports.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { runDeleteExpired } from '#tests/support/expiry.ts';
import { reports } from './tables.ts';

const app = await startTestApp();
const { make, db, clock } = app;
const capturingMailer = await createCapturingMailer(app);
const first = await app.as(await make.admin());
const secondAdmin = await make.admin();
const second = await app.as(secondAdmin);
const patch = 'PATCH /api/admin/reports/:id';
const get = 'GET /api/reports/:reference';
const appeal = 'POST /api/reports/:reference/appeal';
const reason = 'It breaks the rules of the site.';

/** Creates a reported comment on an event, all by different people. */
async function reportOf(type: SubjectType) {
  const owner = await make.user();
  const group = await make.group({ owner });
  const event = await make.event({ group, createdById: owner.id });
  const author = await make.member(group);
  const comment = await make.comment(event, author);
  const reporter = await make.member(group, { firstName: 'Wilhelmina', lastName: 'Quartermaine' });
  const things = { event, group, comment, user: author };
  const byReporter = await app.as(reporter);
  const { reference } = (await byReporter.call('POST /api/reports', reportBody(type, things[type])))
    .body;
  const [row] = await db.select().from(reports).where(eq(reports.reference, reference));
  const params = { id: row!.caseId };
  const whose = type === 'event' || type === 'group' ? owner : author;
  return { ...things, whose, reporter, byReporter, reference, params };
}

const decide = (params: { id: number }, decision: Decision, more: object = {}) =>
  first.call(patch, { params, body: { decision, reason, ...more } });

/** Returns the text of the last email to somebody about a report, and the link of its button. */
async function emailTo(person: { email: string }) {
  const emails = await capturingMailer.emailsTo(person);
  const text = emails.findLast((each) => each.text.includes('/appeal/'))?.text ?? '';
  const url = new URL(text.match(/https:\S+token=\S+/)?.[0] ?? 'https://none.example');
  const reference = url.pathname.split('/').at(-1) ?? '';
  return { text, params: { reference }, token: url.searchParams.get('token') ?? '' };
}

describe('an admin who opens a case', () => {
  it('is shown to the other admins, who may take it over; a decision is final', async () => {
    const { params } = await reportOf('event');
    const looking = { params, body: { state: 'looking' as const } };
    expect((await first.call(patch, looking)).body).toMatchObject({ state: 'looking' });
    const takenOver = (await second.call(patch, looking)).body;
    expect(takenOver.lookedAtBy?.id).toBe(secondAdmin.id);
    await decide(params, 'nothing');
    expect(await first.outcome(patch, looking)).toBe('conflict');
    expect(await second.outcome(patch, { params, body: { decision: 'ban', reason } })).toBe(
      'conflict',
    );
  });
});

describe('a decision', () => {
  it.each(['event', 'group', 'comment'] as const)(
    'hides %s, or removes it for good',
    async (type) => {
      const hidden = await reportOf(type);
      expect((await decide(hidden.params, 'hide')).body).toMatchObject({
        state: 'upheld',
        now: { isHidden: true },
      });
      const gone = await reportOf(type);
      expect((await decide(gone.params, 'delete')).body).toMatchObject({ now: null });
      const subject = { type, id: hidden[type].id };
      const read = 'GET /api/reports/subject/:type/:id';
      expect(await hidden.byReporter.outcome(read, { params: subject })).toBe('not_found');
    },
  );

  it('suspends the author for a time, or bans them', async () => {
    const { params, whose } = await reportOf('comment');
    expect(
      await first.refusal(patch, { params, body: { decision: 'suspend', reason } }),
    ).toMatchObject({ status: 400, fields: { days: 'Please enter the number of days' } });
    await decide(params, 'suspend', { days: 3 });
    const [row] = await db.select().from(users).where(eq(users.id, whose.id));
    const until = new Date(clock.read().getTime() + 3 * day);
    expect(row).toMatchObject({ isActive: false, suspendedUntil: until });
    const banned = await reportOf('group');
    await decide(banned.params, 'ban');
    const [owner] = await db.select().from(users).where(eq(users.id, banned.whose.id));
    expect(owner).toMatchObject({ isActive: false, suspendedUntil: null });
  });

  it.each(['hide', 'delete'] as const)(
    'does both at once: %s, and suspend the author',
    async (decision) => {
      const { params, whose, reporter, comment } = await reportOf('comment');
      const more = { authorDecision: 'suspend', days: 3 } as const;
      const { body } = await decide(params, decision, more);
      expect(body).toMatchObject({ state: 'upheld', decision, authorDecision: 'suspend' });
      expect(body.outcomes).toMatchObject([{ decision, authorDecision: 'suspend' }]);
      expect(body.now?.isHidden ?? null).toBe(decision === 'hide' ? true : null);
      const [row] = await db.select().from(users).where(eq(users.id, whose.id));
      const until = new Date(clock.read().getTime() + 3 * day);
      expect(row).toMatchObject({ isActive: false, suspendedUntil: until });
      const toAuthor = (await emailTo(whose)).text.replaceAll('\n', ' ');
      expect(toAuthor).toContain(decision === 'hide' ? 'We’ve hidden it.' : 'We’ve removed it.');
      expect(toAuthor).toContain('We’ve suspended your account for a while.');
      const toReporter = (await emailTo(reporter)).text.replaceAll('\n', ' ');
      expect(toReporter).toContain('We’ve suspended the account of the person responsible');
      expect(await capturingMailer.emailsTo(whose)).toHaveLength(2);
      const entries = await db.select().from(auditLog);
      const decided = entries.filter(
        ({ targetId, targetType }) => targetType === 'report' && targetId === String(params.id),
      );
      expect(decided.at(-1)?.after).toMatchObject({ decision, authorDecision: 'suspend' });
      expect(
        entries.filter(({ action, targetId }) => action === 'user.ban' && targetId === whose.id),
      ).toHaveLength(1);
      expect(
        entries.filter(
          ({ targetType, targetId }) => targetType === 'comment' && targetId === String(comment.id),
        ),
      ).toHaveLength(1);
    },
  );

  it('hides and warns, and an appeal reverts the part that it changes', async () => {
    const { params, whose } = await reportOf('event');
    await decide(params, 'hide', { authorDecision: 'ban' });
    const { params: side, token } = await emailTo(whose);
    await app.visitor().call(appeal, { params: side, body: { text: 'Too hard', token } });
    const { body } = await second.call(patch, {
      params,
      body: { decision: 'hide', authorDecision: 'warn', reason },
    });
    expect(body).toMatchObject({
      state: 'final',
      now: { isHidden: true },
      outcomes: [{ authorDecision: 'ban' }, { authorDecision: 'warn' }],
    });
    const [row] = await db.select().from(users).where(eq(users.id, whose.id));
    expect(row?.isActive).toBe(true);
    const { body: seen } = await app.visitor().call(get, { params: side, query: { token } });
    expect(seen.outcome).toMatchObject({ decision: 'hide', authorDecision: 'warn' });
  });

  it('does nothing at all where one part is not possible', async () => {
    const { params, whose } = await reportOf('comment');
    const refused = (body: object) => first.refusal(patch, { params, body: { reason, ...body } });
    for (const decision of ['nothing', 'warn', 'suspend', 'ban', 'police'])
      expect(await refused({ decision, authorDecision: 'warn', days: 3 })).toMatchObject({
        status: 400,
        fields: { authorDecision: expect.any(String) },
      });
    expect(await refused({ decision: 'hide', authorDecision: 'suspend' })).toMatchObject({
      status: 400,
      fields: { days: 'Please enter the number of days' },
    });
    expect(await refused({ decision: 'hide', authorDecision: 'shame' })).toMatchObject({
      status: 400,
    });
    const { body } = await first.call('GET /api/admin/reports/:id', { params });
    expect(body).toMatchObject({ state: 'open', now: { isHidden: false } });
    expect(body.can.decideAuthor).toEqual(['warn', 'suspend', 'ban']);
    const [row] = await db.select().from(users).where(eq(users.id, whose.id));
    expect(row?.isActive).toBe(true);
  });

  it('is sent to both sides, a suspended one too, and names neither', async () => {
    const { params, whose, reporter } = await reportOf('comment');
    await decide(params, 'ban');
    const toAuthor = await emailTo(whose);
    const toReporter = await emailTo(reporter);
    expect(toAuthor.text).toContain(reason);
    expect(toReporter.text).toContain(reason);
    expect(toAuthor.text).not.toMatch(/Wilhelmina|Quartermaine/);
    expect(toReporter.text).not.toContain(whose.firstName);
    const { params: of, token } = toAuthor;
    const view = (await app.visitor().call(get, { params: of, query: { token } })).body;
    expect(view).toMatchObject({
      side: 'subject',
      kind: null,
      outcome: { decision: 'ban', reason },
    });
  });

  it('is refused where it does not apply, with a message that names the field', async () => {
    const refused = async (on: { id: number }, decision: Decision) => {
      const { status, fields } = await first.refusal(patch, {
        params: on,
        body: { decision, reason },
      });
      return [status, Object.keys(fields ?? {})];
    };
    const { params } = await reportOf('user');
    expect(await refused(params, 'hide')).toEqual([400, ['decision']]);
    const { params: ofComment, comment } = await reportOf('comment');
    await first.call('DELETE /api/admin/comments/:id', { params: { id: comment.id } });
    expect(await refused(ofComment, 'delete')).toEqual([409, ['decision']]);
    const missing: AnyInput = { params, body: { decision: 'warn' } };
    expect((await first.refusal(patch, missing)).fields).toHaveProperty('reason');
  });

  it('has a reason that does not name the reporter', async () => {
    const { params, reporter } = await reportOf('comment');
    for (const name of ['WILHELMINA Quartermaine', reporter.email]) {
      const body = { decision: 'warn', reason: `As ${name} said, it is rude.` };
      expect((await first.refusal(patch, { params, body })).fields).toHaveProperty('reason');
    }
  });

  it('about an admin needs another one', async () => {
    const group = await make.group({ owner: secondAdmin });
    const reference = (await app.visitor().call('POST /api/reports', reportBody('group', group)))
      .body;
    const [row] = await db.select().from(reports).where(eq(reports.reference, reference.reference));
    const params = { id: row!.caseId };
    const body = { decision: 'warn' as const, reason };
    expect(await second.outcome(patch, { params, body })).toBe('forbidden');
    expect(await first.outcome(patch, { params, body })).toBe(200);
  });

  it('to involve the police hides the subject, and gives its author no other details', async () => {
    const { params, whose, reporter } = await reportOf('event');
    await decide(params, 'police');
    expect((await emailTo(reporter)).text).toContain('police');
    const authorEmail = await emailTo(whose);
    expect(authorEmail.text).not.toContain('police');
    const view = await app
      .visitor()
      .call(get, { params: authorEmail.params, query: { token: authorEmail.token } });
    expect(view.body.outcome?.decision).toBe('hide');
    const member = await reportOf('user');
    await decide(member.params, 'police');
    expect((await emailTo(member.whose)).text).toBe('');
  });
});

describe("a member's reports", () => {
  const list = 'GET /api/user/reports';

  it('are listed for them only, latest first, with the outcome', async () => {
    const { params, event, comment, whose, byReporter, reference } = await reportOf('comment');
    const { body } = await byReporter.call(
      'POST /api/reports',
      reportBody('event', event, 'fraud'),
    );
    const waits = { decision: null, expectedBy: body.expectedBy };
    expect((await byReporter.call(list)).body).toEqual([
      expect.objectContaining({
        reference: body.reference,
        kind: 'fraud',
        state: 'open',
        ...waits,
      }),
      expect.objectContaining({
        reference,
        subject: { type: 'comment', title: comment.content },
        state: 'open',
        decision: null,
      }),
    ]);
    await decide(params, 'police');
    const pages = await readPages(byReporter, list, { query: { limit: 1 } }, 'reference');
    expect(pages).toEqual([[body.reference], [reference]]);
    const [, decided] = (await byReporter.call(list)).body;
    expect(decided).toEqual({
      reference,
      subject: { type: 'comment', title: 'A comment' },
      kind: 'spam',
      state: 'upheld',
      decision: 'police',
      createdAt: decided?.createdAt,
      expectedBy: null,
    });
    expect((await (await app.as(whose)).call(list)).body).toEqual([]);
  });
});

describe('an appeal', () => {
  const text = 'It was a joke between friends.';

  it("is made once, through the email's link, and ended by another admin", async () => {
    const { params, whose, reporter, byReporter, reference } = await reportOf('comment');
    const visitor = app.visitor();
    expect(await byReporter.outcome(appeal, { params: { reference }, body: { text } })).toBe(
      'conflict',
    );
    await decide(params, 'hide');
    const { params: of, token } = await emailTo(whose);
    expect((await visitor.call(appeal, { params: of, body: { text, token } })).status).toBe(201);
    expect(await visitor.outcome(appeal, { params: of, body: { text, token } })).toBe('conflict');
    expect(await byReporter.outcome(appeal, { params: { reference }, body: { text } })).toBe(
      'conflict',
    );
    const seen = (await byReporter.call(get, { params: { reference } })).body;
    expect(seen.appeal).toMatchObject({ isOwn: false, text: null });

    clock.advanceHours(1);
    const overturn = { params, body: { decision: 'nothing' as const, reason: 'A joke it was.' } };
    expect((await first.call('GET /api/admin/reports/:id', { params })).body.can).toMatchObject({
      decide: [],
      why: expect.stringContaining('another admin'),
    });
    expect(await first.outcome(patch, overturn)).toBe('forbidden');
    const ended = (await second.call(patch, overturn)).body;
    expect(ended).toMatchObject({ state: 'final', decision: 'nothing', now: { isHidden: false } });
    expect(ended.outcomes.map(({ decision }) => decision)).toEqual(['hide', 'nothing']);
    expect((await emailTo(reporter)).text).toContain('A joke it was.');
    expect((await emailTo(whose)).text).toContain('A joke it was.');
    expect(await visitor.outcome(appeal, { params: of, body: { text, token } })).toBe('conflict');
  });

  it('of the reporter, by account, can bring a first measure', async () => {
    const { params, byReporter, reference } = await reportOf('group');
    await decide(params, 'nothing');
    await byReporter.call(appeal, { params: { reference }, body: { text } });
    const body = { decision: 'hide' as const, reason };
    expect((await second.call(patch, { params, body })).body).toMatchObject({
      state: 'final',
      now: { isHidden: true },
    });
  });

  it('can lift a suspension', async () => {
    const { params, whose } = await reportOf('user');
    await decide(params, 'suspend', { days: 30 });
    const { params: of, token } = await emailTo(whose);
    await app.visitor().call(appeal, { params: of, body: { text, token } });
    await second.call(patch, { params, body: { decision: 'warn', reason } });
    const [row] = await db.select().from(users).where(eq(users.id, whose.id));
    expect(row).toMatchObject({ isActive: true, suspendedUntil: null });
  });

  it('goes to the same admin if no other can sign in', async () => {
    const { params, byReporter, reference } = await reportOf('event');
    await decide(params, 'nothing');
    await byReporter.call(appeal, { params: { reference }, body: { text } });
    const body = { decision: 'warn' as const, reason };
    expect(await first.outcome(patch, { params, body })).toBe('forbidden');
    await db.update(users).set({ isActive: false }).where(eq(users.id, secondAdmin.id));
    expect(await first.outcome(patch, { params, body })).toBe(200);
    await db.update(users).set({ isActive: true }).where(eq(users.id, secondAdmin.id));
  });
});

describe('the report figures', () => {
  it('have a row for each month', async () => {
    const { body } = await first.call('GET /api/admin/reports.csv');
    const [head = '', ...rows] = body.trim().split('\r\n');
    const [month, ...cells] = (rows[0] ?? '').split(',');
    expect(head.split(',').slice(0, 2)).toEqual(['Month', 'Reports']);
    expect(month).toBe('2026-06');
    expect(cells).toHaveLength(head.split(',').length - 1);
    const [{ all } = { all: 0 }] = await db
      .select({ all: db.$count(reports) })
      .from(reports)
      .limit(1);
    expect(Number(cells[0])).toBe(all);
  });
});

describe('a case', () => {
  it('is deleted with its reports three years after its decision, and an open one stays', async () => {
    const [decided, waits] = [await reportOf('comment'), await reportOf('comment')];
    await decide(decided.params, 'hide');
    clock.advanceHours(3 * 365 * 24 - 1);
    await runDeleteExpired(app);
    const here = () => db.select().from(reports).where(eq(reports.reference, decided.reference));
    expect(await here()).toHaveLength(1);
    clock.advanceHours(1);
    await runDeleteExpired(app);
    expect(await here()).toHaveLength(0);
    const staff = await app.as(secondAdmin);
    const left = await staff.call('GET /api/admin/reports/:id', { params: waits.params });
    expect(left.body.state).toBe('open');
  });
});
