import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { User } from '#tests/support/factories.ts';
import { readFeed } from '#tests/support/feeds.ts';
import { hiding } from '#tests/support/hiding.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { wrongCounters } from '#tests/support/spam.ts';
import { readConfig } from '#platform/config.ts';
import { remindAttendees } from '#features/events/events/jobs/reminders.ts';
import { sendMessages } from '#features/events/messages/jobs.ts';
import { messages } from '#features/events/messages/tables.ts';
import { heldComments } from '#features/events/comments/tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const { hide, show } = hiding(app);
const admin = await app.as(await make.admin());
const capturingMailer = await createCapturingMailer(app);
afterEach(() => clock.reset());

const kinds = ['event', 'group'] as const;

/** Creates an event by its organiser, with one attendee. */
async function createFixture(columns: Parameters<typeof make.event>[0] = {}) {
  const group = await make.group();
  const [organiser, goer] = [await make.organiser(group), await make.member(group)];
  const event = await make.event({ group, createdById: organiser.id, ...columns });
  await make.rsvp(event, goer);
  return { group, organiser, goer, event };
}

const exportOf = async (person: Pick<User, 'id'>) => {
  const response = await (await app.as(person)).send('GET /api/auth/user/export');
  const files = unzipSync(response.rawPayload);
  return (name: string) =>
    JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array())) as Record<string, unknown>[];
};

describe.each(kinds)('for a hidden %s', (kind) => {
  it('no reminder is sent until it is shown again', async () => {
    const { goer, ...things } = await createFixture({ startTime: clock.inHours(48) });
    await hide(kind, things[kind]);
    await capturingMailer.deliver();
    clock.advanceHours(25);
    await remindAttendees(db, clock.read());
    expect(await capturingMailer.subjectsTo(goer)).toHaveLength(1);
    await show(kind, things[kind]);
    await remindAttendees(db, clock.read());
    const subjects = await capturingMailer.subjectsTo(goer);
    expect(subjects.some((subject) => subject.startsWith('Tomorrow'))).toBe(true);
  });

  it('no queued message is sent', async () => {
    const { goer, organiser, ...things } = await createFixture();
    const { group, event } = things;
    const written = { sentById: organiser.id, eventId: event.id, audience: 'going' } as const;
    const message = await make.message(group, { ...written, subject: 'Bring a lamp' });
    await hide(kind, things[kind]);
    clock.advanceHours(1);
    expect(await sendMessages(db, readConfig({}), clock.read())).toBe(0);
    const [row] = await db.select().from(messages).where(eq(messages.id, message.id));
    expect(row?.state).toBe('undone');
    expect(await capturingMailer.emailsTo(goer)).toHaveLength(1);
  });

  it("attendees' calendars have no entry", async () => {
    const { goer, ...things } = await createFixture({ title: 'Lamps' });
    const { body } = await (await app.as(goer)).call('POST /api/user/calendar-feed');
    const feed = async () => (await readFeed(app, new URL(body.url).pathname)).body;
    expect(await feed()).toContain('Lamps');
    await hide(kind, things[kind]);
    expect(await feed()).not.toContain('Lamps');
  });

  it('the waiting list is empty', async () => {
    const { goer, ...things } = await createFixture({ capacity: 1 });
    const waits = await make.member(things.group);
    await make.waiting(things.event, waits);
    await hide(kind, things[kind]);
    await show(kind, things[kind]);
    const params = { id: things.event.id };
    const { body } = await (await app.as(waits)).call('GET /api/events/:id', { params });
    expect(body).toMatchObject({ rsvp: null, attendeeCount: 1 });
    expect(await wrongCounters(db)).toEqual([]);
  });
});

describe('a hidden date of a series', () => {
  it('leaves the series, and stays unchanged when the series changes', async () => {
    const group = await make.group();
    const series = await make.series({ group, dates: 3, createdById: group.owner.id });
    const [, second] = series.events;
    await hide('event', second!);
    const member = await app.as(await make.member(group));
    const params = { id: series.id };
    const datesSeen = async () =>
      (await member.call('GET /api/series/:id', { params })).body.events.map(({ title }) => title);
    expect(await datesSeen()).toHaveLength(2);
    const organiser = await app.as(group.owner);
    const body = { scope: 'all', title: 'Late choir', includeEdited: true } as const;
    await organiser.call('PATCH /api/series/:id', { params, body });
    expect(await datesSeen()).toEqual(['Late choir', 'Late choir']);
    const at = { params: { id: second!.id } };
    expect((await organiser.call('GET /api/events/:id', at)).body).toMatchObject({
      title: second!.title,
      hidden: true,
    });
  });
});

describe('hidden content', () => {
  it("is in its author's export, and without a name in everybody else's", async () => {
    const { organiser, goer, event, group } = await createFixture();
    const comment = await make.comment(event, organiser, { content: 'Bring a lamp.' });
    await hide('comment', comment);
    await hide('event', event);
    const own = await exportOf(organiser);
    expect(own('held-comments')).toMatchObject([
      { content: 'Bring a lamp.', event: event.title, hiddenAt: expect.any(String) },
    ]);
    expect(own('events')).toMatchObject([{ title: event.title, status: 'hidden' }]);
    expect((await exportOf(goer))('rsvps')).toMatchObject([{ event: null, eventId: event.id }]);
    await hide('group', group);
    expect((await exportOf(goer))('memberships')).toMatchObject([{ group: null }]);
    expect((await exportOf(group.owner))('memberships')).toMatchObject([{ group: group.name }]);
  });

  it('is deleted with its author if it is a comment, and stays hidden if it is an event', async () => {
    const { organiser, event } = await createFixture();
    const comment = await make.comment(event, organiser);
    await hide('comment', comment);
    await hide('event', event);
    await admin.call('DELETE /api/admin/users/:id', { params: { id: organiser.id } });
    expect(await show('comment', comment)).toBe(false);
    const params = { id: event.id };
    expect((await admin.call('GET /api/events/:id', { params })).body.hidden).toBe(true);
    expect(await app.visitor().outcome('GET /api/events/:id', { params })).toBe('not_found');
  });

  it('is purged without another notice, and returns hidden', async () => {
    const { goer, event, group } = await createFixture({ startTime: clock.inHours(30) });
    const spammer = await make.member(group);
    const spam = await make.event({ group, createdById: spammer.id });
    await make.rsvp(spam, goer);
    const comment = await make.comment(event, spammer);
    await hide('event', spam);
    await hide('comment', comment);
    await capturingMailer.deliver();
    const sentBefore = capturingMailer.sent.length;
    const params = { id: spammer.id };
    await admin.call('POST /api/admin/users/:id/cleanup', { params, body: {} });
    expect(await db.$count(heldComments, eq(heldComments.id, comment.id))).toBe(0);
    await admin.call('DELETE /api/admin/users/:id/cleanup', { params });
    await capturingMailer.deliver();
    expect(capturingMailer.sent.slice(sentBefore).filter(({ to }) => to === goer.email)).toEqual(
      [],
    );
    const at = { params: { id: spam.id } };
    expect((await admin.call('GET /api/events/:id', at)).body.hidden).toBe(true);
    expect(await show('comment', comment)).toBe(true);
    expect(await wrongCounters(db)).toEqual([]);
  });

  it("is marked in admins' lists, and they can still delete it", async () => {
    const { event, group } = await createFixture();
    await hide('event', event);
    const listed = async () =>
      (await admin.call('GET /api/admin/events', { query: { q: event.title } })).body[0];
    expect(await listed()).toMatchObject({ status: 'scheduled', hidden: true });
    await show('event', event);
    expect(await listed()).not.toHaveProperty('hidden');
    await hide('group', group);
    expect(await listed()).toMatchObject({ hidden: true, group: { status: 'approved' } });
    const query = { q: group.name };
    const [row] = (await admin.call('GET /api/admin/groups', { query })).body;
    expect(row).toMatchObject({ hidden: true, can: { approve: false, reject: false } });
    const sentBefore = capturingMailer.sent.length;
    await capturingMailer.deliver();
    const params = { id: group.id };
    expect(await admin.outcome('DELETE /api/admin/groups/:id', { params })).toBe(204);
    await capturingMailer.deliver();
    const subjects = capturingMailer.sent.slice(sentBefore).map(({ subject }) => subject);
    expect(subjects.some((subject) => subject.includes(group.name))).toBe(false);
  });
});
