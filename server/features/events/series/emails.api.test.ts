import { isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { events as eventRows } from '#features/events/events/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createTestMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
});

/**
 * Creates three Wednesdays at 18:30 in London: one member attends all, one the last, one waits for
 * the first.
 */
async function weekly() {
  const group = await make.group({ name: 'Derwent Singers' });
  const { id, events } = await make.series({
    group,
    title: 'Evening choir',
    location: 'The Old Chapel',
    capacity: 1,
    startTime: new Date('2026-06-17T17:30:00Z'),
  });
  const [all, last, waits] = [
    await make.member(group),
    await make.member(group),
    await make.member(group),
  ];
  const [one, two, three] = events;
  await make.rsvp(one!, all);
  await make.rsvp(two!, all);
  await make.rsvp(three!, last);
  await make.waiting(one!, waits);
  const organiser = await app.as(group.owner);
  return { id, events, all, last, waits, organiser };
}

const written = async () => {
  clock.advanceHours(0.1);
  await mailer.deliver();
  return db
    .select({ to: mails.recipient, subject: mails.subject, text: mails.text, kind: mails.kind })
    .from(mails)
    .orderBy(mails.id);
};

describe('the email about a changed series', () => {
  it('goes to each attendee once, with their own dates', async () => {
    const { id, events, all, last, organiser } = await weekly();
    const body = {
      scope: 'all' as const,
      startTime: '2026-06-17T18:00:00Z',
      endTime: '2026-06-17T20:00:00Z',
    };
    await organiser.call('PATCH /api/series/:id', { params: { id }, body });
    const letters = await written();
    expect(letters.map(({ to }) => to).toSorted()).toEqual([all.email, last.email].toSorted());
    const ofAll = letters.find(({ to }) => to === all.email);
    expect(ofAll?.subject).toBe('Changed: 2 dates of Evening choir');
    expect(ofAll?.text).toContain(`Now: Wednesday, June 17, 2026 • 7:00 PM – 9:00 PM
(before: Wednesday, June 17, 2026 • 6:30 PM – 8:30 PM)
Now: Wednesday, June 24, 2026 • 7:00 PM – 9:00 PM
(before: Wednesday, June 24, 2026 • 6:30 PM – 8:30 PM)`);
    expect(ofAll?.text).toContain(`https://hall.example/events/${events[0]?.id}`);
    const ofLast = letters.find(({ to }) => to === last.email);
    expect(ofLast?.subject).toBe('Changed: Evening choir');
  });

  it('names dropped dates, also to people waiting for one', async () => {
    const { id, waits, all, organiser } = await weekly();
    const body = {
      scope: 'all' as const,
      startTime: '2026-06-24T17:30:00Z',
      rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2',
    };
    await organiser.call('PATCH /api/series/:id', { params: { id }, body });
    const letters = await written();
    expect(letters.map(({ to }) => to).toSorted()).toEqual([all.email, waits.email].toSorted());
    for (const { text } of letters) {
      expect(text).toContain('Cancelled: Wednesday, June 17, 2026 • 6:30 PM – 8:30 PM');
    }
  });

  it('compares with the state before several changes, and is not sent when nothing has changed in the end', async () => {
    const { id, organiser, events, last } = await weekly();
    const change = (body: object) =>
      organiser.call('PATCH /api/series/:id', { params: { id }, body: { scope: 'all', ...body } });
    await change({ location: 'The Moot Hall' });
    const following = { scope: 'following', fromEventId: events[2]?.id };
    await change({ ...following, title: 'Late choir' });
    await change({ location: 'The Old Chapel' });
    const letters = await written();
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      [last.email, 'Changed: Late choir'],
    ]);
  });

  it('is the confirmation alone for people who have just RSVPed to all', async () => {
    const { id, events, all, last, waits, organiser } = await weekly();
    await db.delete(rsvps).where(isNotNull(rsvps.turn));
    await db.update(eventRows).set({ capacity: null });
    await (await app.as(waits)).call('POST /api/series/:id/rsvps', { params: { id }, body: {} });
    const body = { scope: 'all' as const, location: 'The Moot Hall' };
    await organiser.call('PATCH /api/series/:id', { params: { id }, body });
    await organiser.call('PATCH /api/events/:id', {
      params: { id: events[2]!.id },
      body: { title: 'Late choir' },
    });
    const letters = await written();
    expect(letters.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual(
      [
        `${all.email} Changed: 2 dates of Evening choir`,
        `${last.email} Changed: Late choir`,
        `${last.email} Changed: Late choir`,
        `${waits.email} You’re going to 3 events: Evening choir`,
      ].toSorted(),
    );
    const confirmation = letters.find(({ to }) => to === waits.email);
    expect(confirmation?.text).toContain('Evening choir, The Moot Hall');
    expect(confirmation?.text).toContain('Late choir, The Moot Hall');
  });

  it('about a dropped date comes beside the confirmation, which leaves it out', async () => {
    const { id, waits, organiser } = await weekly();
    await db.delete(rsvps).where(isNotNull(rsvps.turn));
    await db.update(eventRows).set({ capacity: null });
    await (await app.as(waits)).call('POST /api/series/:id/rsvps', { params: { id }, body: {} });
    const body = {
      scope: 'all' as const,
      startTime: '2026-06-24T17:30:00Z',
      rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=2',
    };
    await organiser.call('PATCH /api/series/:id', { params: { id }, body });
    const letters = (await written()).filter(({ to }) => to === waits.email);
    const subjects = letters.map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects).toContain('Changed: Evening choir');
    expect(subjects).toContain('You’re going to 2 events: Evening choir');
  });

  it('is not sent when only words have changed', async () => {
    const { id, organiser } = await weekly();
    const body = {
      scope: 'all' as const,
      description: 'Come and sing with us, no audition and no talent needed.',
    };
    await organiser.call('PATCH /api/series/:id', { params: { id }, body });
    expect(await written()).toEqual([]);
  });
});

describe('the email about a cancelled series', () => {
  it('goes once to each attendee and each person waiting', async () => {
    const { id, all, last, waits, organiser } = await weekly();
    await organiser.call('DELETE /api/series/:id', { params: { id }, body: { scope: 'all' } });
    const letters = await written();
    expect(letters.map(({ to, subject }) => `${to} ${subject}`).toSorted()).toEqual(
      [
        `${all.email} Cancelled: 2 dates of Evening choir`,
        `${last.email} Cancelled: Evening choir`,
        `${waits.email} Cancelled: Evening choir`,
      ].toSorted(),
    );
    const ofAll = letters.find(({ to }) => to === all.email);
    expect(ofAll?.text).toContain('Cancelled: Wednesday, June 24, 2026 • 6:30 PM – 8:30 PM');
  });
});
