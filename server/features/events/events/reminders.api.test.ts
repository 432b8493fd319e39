import { beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Event, User } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { remindAttendees } from './jobs/reminders.ts';
import { events } from './tables.ts';
import { hour } from '#contract/platform/durations.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createTestMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
  await db.delete(events);
});

/** Runs the job and delivers the emails due now. */
async function runAndDeliver(): Promise<void> {
  await remindAttendees(db, clock.read());
  await mailer.deliver();
}

const subjects = async () => {
  const rows = await db.select({ subject: mails.subject }).from(mails).orderBy(mails.id);
  return rows.map(({ subject }) => subject);
};

/** Creates an event in two days, with one long-standing attendee. */
async function planned(columns: Partial<Event> = {}): Promise<{ event: Event; person: User }> {
  const group = await make.group();
  const event = await make.event({
    title: 'Sunrise swim',
    startTime: clock.inHours(48),
    createdAt: clock.inHours(-48),
    ...columns,
    group,
  });
  const person = await make.member(group);
  await make.rsvp(event, person, clock.inHours(-24));
  return { event, person };
}

describe('a reminder', () => {
  it('goes out once, 24 hours before the start, however often the job runs', async () => {
    await planned();
    clock.advanceHours(23.9);
    await runAndDeliver();
    expect(await subjects()).toEqual([]);
    clock.advanceHours(0.1);
    await Promise.all([remindAttendees(db, clock.read()), remindAttendees(db, clock.read())]);
    await mailer.deliver();
    clock.advanceHours(1);
    await runAndDeliver();
    expect(await subjects()).toEqual(['Tomorrow: Sunrise swim']);
  });

  it('names time and place, in London time', async () => {
    await planned({
      startTime: new Date('2026-06-12T05:00:00Z'),
      location: cleanText('Lakeside landings'),
    });
    clock.advanceHours(24);
    await runAndDeliver();
    const [mail] = await db.select().from(mails);
    expect(mail?.text).toContain('When: Friday, June 12, 2026 • 6:00 AM – 8:00 AM');
    expect(mail?.text).toContain('Where: Lakeside landings');
  });

  it('is not sent for an RSVP of the last day', async () => {
    const { event } = await planned();
    clock.advanceHours(30);
    await make.rsvp(event, await make.user());
    await runAndDeliver();
    expect(await subjects()).toHaveLength(1);
  });

  it('is not sent for a cancelled event, nor once it has begun', async () => {
    const { event } = await planned();
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, event.id));
    clock.advanceHours(30);
    await runAndDeliver();
    await db.update(events).set({ status: 'scheduled' }).where(eq(events.id, event.id));
    clock.advanceHours(18);
    await runAndDeliver();
    expect(await subjects()).toEqual([]);
  });
});

describe('a reminder after the event moves', () => {
  /** Moves the start as an organiser. */
  async function move(event: Event, to: Date): Promise<void> {
    const organiser = await make.organiser({ id: event.groupId });
    const client = await app.as(organiser);
    await client.call('PATCH /api/events/:id', {
      params: { id: event.id },
      body: {
        startTime: to.toISOString(),
        endTime: new Date(to.getTime() + hour).toISOString(),
      },
    });
    await mailer.deliver();
  }

  it('follows the new start', async () => {
    const { event } = await planned();
    await move(event, clock.inHours(96));
    clock.advanceHours(24);
    await runAndDeliver();
    expect(await subjects()).toEqual(['Changed: Sunrise swim']);
    clock.advanceHours(48);
    await runAndDeliver();
    expect(await subjects()).toEqual(['Changed: Sunrise swim', 'Tomorrow: Sunrise swim']);
  });

  it('comes again before a far start, after an email about the change', async () => {
    const { event } = await planned();
    clock.advanceHours(24);
    await runAndDeliver();
    await move(event, clock.inHours(24 * 7));
    clock.advanceHours(0.1);
    await runAndDeliver();
    clock.advanceHours(24 * 6);
    await runAndDeliver();
    expect(await subjects()).toEqual([
      'Tomorrow: Sunrise swim',
      'Changed: Sunrise swim',
      'Tomorrow: Sunrise swim',
    ]);
  });

  it('does not come within its last day, when attendees get the change only', async () => {
    const { event } = await planned();
    clock.advanceHours(24);
    await runAndDeliver();
    await move(event, clock.inHours(20));
    clock.advanceHours(0.1);
    await runAndDeliver();
    expect(await subjects()).toEqual(['Tomorrow: Sunrise swim', 'Changed: Sunrise swim']);
  });

  it('never comes twice for the same start, however it moves back and forth', async () => {
    const { event } = await planned();
    clock.advanceHours(24);
    await runAndDeliver();
    await move(event, clock.inHours(90));
    clock.advanceHours(0.1);
    await runAndDeliver();
    await move(event, event.startTime);
    clock.advanceHours(0.1);
    await runAndDeliver();
    expect(await subjects()).toEqual([
      'Tomorrow: Sunrise swim',
      'Changed: Sunrise swim',
      'Changed: Sunrise swim',
    ]);
  });
});

describe('a reminder around a clock change in London', () => {
  /** Runs the job at this moment, with one event planned long before. */
  async function remindedAt(now: string, startTime: string) {
    clock.advanceHours((Date.parse(now) - clock.read().getTime()) / hour);
    const longAgo = clock.inHours(-72);
    const { event } = await planned({ startTime: new Date(startTime), createdAt: longAgo });
    await db.update(rsvps).set({ createdAt: longAgo }).where(eq(rsvps.eventId, event.id));
    await runAndDeliver();
    return subjects();
  }

  it('comes 24 real hours before, on a day of 23', async () => {
    // The clocks go forward at 1:00 UTC on 28 March 2027; the event begins at 10:00 that morning.
    expect(await remindedAt('2027-03-27T08:59:00Z', '2027-03-28T09:00:00Z')).toEqual([]);
    clock.advanceHours(1 / 60);
    await runAndDeliver();
    expect(await subjects()).toEqual(['Tomorrow: Sunrise swim']);
  });

  it('names the weekday of an event just after midnight, the day after tomorrow', async () => {
    // 23:30 on Saturday in London; it begins at 0:30 on Monday, 24 hours from now.
    expect(await remindedAt('2027-03-27T23:30:00Z', '2027-03-28T23:30:00Z')).toEqual([
      'Monday: Sunrise swim',
    ]);
  });

  it('says today for an event at the end of a 25-hour day', async () => {
    // 0:15 on Sunday, 25 October 2026 in London; it begins at 23:15 that day, 24 hours from now.
    expect(await remindedAt('2026-10-24T23:15:00Z', '2026-10-25T23:15:00Z')).toEqual([
      'Today: Sunrise swim',
    ]);
  });
});
