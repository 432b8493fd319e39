import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { hour } from '#contract/platform/durations.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Event, User } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { sentCounts, mails, outbox } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from './tables.ts';
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
async function runAndDeliver(): Promise<void> {
  await expireOffersEverywhere(db, clock.read());
  await mailer.deliver();
}

/** Returns the subjects of a member's emails, cut at the event's title, oldest first. */
async function subjectsTo({ email }: User) {
  const rows = await db
    .select({ subject: mails.subject })
    .from(mails)
    .where(eq(mails.recipient, email))
    .orderBy(mails.id);
  return rows.map(({ subject }) => subject?.replace(/: Sunset swim$/, ''));
}

/** Creates an event whose one place is taken, and three people on its waiting list. */
async function fullEvent(columns: Partial<Event> = {}) {
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
    .select({ userId: rsvps.userId, until: rsvps.offerExpiresAt })
    .from(rsvps)
    .where(eq(rsvps.eventId, id));
  return rows.filter(({ until }) => until);
};
const waitingAt = ({ id }: Event) =>
  db.$count(rsvps, and(eq(rsvps.eventId, id), isNotNull(rsvps.turn)));
const placesTaken = async ({ id }: Event) =>
  (await db.select({ taken: events.placesTaken }).from(events).where(eq(events.id, id)))[0]?.taken;
const at = (moment: string) =>
  clock.advanceHours((Date.parse(`${moment}:00Z`) - clock.read().getTime()) / hour);

describe('an unanswered offer', () => {
  it('passes to the next person at once, and then to the one after', async () => {
    const { event, holder, first, second, third, leave } = await fullEvent();
    await leave(holder);
    expect(await offerOf(event)).toEqual([
      { userId: first.id, until: new Date('2026-06-12T08:00:00Z') },
    ]);
    at('2026-06-12T07:59');
    await runAndDeliver();
    expect(await offerOf(event)).toMatchObject([{ userId: first.id }]);
    at('2026-06-12T08:00');
    await runAndDeliver();
    expect(await offerOf(event)).toMatchObject([{ userId: second.id }]);
    at('2026-06-15T08:00');
    await runAndDeliver();
    expect(await offerOf(event)).toMatchObject([{ userId: third.id }]);
    expect(await placesTaken(event)).toBe(1);
    expect(await subjectsTo(first)).toEqual([
      'A place is yours until Fri, 9:00 AM',
      'We couldn’t keep your place any longer',
    ]);
    expect(await subjectsTo(second)).toEqual([
      'A place is yours until Sat, 7:00 PM',
      'We couldn’t keep your place any longer',
    ]);
  });

  it('passes on once, however many processes expire it', async () => {
    const { event, holder, first, second, leave } = await fullEvent();
    await leave(holder);
    await runAndDeliver();
    at('2026-06-12T08:00');
    await Promise.all(Array.from({ length: 6 }, () => expireOffersEverywhere(db, clock.read())));
    await mailer.deliver();
    expect(await offerOf(event)).toMatchObject([{ userId: second.id }]);
    expect(await placesTaken(event)).toBe(1);
    expect(await subjectsTo(first)).toHaveLength(2);
    expect(await subjectsTo(second)).toHaveLength(1);
  });
});

describe('two hours before closing', () => {
  const startTime = new Date('2026-06-11T15:00:00Z');

  it('everybody waiting is notified once, and the first caller gets the place', async () => {
    const { event, holder, first, second, third, leave } = await fullEvent({ startTime });
    at('2026-06-11T12:59');
    await runAndDeliver();
    expect(await subjectsTo(third)).toEqual([]);
    at('2026-06-11T13:00');
    await runAndDeliver();
    await runAndDeliver();
    clock.advanceHours(0.5);
    await leave(holder);
    await runAndDeliver();
    for (const person of [first, second, third]) {
      expect(await subjectsTo(person)).toEqual(['The waiting list has closed']);
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

  it('an open offer ends, and its holder is notified of the last places like all others', async () => {
    const { event, holder, first, second, leave } = await fullEvent({ startTime });
    at('2026-06-11T11:30');
    await leave(holder);
    await runAndDeliver();
    expect(await offerOf(event)).toEqual([
      { userId: first.id, until: new Date('2026-06-11T13:00:00Z') },
    ]);
    at('2026-06-11T13:00');
    await runAndDeliver();
    expect(await offerOf(event)).toEqual([]);
    expect(await placesTaken(event)).toBe(0);
    expect(await subjectsTo(first)).toEqual(['A place is yours until Thu, 2:00 PM', 'Last places']);
    expect(await subjectsTo(second)).toEqual(['Last places']);
  });

  it('the closing time counts if it is before the start', async () => {
    const { first } = await fullEvent({ rsvpClosesAt: startTime });
    at('2026-06-11T13:00');
    await runAndDeliver();
    expect(await subjectsTo(first)).toEqual(['The waiting list has closed']);
  });

  it('nobody is notified once it has closed', async () => {
    const { first } = await fullEvent({ startTime });
    at('2026-06-11T15:00');
    await runAndDeliver();
    expect(await subjectsTo(first)).toEqual([]);
  });

  it('they are notified again after the event has moved, and about its offers before', async () => {
    const { event, group, holder, first, second, leave } = await fullEvent({ startTime });
    at('2026-06-11T13:00');
    await runAndDeliver();
    await move(event, group, new Date('2026-06-13T15:00:00Z'));
    await leave(holder);
    await runAndDeliver();
    expect(await offerOf(event)).toMatchObject([{ userId: first.id }]);
    at('2026-06-13T13:00');
    await runAndDeliver();
    expect(await subjectsTo(second)).toEqual(['The waiting list has closed', 'Last places']);
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
  it('shortens its offers, and notifies their holders', async () => {
    const { event, group, holder, first, leave } = await fullEvent();
    await leave(holder);
    await runAndDeliver();
    clock.advanceHours(0.2);
    await move(event, group, new Date('2026-06-10T18:00:00Z'));
    clock.advanceHours(0.1);
    await runAndDeliver();
    expect(await offerOf(event)).toEqual([
      { userId: first.id, until: new Date('2026-06-10T16:00:00Z') },
    ]);
    expect(await subjectsTo(first)).toEqual([
      'A place is yours until Fri, 9:00 AM',
      'A place is yours until Wed, 5:00 PM',
    ]);
  });
});

it('the list of a past event is deleted', async () => {
  const { event } = await fullEvent();
  clock.advanceHours(8 * 24);
  await runAndDeliver();
  expect(await waitingAt(event)).toBe(0);
  expect(await db.select().from(rsvps).where(eq(rsvps.eventId, event.id))).toHaveLength(1);
});
