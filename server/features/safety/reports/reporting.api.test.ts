import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { day, hour } from '#contract/platform/durations.ts';
import type { ReportKind } from '#contract/safety/report-kinds.ts';
import { subjectTypes } from '#contract/safety/reports.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { reportBody, plantReport } from '#tests/support/reports.ts';
import { reports } from './tables.ts';

const app = await startTestApp();
const { make, db, clock } = app;
const capturingMailer = await createCapturingMailer(app);
const admin = await app.as(await make.admin());
const post = 'POST /api/reports';
const queue = 'GET /api/admin/reports';

/** Creates an event with a comment on it, by different people. */
async function createFixture() {
  const group = await make.group();
  const event = await make.event({ group });
  const author = await make.member(group);
  const comment = await make.comment(event, author);
  const reader = await make.member(group);
  return { group, event, author, comment, reader };
}

const detail = async (id: number) =>
  (await admin.call('GET /api/admin/reports/:id', { params: { id } })).body;

/** Returns the case that a report belongs to. */
async function caseOf({ reference }: { reference: string }) {
  const [row] = await db.select().from(reports).where(eq(reports.reference, reference));
  return detail(row!.caseId);
}

/** Returns the cases of an event, newest first. */
const casesOf = async ({ id }: { id: number }) =>
  (await admin.call(queue, { query: { type: 'event', limit: 100 } })).body.filter(
    ({ subject }) => subject.id === id,
  );

async function decideCase(event: { id: number }, decision: 'nothing' | 'warn') {
  const [found] = await casesOf(event);
  const body = { decision, reason: 'We looked at it.' };
  await admin.call('PATCH /api/admin/reports/:id', { params: { id: found?.id ?? 0 }, body });
}

describe('a report about an event', () => {
  const startsIn = async (hours: number) => {
    const startTime = clock.inHours(hours);
    return make.event({ startTime, endTime: clock.inHours(hours + 2) });
  };
  const expected = async (event: { id: number }, kind?: ReportKind) =>
    (await app.visitor().call(post, reportBody('event', event, kind))).body.expectedBy;

  it('is due at its start, if that comes first, and its appeal, too', async () => {
    const soon = await startsIn(20);
    expect(await expected(soon)).toBe(soon.startTime.toISOString());
    const illegal = await startsIn(20);
    expect(await expected(illegal, 'fraud')).toBe(illegal.startTime.toISOString());
    expect(Date.parse(await expected(await startsIn(20 * 24)))).toBe(+clock.read() + 7 * day);
    const begun = await startsIn(-1);
    expect(Date.parse(await expected(begun))).toBe(+clock.read() + 7 * day);
    const reporter = await make.user();
    const client = await app.as(reporter);
    const { reference } = (await client.call(post, reportBody('event', soon))).body;
    await decideCase(soon, 'nothing');
    const appealed = await client.call('POST /api/reports/:reference/appeal', {
      params: { reference },
      body: { text: 'Please look again' },
    });
    expect(appealed.body.expectedBy).toBe(soon.startTime.toISOString());
  });

  it('is due earlier where the event is moved forward, and never later', async () => {
    const owner = await make.user();
    const group = await make.group({ owner });
    const event = await make.event({
      group,
      startTime: clock.inHours(80),
      endTime: clock.inHours(82),
    });
    await expected(event);
    const organiser = await app.as(owner);
    const moveTo = async (hours: number) => {
      const startTime = clock.inHours(hours).toISOString();
      await organiser.call('PATCH /api/events/:id', {
        params: { id: event.id },
        body: { startTime, endTime: clock.inHours(hours + 2).toISOString() },
      });
      return { startTime, dueBy: (await casesOf(event))[0]?.dueBy };
    };
    const forward = await moveTo(30);
    expect(forward.dueBy).toBe(forward.startTime);
    expect((await moveTo(60)).dueBy).toBe(forward.startTime);
  });

  it('is in the queue by that time, and shows when the event begins', async () => {
    const event = await startsIn(3);
    const later = await startsIn(9);
    await expected(later);
    await expected(event, 'fraud');
    const { items } = (await admin.call('GET /api/admin/queue')).body;
    const [mine, next] = [event, later].map(({ startTime }) =>
      items.findIndex(({ beginsAt }) => beginsAt === startTime.toISOString()),
    );
    expect(items[mine ?? -1]).toMatchObject({ kind: 'report', dueBy: items[mine ?? -1]?.beginsAt });
    expect(mine).toBeLessThan(next ?? -1);
    expect((await casesOf(event))[0]).toMatchObject({ beginsAt: event.startTime.toISOString() });
  });
});

describe('a report', () => {
  it('gets a number and a deadline', async () => {
    const { comment, reader } = await createFixture();
    const client = await app.as(reader);
    const { status, body } = await client.call(post, reportBody('comment', comment));
    expect(status).toBe(201);
    expect(body.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(new Date(body.expectedBy)).toEqual(new Date(clock.read().getTime() + 7 * day));
  });

  it('of illegal content has a deadline of a day, or of the hours in the settings', async () => {
    const { event, group } = await createFixture();
    const first = (await app.visitor().call(post, reportBody('event', event, 'fraud'))).body;
    expect(Date.parse(first.expectedBy) - clock.read().getTime()).toBe(24 * hour);
    await admin.call('PATCH /api/admin/settings', { body: { illegalReportHours: 6 } });
    const second = (await app.visitor().call(post, reportBody('group', group, 'hate'))).body;
    expect(Date.parse(second.expectedBy) - clock.read().getTime()).toBe(6 * hour);
    await admin.call('PATCH /api/admin/settings', { body: { illegalReportHours: 24 } });
  });

  it('repeated by the same account is the same, with the new text', async () => {
    const { event, reader } = await createFixture();
    const client = await app.as(reader);
    const first = (await client.call(post, reportBody('event', event))).body;
    const worse = { body: { ...reportBody('event', event, 'threats').body, details: 'Again' } };
    const second = (await client.call(post, worse)).body;
    expect(second.reference).toBe(first.reference);
    const found = await caseOf(first);
    expect(found).toMatchObject({ reports: 1, isIllegal: true });
    expect(found.dueBy).toBe(second.expectedBy);
    expect(found.said.map(({ kind, details }) => [kind, details])).toEqual([['threats', 'Again']]);
  });

  it('by several people about one subject is one case, due by the first', async () => {
    const { comment, reader, group } = await createFixture();
    const first = (await (await app.as(reader)).call(post, reportBody('comment', comment))).body;
    const other = await app.as(await make.member(group));
    const second = (await other.call(post, reportBody('comment', comment, 'hate'))).body;
    expect(second.reference).not.toBe(first.reference);
    const found = await caseOf(first);
    expect(found.said).toHaveLength(2);
    expect(found.dueBy).toBe(second.expectedBy);
    expect(found.kinds).toEqual([
      { kind: 'hate', count: 1 },
      { kind: 'spam', count: 1 },
    ]);
  });

  it("stores the subject's text of that moment, and stays when the subject is gone", async () => {
    const { event, reader, group } = await createFixture();
    const reported = (await (await app.as(reader)).call(post, reportBody('event', event))).body;
    const organiser = await app.as(group.owner);
    const changes = { title: 'Nothing to see here at all' };
    await organiser.call('PATCH /api/events/:id', { params: { id: event.id }, body: changes });
    const later = await caseOf(reported);
    expect(later.said[0]?.said).toMatchObject({ title: event.title });
    expect(later.now).toMatchObject(changes);
    await admin.call('DELETE /api/admin/events/:id', { params: { id: event.id } });
    const after = await caseOf(reported);
    expect(after).toMatchObject({ now: null, subject: { title: event.title, isGone: true } });
    expect(after.said[0]?.said).toMatchObject({ title: event.title });
    expect(after.can.decide).toEqual(['nothing', 'warn', 'suspend', 'ban', 'police']);
  });

  it('stores what the event costs in words, which may be what is wrong with it', async () => {
    const { event, reader, group } = await createFixture();
    const changes = { priceText: '£750 to enter the draw' };
    const organiser = await app.as(group.owner);
    await organiser.call('PATCH /api/events/:id', { params: { id: event.id }, body: changes });
    const reported = (await (await app.as(reader)).call(post, reportBody('event', event))).body;
    const { said } = await caseOf(reported);
    expect(said[0]?.said?.parts).toContainEqual({ label: 'Price', text: changes.priceText });
  });

  it('about a decided subject joins that case while the text is unchanged, and is new afterwards', async () => {
    const { event, reader, group } = await createFixture();
    const client = await app.as(reader);
    const first = (await client.call(post, reportBody('event', event))).body;
    const { id } = await caseOf(first);
    const body = { decision: 'nothing' as const, reason: 'It is fine.' };
    await admin.call('PATCH /api/admin/reports/:id', { params: { id }, body });
    expect((await client.call(post, reportBody('event', event))).body).toEqual(first);
    const organiser = await app.as(group.owner);
    const changes = { description: 'Now it says something else, and something worse than before.' };
    await organiser.call('PATCH /api/events/:id', { params: { id: event.id }, body: changes });
    const second = (await client.call(post, reportBody('event', event))).body;
    expect(second.reference).not.toBe(first.reference);
    expect((await caseOf(second)).earlier).toMatchObject([{ id, state: 'not_upheld' }]);
  });
});

describe('an address typed by a signed-out person', () => {
  const email = 'ann@example.org';
  const typing = (event: { id: number }, kind: ReportKind, details: string) => ({
    body: { ...reportBody('event', event, kind).body, email, details },
  });

  it("uses up none of its owner's reports", async () => {
    const limited = await app.another({ rateLimits: true });
    const { event } = await createFixture();
    for (let each = 0; each < 6; each += 1) {
      const client = new Client(limited).from(`203.0.113.${each}`);
      expect(await client.outcome(post, typing(event, 'spam', `Typed ${each}.`))).toBe(201);
    }
  });

  it('changes no earlier report with that address, and reveals none', async () => {
    const { event } = await createFixture();
    const first = (await app.visitor().call(post, typing(event, 'spam', 'Hers.'))).body;
    clock.advanceHours(1);
    const second = (await app.visitor().call(post, typing(event, 'hate', 'Not hers.'))).body;
    clock.reset();
    expect(second.reference).not.toBe(first.reference);
    const found = await caseOf(first);
    expect(found).toMatchObject({ reports: 2, state: 'open' });
    expect(found.said.map((each) => [each.reference, each.kind, each.details])).toEqual([
      [second.reference, 'hate', 'Not hers.'],
      [first.reference, 'spam', 'Hers.'],
    ]);
  });

  it('gets the same answer whether it has reported something or not', async () => {
    const { event } = await createFixture();
    const [fresh, reported] = [await createFixture(), await createFixture()];
    await app.visitor().call(post, typing(reported.event, 'spam', 'Once.'));
    await decideCase(reported.event, 'nothing');
    clock.advanceHours(1);
    const answers = [fresh, reported].map(async (at) => {
      const { status, body } = await app.visitor().call(post, typing(at.event, 'spam', 'Now.'));
      return { status, keys: Object.keys(body), expectedBy: body.expectedBy };
    });
    const [one, other] = await Promise.all(answers);
    clock.reset();
    expect(other).toEqual(one);
    const params = { type: 'event' as const, id: event.id };
    await app.visitor().call(post, typing(event, 'spam', 'Once.'));
    const page = await app.visitor().call('GET /api/reports/subject/:type/:id', { params });
    expect(page.body.reported).toBeNull();
  });

  it('gets one email with the decision, which lists each report made with it', async () => {
    const { event } = await createFixture();
    const to = 'several@example.org';
    const references = [];
    for (const details of ['One', 'Two']) {
      const body = { ...typing(event, 'spam', details).body, email: to };
      references.push((await app.visitor().call(post, { body })).body.reference);
    }
    expect(new Set(references).size).toBe(2);
    await capturingMailer.deliver();
    await decideCase(event, 'nothing');
    const sentBefore = capturingMailer.sent.length;
    await capturingMailer.deliver();
    const emails = capturingMailer.sent.slice(sentBefore).filter((each) => each.to === to);
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Our decision on your report ${references[0]}`,
    ]);
    for (const reference of references) expect(emails[0]?.text).toContain(reference);
  });

  it('belongs to no account: neither a confirmed nor an unconfirmed one sees the report', async () => {
    const { event } = await createFixture();
    const owner = await make.user();
    const squatter = await make.user({ emailVerifiedAt: null });
    for (const person of [owner, squatter]) {
      const body = { ...reportBody('event', event).body, email: person.email };
      const { reference } = (await app.visitor().call(post, { body })).body;
      const client = await app.as(person);
      expect((await client.call('GET /api/user/reports')).body).toEqual([]);
      const params = { reference };
      expect(await client.outcome('GET /api/reports/:reference', { params })).toBe('not_found');
      const own = (await client.call(post, reportBody('event', event, 'hate'))).body;
      expect(own.reference).not.toBe(reference);
      const [made] = await db.select().from(reports).where(eq(reports.reference, reference));
      expect(made).toMatchObject({ reporterId: null, kind: 'spam' });
    }
  });
});

describe('an invisible subject', () => {
  it("can't be reported either", async () => {
    const hidden = await make.group({ status: 'pending_approval' });
    const { comment, author, group } = await createFixture();
    const outsider = await app.as(await make.user());
    const visitor = app.visitor();
    expect([
      await outsider.outcome(post, reportBody('group', hidden)),
      await outsider.outcome(post, reportBody('comment', comment)),
      await visitor.outcome(post, reportBody('comment', comment)),
      await visitor.outcome(post, reportBody('user', author)),
      await visitor.outcome(post, reportBody('event', { id: 'none' })),
      await visitor.outcome(post, reportBody('event', { id: 2_000_000_000 })),
      await outsider.outcome(post, reportBody('user', await make.banned())),
    ]).toEqual(Array.from({ length: 7 }, () => 'not_found'));
    expect(await visitor.outcome(post, reportBody('group', group))).toBe(201);
    expect(await outsider.outcome(post, reportBody('user', author))).toBe(201);
  });
});

describe('the report page', () => {
  const read = 'GET /api/reports/subject/:type/:id';

  it('shows the subject, and its author to signed-in viewers', async () => {
    const { event, comment, author, reader } = await createFixture();
    const params = { type: 'comment' as const, id: comment.id };
    const client = await app.as(reader);
    const shown = (await client.call(read, { params })).body;
    expect(shown).toMatchObject({
      path: `/events/${event.id}#comments`,
      author: { id: author.id, firstName: author.firstName },
      isOwn: false,
      reported: null,
    });
    const reported = (await client.call(post, reportBody('comment', comment))).body;
    expect((await client.call(read, { params })).body.reported).toEqual(reported);
    const own = (await (await app.as(author)).call(read, { params })).body;
    expect(own).toMatchObject({ isOwn: true, author: null });
    const open = { type: 'event' as const, id: event.id };
    expect((await app.visitor().call(read, { params: open })).body).toMatchObject({
      title: event.title,
      author: null,
    });
    expect(await app.visitor().outcome(read, { params })).toBe('not_found');
  });
});

describe('a reporter', () => {
  it('gets an email with number and date, and a link to the state', async () => {
    const { event } = await createFixture();
    const email = 'stranger@example.org';
    const body = {
      ...reportBody('event', event, 'fraud').body,
      email,
      details: 'A secret detail.',
    };
    const { reference } = (await app.visitor().call(post, { body })).body;
    await capturingMailer.deliver();
    const sentEmail = capturingMailer.sent.find(({ to }) => to === email);
    expect(sentEmail?.subject).toContain(reference);
    expect(sentEmail?.text).toContain('call 999');
    expect(sentEmail?.text).not.toContain('secret');
    expect(sentEmail?.text).not.toContain(event.title);
    const url = new URL(sentEmail?.text.match(/https:\S+token=\S+/)?.[0] ?? '');
    expect(url.pathname).toBe(`/appeal/${reference}`);
    const query = { token: url.searchParams.get('token') ?? '' };
    const view = await app.visitor().call('GET /api/reports/:reference', {
      params: { reference },
      query,
    });
    expect(view.body).toMatchObject({ side: 'reporter', state: 'open', can: { appeal: false } });
  });

  it('without an email reads the state in their account only', async () => {
    const { event, reader, author } = await createFixture();
    const client = await app.as(reader);
    const { reference } = (await client.call(post, reportBody('event', event))).body;
    const get = 'GET /api/reports/:reference';
    const params = { reference };
    expect((await client.call(get, { params })).body.reference).toBe(reference);
    expect(await (await app.as(author)).outcome(get, { params })).toBe('not_found');
    expect(await app.visitor().outcome(get, { params })).toBe('not_found');
    expect(await app.visitor().outcome(get, { params, query: { token: 'bad.token' } })).toBe(
      'invalid',
    );
  });
});

describe('the report queue', () => {
  it('has the most urgent first, in pages without gaps', async () => {
    const group = await make.group();
    const events = [await make.event({ group }), await make.event({ group })];
    for (const event of events) await app.visitor().call(post, reportBody('event', event));
    await app.visitor().call(post, reportBody('group', group, 'hate'));
    const all = (await admin.call(queue, { query: { state: 'waiting' } })).body;
    const due = all.map(({ dueBy }) => Date.parse(dueBy ?? ''));
    expect(due).toEqual(due.toSorted((one, other) => one - other));
    expect(due).not.toContain(Number.NaN);
    const first = await admin.call(queue, { query: { state: 'waiting', limit: 2 } });
    expect(first.body.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    const summary = (await admin.call('GET /api/admin/summary')).body;
    expect(summary.waitingReports).toBe(all.length);
  });

  it('lists everything, newest first, and one state', async () => {
    const { event } = await createFixture();
    const { id } = await plantReport(db, { type: 'event', id: event.id }, null, 'warn');
    expect((await admin.call(queue)).body[0]).toMatchObject({ id, state: 'upheld', dueBy: null });
    for (const state of ['open', 'looking', 'upheld', 'not_upheld', 'appealed', 'final'] as const) {
      const rows = (await admin.call(queue, { query: { state } })).body;
      expect(rows.every((row) => row.state === state)).toBe(true);
    }
  });

  it('narrows to a kind of subject, with any other filter, page by page', async () => {
    const { group, event, author, comment } = await createFixture();
    const things = { group, event, comment, user: author };
    for (const decision of ['warn', 'nothing', null] as const) {
      for (const type of subjectTypes) {
        await plantReport(db, { type, id: things[type].id }, null, decision);
      }
    }
    for (const state of ['waiting', 'open', 'upheld', undefined] as const) {
      const all = (await admin.call(queue, { query: { state, limit: 100 } })).body;
      for (const type of subjectTypes) {
        const some = all.filter(({ subject }) => subject.type === type).map(({ id }) => id);
        expect(some).not.toEqual([]);
        const pages = await readPages(admin, queue, { query: { state, type, limit: 1 } });
        expect(pages.flat()).toEqual(some);
      }
    }
    const wrong = { query: { type: 'message' as never } };
    expect(await admin.outcome(queue, wrong)).toBe('invalid');
  });
});
