import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Event, User } from '#tests/support/factories.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { transaction } from '#platform/db/database.ts';
import type { EmailKind, EmailPayloads } from '#platform/mail/email.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { mails } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from './tables.ts';

const { app, mailer } = await startMailing();
const { db, make, clock } = app;

/** Creates a full event tomorrow at 18:30 in London, and a group member who has not RSVPed. */
async function planned(columns: Partial<Event> = {}) {
  const group = await make.group({ name: 'Derwent Dippers' });
  const event = await make.event({
    group,
    title: 'Sunset swim',
    location: 'Lakeside landings',
    startTime: new Date('2026-06-11T17:30:00Z'),
    capacity: 1,
    guestsAllowed: 3,
    ...columns,
  });
  await make.rsvp(event, await make.member(group));
  return { group, event, person: await make.member(group) };
}

/** Sends a member an email and returns it as delivered. */
async function sendAndRead<K extends EmailKind>(kind: K, { id }: User, payload: EmailPayloads[K]) {
  await transaction(db, (tx) => enqueue(tx, kind, id, payload, clock.read()));
  await mailer.deliver();
  return mailer.sent.map(({ subject, text }) => ({
    subject,
    text: text.replaceAll('\n', ' '),
  }));
}

describe('a person who joins the waiting list', () => {
  it('reads their position, and that nobody has to watch', async () => {
    const { event, group, person } = await planned();
    await make.waiting(event, await make.member(group));
    await make.waiting(event, await make.member(group));
    await make.waiting(event, person, { guests: 2 });
    const [email] = await sendAndRead('waitlist_joined', person, { eventId: event.id });
    expect(email?.subject).toBe('You are 3rd on the list: Sunset swim');
    expect(email?.text).toContain(
      'You’re waiting for places for you and 2 guests at an event by Derwent Dippers',
    );
    expect(email?.text).toContain(`https://hall.example/events/${event.id}`);
  });
});

describe("an offer's email", () => {
  const offered = async (guests = 0, columns: Partial<Event> = {}) => {
    const fixture = await planned({ capacity: 5, ...columns });
    const offerExpiresAt = new Date('2026-06-11T09:30:00Z');
    await make.waiting(fixture.event, fixture.person, { guests, offerExpiresAt });
    return fixture;
  };

  it('has its hour in London, and one link to accept or decline', async () => {
    const { event, person } = await offered(1);
    const [email] = await sendAndRead('place_offered', person, { eventId: event.id });
    expect(email?.subject).toBe('A place is yours until Thu, 10:30 AM: Sunset swim');
    expect(email?.text).toContain('We’re keeping places for you and a guest until Thu, 10:30 AM');
    expect(email?.text).toContain('Yours until: Thu, Jun 11 • 10:30 AM');
    expect(email?.text.match(/https:\/\/hall\.example\/offer\?token=\S{40,}/g)).toHaveLength(1);
  });

  it('is stored without its link', async () => {
    const { event, person } = await offered();
    await sendAndRead('place_offered', person, { eventId: event.id });
    const [mail] = await db.select().from(mails);
    expect(mail?.text).toContain('What: Sunset swim');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/token=/);
  });

  it.each([
    ['has lapsed by then', async () => clock.advanceHours(24)],
    [
      'was answered by then',
      async ({ person }: Fixture) => db.delete(rsvps).where(eq(rsvps.userId, person.id)),
    ],
    [
      'is of an event called off by then',
      async ({ event }: Fixture) =>
        db.update(events).set({ status: 'cancelled' }).where(eq(events.id, event.id)),
    ],
  ])('is not sent when the offer %s', async (_, happens) => {
    const fixture = await offered();
    await happens(fixture);
    expect(
      await sendAndRead('place_offered', fixture.person, { eventId: fixture.event.id }),
    ).toEqual([]);
  });
  type Fixture = Awaited<ReturnType<typeof planned>>;
});

describe("a lapsed offer's email", () => {
  const offerExpiresAt = '2026-06-11T09:30:00.000Z';

  it('explains how to come back', async () => {
    const { event, person } = await planned();
    const [email] = await sendAndRead('offer_lapsed', person, {
      eventId: event.id,
      offerExpiresAt,
    });
    expect(email?.subject).toBe('We couldn’t keep your place any longer: Sunset swim');
    expect(email?.text).toContain(
      'We kept a place for you until Thu, 10:30 AM, but didn’t hear from you',
    );
    expect(email?.text).toContain('You can join the list again');
  });

  it('is not sent to people who wait again or attend', async () => {
    const { event, group, person } = await planned({ capacity: 5 });
    const goes = await make.member(group);
    await make.rsvp(event, goes);
    await make.waiting(event, person);
    await sendAndRead('offer_lapsed', goes, { eventId: event.id, offerExpiresAt });
    expect(
      await sendAndRead('offer_lapsed', person, { eventId: event.id, offerExpiresAt }),
    ).toEqual([]);
  });
});

describe('a person whom an organiser moves up', () => {
  it('reads that they are in', async () => {
    const { event, person } = await planned({ capacity: 5 });
    await make.rsvp(event, person);
    const [email] = await sendAndRead('let_in', person, { eventId: event.id });
    expect(email?.subject).toBe('You’re in: Sunset swim');
    expect(email?.text).toContain('You now have a place');
  });
});

it.each(['waitlist_joined', 'let_in'] as const)(
  'a person who left before the email %s gets nothing',
  async (kind) => {
    const { event, person } = await planned();
    expect(await sendAndRead(kind, person, { eventId: event.id })).toEqual([]);
  },
);

describe('at the end of the waiting list', () => {
  it.each([
    [1, 'The waiting list has closed: Sunset swim', 'No place came free for you'],
    [2, 'Last places: Sunset swim', 'There’s one place left'],
    [4, 'Last places: Sunset swim', 'There are 3 places left'],
  ])('of %i places, waiting people read the current state', async (capacity, subject, says) => {
    const { event, person } = await planned({ capacity });
    const [email] = await sendAndRead('last_places', person, { eventId: event.id });
    expect(email?.subject).toBe(subject);
    expect(email?.text).toContain(says);
    expect(email?.text).toContain(
      'Until Thu, 6:30 PM, any free place goes to the first person to take it.',
    );
  });

  it('attendees get nothing, and nobody does once the event has begun', async () => {
    const { event, group, person } = await planned({ capacity: 5 });
    const goes = await make.member(group);
    await make.rsvp(event, goes);
    expect(await sendAndRead('last_places', goes, { eventId: event.id })).toEqual([]);
    clock.advanceHours(30);
    expect(await sendAndRead('last_places', person, { eventId: event.id })).toEqual([]);
  });
});

describe('a person waiting for a cancelled event', () => {
  it.each([
    [
      'cancelled',
      'DELETE /api/events/:id',
      'that you were waiting for a place at has been cancelled',
    ],
    ['deleted', 'DELETE /api/admin/events/:id', 'or waiting for a place at, has been cancelled'],
  ] as const)('is notified if it is %s', async (_, key, words) => {
    const { event, person } = await planned();
    await make.waiting(event, person);
    const admin = await app.as(await make.admin());
    await admin.call(key, { params: { id: event.id } });
    clock.advanceHours(0.1);
    await mailer.deliver();
    const own = mailer.sent.filter(({ to }) => to.includes(person.email));
    expect(own.map(({ subject }) => subject)).toEqual(['Cancelled: Sunset swim']);
    expect(own[0]?.text.replaceAll('\n', ' ')).toContain(words);
  });
});
