import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hour } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Event, User } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { sentCounts, mails, outbox } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps, waitlist } from './tables.ts';
import { expireOffersEverywhere } from './jobs/expire-offers.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createTestMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
  await db.delete(sentCounts);
  await db.delete(events);
});

/** Runs the job and delivers the emails due now. */
async function pass(): Promise<void> {
  await expireOffersEverywhere(db, clock.read());
  await mailer.deliver();
}

/** Returns the subjects of a member's emails, cut at the event's title, oldest first. */
async function told({ email }: User) {
  const rows = await db
    .select({ subject: mails.subject })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(mails.id);
  return rows.map(({ subject }) => subject?.replace(/: Sunset swim$/, ''));
}

/** Creates an event whose one place is taken, and three people on its waiting list. */
async function full(columns: Partial<Event> = {}) {
  const group = await make.group();
  const event = await make.event({ title: 'Sunset swim', capacity: 1, ...columns, group });
  const holder = await make.member(group);
  await make.rsvp(event, holder);
  const [first, second, third] = [
    await make.member(group),
    await make.member(group),
    await make.member(group),
  ];
  for (const person of [first, second, third]) await make.waiting(event, person);
  const leave = async (person: User) =>
    (await app.as(person)).call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
  return { group, event, holder, first, second, third, leave };
}

const offerOf = async ({ id }: Event) => {
  const rows = await db
    .select({ userId: waitlist.userId, until: waitlist.offerExpiresAt })
    .from(waitlist)
    .where(eq(waitlist.eventId, id));
  return rows.filter(({ until }) => until);
};
const waitingAt = async ({ id }: Event) =>
  (await db.select().from(waitlist).where(eq(waitlist.eventId, id))).length;
const placesTaken = async ({ id }: Event) =>
  (await db.select({ taken: events.placesTaken }).from(events).where(eq(events.id, id)))[0]?.taken;
const at = (moment: string) =>
  clock.advanceHours((Date.parse(`${moment}:00Z`) - clock.read().getTime()) / hour);

describe('an offer that nobody answers', () => {
  it('goes to the next at once, and on to the one after', async () => {
    const { event, holder, first, second, third, leave } = await full();
    await leave(holder);
    expect(await offerOf(event)).toEqual([
      { userId: first.id, until: new Date('2026-06-12T08:00:00Z') },
    ]);
    at('2026-06-12T07:59');
    await pass();
    expect(await offerOf(event)).toMatchObject([{ userId: first.id }]);
    at('2026-06-12T08:00');
    await pass();
    expect(await offerOf(event)).toMatchObject([{ userId: second.id }]);
    at('2026-06-15T08:00');
    await pass();
    expect(await offerOf(event)).toMatchObject([{ userId: third.id }]);
    expect(await placesTaken(event)).toBe(1);
    expect(await told(first)).toEqual([
      'A place is yours until Fri, 9:00 AM',
      'We couldn’t keep your place any longer',
    ]);
    expect(await told(second)).toEqual([
      'A place is yours until Sat, 7:00 PM',
      'We couldn’t keep your place any longer',
    ]);
  });

  it('made in the evening, stands till the morning', async () => {
    const { event, holder, first, second, leave } = await full({
      startTime: new Date('2026-06-11T15:00:00Z'),
    });
    at('2026-06-10T20:50');
    await leave(holder);
    await pass();
    expect(await told(first)).toEqual(['A place is yours until Thu, 2:00 PM']);
    at('2026-06-11T07:00');
    await pass();
    expect(await offerOf(event)).toMatchObject([{ userId: first.id }]);
    expect(await told(second)).toEqual([]);
  });

  it('lets whoever let it lapse come back at the end of the list', async () => {
    const { event, holder, first, leave } = await full();
    await leave(holder);
    at('2026-06-12T08:00');
    await pass();
    const client = await app.as(first);
    const { body } = await client.call('PUT /api/events/:id/waitlist', {
      params: { id: event.id },
      body: {},
    });
    expect(body).toMatchObject({ status: 'waiting', position: 3 });
  });

  it('goes on once, however many processes let it lapse', async () => {
    const { event, holder, first, second, leave } = await full();
    await leave(holder);
    await pass();
    at('2026-06-12T08:00');
    await Promise.all(Array.from({ length: 6 }, () => expireOffersEverywhere(db, clock.read())));
    await mailer.deliver();
    expect(await offerOf(event)).toMatchObject([{ userId: second.id }]);
    expect(await placesTaken(event)).toBe(1);
    expect(await told(first)).toHaveLength(2);
    expect(await told(second)).toHaveLength(1);
  });

  it('is let go by whoever reads the event first', async () => {
    const { event, holder, first, second, leave } = await full();
    await leave(holder);
    at('2026-06-12T08:00');
    const client = await app.as(first);
    const { body } = await client.call('GET /api/events/:id', { params: { id: event.id } });
    expect(body).toMatchObject({ rsvp: null, rsvpState: 'waitlist', placesLeft: 0 });
    expect(await offerOf(event)).toMatchObject([{ userId: second.id }]);
  });
});

describe('two hours before the closing', () => {
  const startTime = new Date('2026-06-11T15:00:00Z');

  it('all who wait are told once, and whoever comes first gets the place', async () => {
    const { event, holder, first, second, third, leave } = await full({ startTime });
    at('2026-06-11T12:59');
    await pass();
    expect(await told(third)).toEqual([]);
    at('2026-06-11T13:00');
    await pass();
    await pass();
    clock.advanceHours(0.5);
    await leave(holder);
    await pass();
    for (const person of [first, second, third]) {
      expect(await told(person)).toEqual(['The waiting list has closed']);
    }
    expect(await offerOf(event)).toEqual([]);
    const outcomes = [];
    for (const person of [third, first]) {
      const client = await app.as(person);
      const input = { params: { id: event.id }, body: { status: 'going' } };
      outcomes.push(await client.outcome('POST /api/events/:id/rsvps', input));
    }
    expect(outcomes).toEqual([201, 'full']);
  });

  it('an offer that stands ends, and its holder is told of the last places like all others', async () => {
    const { event, holder, first, second, leave } = await full({ startTime });
    at('2026-06-11T11:30');
    await leave(holder);
    await pass();
    expect(await offerOf(event)).toEqual([
      { userId: first.id, until: new Date('2026-06-11T13:00:00Z') },
    ]);
    at('2026-06-11T13:00');
    await pass();
    expect(await offerOf(event)).toEqual([]);
    expect(await placesTaken(event)).toBe(0);
    expect(await told(first)).toEqual(['A place is yours until Thu, 2:00 PM', 'Last places']);
    expect(await told(second)).toEqual(['Last places']);
  });

  it('as the closing has it, where that comes before the start', async () => {
    const { first } = await full({ rsvpClosesAt: startTime });
    at('2026-06-11T13:00');
    await pass();
    expect(await told(first)).toEqual(['The waiting list has closed']);
  });

  it('nobody is told once it has closed', async () => {
    const { first } = await full({ startTime });
    at('2026-06-11T15:00');
    await pass();
    expect(await told(first)).toEqual([]);
  });

  it('they are told again where the event has moved, and of its offers before', async () => {
    const { event, group, holder, first, second, leave } = await full({ startTime });
    at('2026-06-11T13:00');
    await pass();
    await move(event, group, new Date('2026-06-13T15:00:00Z'));
    await leave(holder);
    await pass();
    expect(await offerOf(event)).toMatchObject([{ userId: first.id }]);
    at('2026-06-13T13:00');
    await pass();
    expect(await told(second)).toEqual(['The waiting list has closed', 'Last places']);
  });
});

async function move(event: Event, { owner }: { owner: Pick<User, 'id'> }, to: Date) {
  const client = await app.as(owner);
  await client.call('PATCH /api/events/:id', {
    params: { id: event.id },
    body: {
      startTime: to.toISOString(),
      endTime: new Date(to.getTime() + 2 * hour).toISOString(),
    },
  });
}

describe('an event that moves closer', () => {
  it('takes its offers along, and tells until when they stand now', async () => {
    const { event, group, holder, first, leave } = await full();
    await leave(holder);
    await pass();
    clock.advanceHours(0.2);
    await move(event, group, new Date('2026-06-10T18:00:00Z'));
    clock.advanceHours(0.1);
    await pass();
    expect(await offerOf(event)).toEqual([
      { userId: first.id, until: new Date('2026-06-10T16:00:00Z') },
    ]);
    expect(await told(first)).toEqual([
      'A place is yours until Fri, 9:00 AM',
      'A place is yours until Wed, 5:00 PM',
    ]);
  });
});

it('the list of an event that is over is no more', async () => {
  const { event } = await full();
  clock.advanceHours(8 * 24);
  await pass();
  expect(await waitingAt(event)).toBe(0);
  expect(await db.select().from(rsvps).where(eq(rsvps.eventId, event.id))).toHaveLength(1);
});
