import { beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { startTestApp } from '#tests/support/app.ts';
import type { Event, User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { transaction } from '#platform/db/database.ts';
import type { EmailKind, EmailPayloads } from '#platform/mail/email.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { sentCounts, mails, outbox } from '#platform/mail/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { waitlist } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const capturingMailer = await createCapturingMailer(app);

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
  await db.delete(sentCounts);
  capturingMailer.sent.length = 0;
});

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
async function told<K extends EmailKind>(kind: K, { id }: User, payload: EmailPayloads[K]) {
  await transaction(db, (tx) => enqueue(tx, kind, id, payload, clock.read()));
  await capturingMailer.deliver();
  return capturingMailer.sent.map(({ subject, text }) => ({
    subject,
    text: text.replaceAll('\n', ' '),
  }));
}

describe('whoever joins the list', () => {
  it('is told which turn it is, and that nobody has to watch', async () => {
    const { event, group, person } = await planned();
    await make.waiting(event, await make.member(group));
    await make.waiting(event, await make.member(group));
    await make.waiting(event, person, { guests: 2 });
    const [letter] = await told('waitlist_joined', person, { eventId: event.id });
    expect(letter?.subject).toBe('You are 3rd on the list: Sunset swim');
    expect(letter?.text).toContain(
      'You’re waiting for places for you and 2 guests at an event by Derwent Dippers',
    );
    expect(letter?.text).toContain(`https://hall.example/events/${event.id}`);
  });

  it('and has left it by then is told nothing', async () => {
    const { event, person } = await planned();
    expect(await told('waitlist_joined', person, { eventId: event.id })).toEqual([]);
  });
});

describe('an offer', () => {
  const offered = async (guests = 0, columns: Partial<Event> = {}) => {
    const scene = await planned({ capacity: 5, ...columns });
    const offerExpiresAt = new Date('2026-06-11T09:30:00Z');
    await make.waiting(scene.event, scene.person, { guests, offerExpiresAt });
    return scene;
  };

  it('is told with its hour in London, and one link that takes it or passes it on', async () => {
    const { event, person } = await offered(1);
    const [letter] = await told('place_offered', person, { eventId: event.id });
    expect(letter?.subject).toBe('A place is yours until Thu, 10:30 AM: Sunset swim');
    expect(letter?.text).toContain('We’re keeping places for you and a guest until Thu, 10:30 AM');
    expect(letter?.text).toContain('Yours until: Thu, Jun 11 • 10:30 AM');
    expect(letter?.text.match(/https:\/\/hall\.example\/offer\?token=\S{40,}/g)).toHaveLength(1);
  });

  it('is kept without its link', async () => {
    const { event, person } = await offered();
    await told('place_offered', person, { eventId: event.id });
    const [kept] = await db.select().from(mails);
    expect(kept?.text).toContain('What: Sunset swim');
    expect(`${kept?.text}${kept?.html}`).not.toMatch(/token=/);
  });

  it('goes without words or link to an address that nobody has confirmed', async () => {
    const { event, group } = await offered();
    const stranger = await make.member(group, { emailVerifiedAt: null });
    await make.waiting(event, stranger, { offerExpiresAt: clock.inHours(3) });
    const [letter] = await told('place_offered', stranger, { eventId: event.id });
    expect(letter?.subject).toBe('Please confirm your email: something is waiting for you');
    expect(letter?.text).not.toMatch(/\/offer|Sunset/);
  });

  it.each([
    ['has lapsed by then', async () => clock.advanceHours(24)],
    [
      'was answered by then',
      async ({ person }: Scene) => db.delete(waitlist).where(eq(waitlist.userId, person.id)),
    ],
    [
      'is of an event called off by then',
      async ({ event }: Scene) =>
        db.update(events).set({ status: 'cancelled' }).where(eq(events.id, event.id)),
    ],
  ])('that %s is not told', async (_, happens) => {
    const scene = await offered();
    await happens(scene);
    expect(await told('place_offered', scene.person, { eventId: scene.event.id })).toEqual([]);
  });
  type Scene = Awaited<ReturnType<typeof planned>>;
});

describe('an offer that lapsed', () => {
  const offerExpiresAt = '2026-06-11T09:30:00.000Z';

  it('is told with how to come back', async () => {
    const { event, person } = await planned();
    const [letter] = await told('offer_lapsed', person, { eventId: event.id, offerExpiresAt });
    expect(letter?.subject).toBe('We couldn’t keep your place any longer: Sunset swim');
    expect(letter?.text).toContain(
      'We kept a place for you until Thu, 10:30 AM, but didn’t hear from you',
    );
    expect(letter?.text).toContain('You can join the list again');
  });

  it('is not told to whoever waits again or goes', async () => {
    const { event, group, person } = await planned({ capacity: 5 });
    const goes = await make.member(group);
    await make.rsvp(event, goes);
    await make.waiting(event, person);
    await told('offer_lapsed', goes, { eventId: event.id, offerExpiresAt });
    expect(await told('offer_lapsed', person, { eventId: event.id, offerExpiresAt })).toEqual([]);
  });
});

describe('whoever an organiser moves up', () => {
  it('is told that they are in', async () => {
    const { event, person } = await planned({ capacity: 5 });
    await make.rsvp(event, person);
    const [letter] = await told('let_in', person, { eventId: event.id });
    expect(letter?.subject).toBe('You’re in: Sunset swim');
    expect(letter?.text).toContain('You now have a place');
  });

  it('and has cancelled by then is told nothing', async () => {
    const { event, person } = await planned();
    expect(await told('let_in', person, { eventId: event.id })).toEqual([]);
  });
});

describe('when the list ends', () => {
  it.each([
    [1, 'The waiting list has closed: Sunset swim', 'No place came free for you'],
    [2, 'Last places: Sunset swim', 'There’s one place left'],
    [4, 'Last places: Sunset swim', 'There are 3 places left'],
  ])('of %i places, those who wait read how it stands', async (capacity, subject, says) => {
    const { event, person } = await planned({ capacity });
    const [letter] = await told('last_places', person, { eventId: event.id });
    expect(letter?.subject).toBe(subject);
    expect(letter?.text).toContain(says);
    expect(letter?.text).toContain(
      'Until Thu, 6:30 PM, any free place goes to the first person to take it.',
    );
  });

  it('nobody is told who goes by then, nor once it has begun', async () => {
    const { event, group, person } = await planned({ capacity: 5 });
    const goes = await make.member(group);
    await make.rsvp(event, goes);
    expect(await told('last_places', goes, { eventId: event.id })).toEqual([]);
    clock.advanceHours(30);
    expect(await told('last_places', person, { eventId: event.id })).toEqual([]);
  });
});

describe('whoever waits for an event that is called off', () => {
  it.each([
    [
      'cancelled',
      'DELETE /api/events/:id',
      'that you were waiting for a place at has been cancelled',
    ],
    ['deleted', 'DELETE /api/admin/events/:id', 'or waiting for a place at, has been cancelled'],
  ] as const)('is told so where it is %s', async (_, key, words) => {
    const { event, person } = await planned();
    await make.waiting(event, person);
    const admin = await app.as(await make.admin());
    await admin.call(key, { params: { id: event.id } });
    await capturingMailer.deliver();
    const own = capturingMailer.sent.filter(({ to }) => to.includes(person.email));
    expect(own.map(({ subject }) => subject)).toEqual(['Cancelled: Sunset swim']);
    expect(own[0]?.text.replaceAll('\n', ' ')).toContain(words);
  });
});
