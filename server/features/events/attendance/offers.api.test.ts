import { isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { hour } from '#contract/platform/durations.ts';
import { createEventWithPlaces, type EventWithPlaces } from '#tests/support/event-with-places.ts';
import type { User } from '#tests/support/factories.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import { expireOffers } from './jobs/expire-offers.ts';
import { rsvps } from './tables.ts';

const { app, subjectsTo } = await startMailing();
const { make, clock } = app;
const { leaveGroup, leaveSite, ban, deleteAccount } = leavingOf(app);

const queuedKinds = async ({ id }: User) => (await queuedEmailsTo(app, id)).map(({ kind }) => kind);

/** Fills an event with parties of these sizes; others wait with this many guests. */
async function createFixture(going: number[], waiting: number[], columns = {}) {
  const capacity = going.reduce((sum, guests) => sum + 1 + guests, 0);
  const hall = await createEventWithPlaces(app, { capacity, ...columns });
  const inside = await hall.going(...going);
  return { ...hall, inside, outside: await hall.waiting(...waiting) };
}

describe('a freed place', () => {
  it('is offered to the first person waiting, for a day', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
    await hall.cancel(inside[0]!);
    expect(await hall.own(...outside)).toEqual([
      // The offer starts at 13:00, and its clock stops from 22:00 to 08:00.
      { status: 'offered', guests: 0, offerExpiresAt: '2026-06-12T08:00:00.000Z' },
      { status: 'waiting', guests: 0, position: 2 },
    ]);
    expect(await hall.places()).toEqual({ attendeeCount: 0, placesTaken: 1, placesLeft: 0 });
    expect(await queuedKinds(outside[0]!)).toEqual(['waitlist_joined', 'place_offered']);
    expect(await queuedKinds(outside[1]!)).toEqual(['waitlist_joined']);
  });

  it('is offered to the first party that fits, and a skipped one keeps its position', async () => {
    const { inside, outside, ...hall } = await createFixture([1, 0], [2, 1, 0]);
    await hall.cancel(inside[0]!);
    expect(await hall.standing(...outside)).toEqual(['waiting', 'offered', 'waiting']);
    await hall.cancel(inside[1]!);
    expect(await hall.standing(...outside)).toEqual(['waiting', 'offered', 'offered']);
    expect((await hall.own(outside[0]!))[0]).toMatchObject({ position: 1 });
  });

  it('is offered to one person at a time', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0]);
    await hall.cancel(inside[0]!);
    const late = await hall.member();
    expect(await hall.attend(late)).toBe('full');
    expect(await hall.wait(late)).toBe(201);
    expect(await hall.attend(late)).toBe('full');
    expect(await hall.standing(outside[0]!, late)).toEqual(['offered', 'waiting']);
  });

  it.each<[string, (hall: EventWithPlaces, person: User) => Promise<unknown>]>([
    [
      'cancels or passes it on',
      async (hall, person) => {
        await hall.cancel(person);
        await hall.passOn(person);
      },
    ],
    ['leaves the group', ({ group }, person) => leaveGroup(person, group)],
    [
      'is removed',
      async ({ group }, person) =>
        (await app.as(group.owner)).call('DELETE /api/groups/:id/members/:userId', {
          params: { id: group.id, userId: person.id },
        }),
    ],
    ['is banned', (_, person) => ban(person)],
    ['is deleted', (_, person) => deleteAccount(person)],
    ['leaves the site', (_, person) => leaveSite(person)],
  ])('goes to the next when its holder %s, and so does an offer', async (_, leave) => {
    const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
    await leave(hall, inside[0]!);
    expect(await hall.standing(...outside)).toEqual(['offered', 'waiting']);
    await leave(hall, outside[0]!);
    expect(await hall.standing(outside[1]!)).toEqual(['offered']);
    expect(await hall.places()).toEqual({ attendeeCount: 0, placesTaken: 1, placesLeft: 0 });
  });

  it('by a party that comes with fewer is offered to the next', async () => {
    const { inside, outside, ...hall } = await createFixture([1], [0]);
    await hall.attend(inside[0]!, 0);
    expect(await hall.standing(outside[0]!)).toEqual(['offered']);
  });

  it('too small for everybody waiting is offered to a later arrival, by the job', async () => {
    const { inside, outside, ...hall } = await createFixture([0, 2], [1]);
    await hall.cancel(inside[0]!);
    const newcomer = await hall.member();
    expect(await hall.wait(newcomer)).toBe(201);
    expect(await hall.standing(outside[0]!, newcomer)).toEqual(['waiting', 'waiting']);
    await expireOffers(app.db, clock.read());
    expect(await hall.standing(outside[0]!, newcomer)).toEqual(['waiting', 'offered']);
  });
});

describe('an offer', () => {
  it('is accepted by an RSVP, with the requested guests', async () => {
    const { inside, outside, ...hall } = await createFixture([2], [2]);
    await hall.cancel(inside[0]!);
    expect((await hall.seenBy(outside[0]!)).rsvpState).toBe('offered');
    expect((await hall.seenBy(outside[0]!)).can.rsvp).toBe(true);
    expect(await hall.attend(outside[0]!)).toBe(201);
    expect(await hall.attend(outside[0]!)).toBe(200);
    expect(await hall.own(outside[0]!)).toEqual([{ status: 'going', guests: 2 }]);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 3, placesLeft: 0 });
  });

  it('is accepted with fewer guests, and the rest is offered on', async () => {
    const { inside, outside, ...hall } = await createFixture([2], [2, 1]);
    await hall.cancel(inside[0]!);
    expect(await hall.attend(outside[0]!, 0)).toBe(201);
    expect(await hall.standing(...outside)).toEqual(['going', 'offered']);
  });

  it('is not accepted with more guests while others wait, or without room', async () => {
    const { inside, outside, ...hall } = await createFixture([0, 0], [0, 2]);
    await hall.cancel(inside[0]!);
    expect(await hall.attend(outside[0]!, 1)).toBe('full');
    await hall.cancel(inside[1]!);
    expect(await hall.attend(outside[0]!, 1)).toBe('full');
    expect(await hall.wait(outside[0]!, 1)).toBe('full');
    expect(await hall.standing(...outside)).toEqual(['offered', 'waiting']);
    await hall.passOn(outside[1]!);
    expect(await hall.attend(outside[0]!, 1)).toBe(201);
  });

  it.each<[string, (hall: EventWithPlaces, person: User) => Promise<unknown>]>([
    ['its holder comes too late', (hall, person) => hall.attend(person)],
    ['somebody reads the event', (hall) => hall.seenBy(hall.group.owner)],
    [
      'an organiser reads the list',
      async (hall) => (await app.as(hall.group.owner)).call('GET /api/events/:id/waitlist', hall),
    ],
  ])('that has lapsed passes on, with emails, when %s', async (_, happens) => {
    const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
    await hall.cancel(inside[0]!);
    clock.advanceHours(44);
    await happens(hall, outside[0]!);
    expect(await queuedKinds(outside[0]!)).toEqual([
      'waitlist_joined',
      'place_offered',
      'offer_lapsed',
    ]);
    expect(await queuedKinds(outside[1]!)).toEqual(['waitlist_joined', 'place_offered']);
    expect(await hall.standing(...outside)).toEqual([null, 'offered']);
    expect(await hall.attend(outside[0]!)).toBe('full');
    expect(await hall.wait(outside[0]!)).toBe(201);
    expect((await hall.own(outside[0]!))[0]).toMatchObject({ status: 'waiting', position: 2 });
  });

  it("leaves the event's card once it has lapsed", async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0]);
    await hall.cancel(inside[0]!);
    const query = { group: hall.group.id };
    const shown = async () =>
      (await (await app.as(outside[0]!)).call('GET /api/events', { query })).body[0]?.rsvp;
    expect(await shown()).toMatchObject({ status: 'offered' });
    clock.advanceHours(44);
    expect(await shown()).toBeNull();
  });

  it('ends with a cancelled event, and its place is free', async () => {
    const { inside, outside, ...hall } = await createFixture([0, 0], [0]);
    await hall.cancel(inside[0]!);
    const organiser = await app.as(hall.group.owner);
    await organiser.call('DELETE /api/events/:id', hall);
    expect(await hall.standing(...outside, inside[1]!)).toEqual([null, 'going']);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 1, placesLeft: 1 });
    expect(await hall.attend(outside[0]!)).toBe('conflict');
  });

  it('is made again to a skipped person who brings fewer guests', async () => {
    const { inside, outside, ...hall } = await createFixture([0, 0], [1]);
    await hall.cancel(inside[0]!);
    expect(await hall.standing(...outside)).toEqual(['waiting']);
    expect(await hall.wait(outside[0]!, 0)).toBe(200);
    expect(await hall.standing(...outside)).toEqual(['offered']);
  });
});

describe('an event that moves', () => {
  it('into the next two hours ends them: the first caller gets the place', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
    await hall.cancel(inside[0]!);
    expect(await hall.move(1)).toBe(200);
    expect(await hall.standing(...outside)).toEqual(['waiting', 'waiting']);
    expect(await hall.places()).toMatchObject({ placesTaken: 0, placesLeft: 1 });
    expect((await hall.seenBy(outside[1]!)).rsvpState).toBe('open');
    expect(await hall.attend(await hall.member())).toBe(201);
    expect(await hall.attend(outside[0]!)).toBe('full');
  });

  it('out of the last two hours can offer places again', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0]);
    await hall.move(1);
    await hall.cancel(inside[0]!);
    expect(await hall.standing(...outside)).toEqual(['waiting']);
    await hall.move(100);
    expect(await hall.standing(...outside)).toEqual(['offered']);
  });

  it('follows its closing time in the same way', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0]);
    await hall.cancel(inside[0]!);
    await hall.change({ rsvpClosesAt: clock.inHours(5).toISOString() });
    expect((await hall.own(...outside))[0]).toMatchObject({
      offerExpiresAt: clock.inHours(3).toISOString(),
    });
  });
});

describe('more room', () => {
  it('is offered when the capacity rises', async () => {
    const { outside, ...hall } = await createFixture([0], [2, 0, 0]);
    expect(await hall.change({ capacity: 3 })).toBe(200);
    expect(await hall.standing(...outside)).toEqual(['waiting', 'offered', 'offered']);
    expect(await hall.places()).toMatchObject({ placesTaken: 3, placesLeft: 0 });
  });

  it('is offered to all when the limit goes, and newcomers RSVP freely', async () => {
    const { outside, ...hall } = await createFixture([0], [5, 0]);
    expect(await hall.change({ capacity: null })).toBe(200);
    expect(await hall.standing(...outside)).toEqual(['offered', 'offered']);
    expect(await hall.attend(await hall.member())).toBe(201);
    expect(await hall.attend(outside[0]!)).toBe(201);
  });

  it('is offered to more than a page of people', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 1 });
    await hall.going(0);
    for (let count = 0; count < 120; count += 1) {
      await make.waiting(hall.event, await hall.member(), { guests: count % 3 });
    }
    expect(await hall.change({ capacity: 10_000 })).toBe(200);
    expect(await hall.places()).toMatchObject({ placesTaken: 1 + 240 });
  });
});

/** A full event, on whose list a member, a guest without an account and another member wait. */
async function mixedHall(columns = {}) {
  const { inside, ...hall } = await createFixture([0], [], {
    openTo: 'anyone',
    title: 'Sunset swim',
    ...columns,
  });
  const [first, third] = [await hall.member(), await hall.member()];
  await make.waiting(hall.event, first);
  const guest = await make.guestRsvp(hall.event, { status: 'waiting' });
  await make.waiting(hall.event, third);
  const organiser = await app.as(hall.group.owner);
  const list = async () =>
    (await organiser.call('GET /api/events/:id/waitlist', hall)).body.map(({ kind, status }) => [
      kind,
      status,
    ]);
  return { ...hall, first, guest, third, list, leave: () => hall.cancel(inside[0]!) };
}

/** Runs the job, and returns the subjects of all emails to each of these people until now. */
async function subjectsAfterJob(...people: { email: string | null }[]) {
  await expireOffers(app.db, clock.read());
  const subjects = await subjectsTo(...people);
  return subjects.map((each) => each.map((subject) => subject.replace(': Sunset swim', '')));
}

const at = (moment: string) =>
  clock.advanceHours((Date.parse(`${moment}:00Z`) - clock.read().getTime()) / hour);

describe('the job', () => {
  const lapsed = 'We couldn’t keep your place any longer';

  it('passes an unanswered offer to the next, member or guest, and then to the one after', async () => {
    const { first, guest, third, leave, places, list } = await mixedHall();
    await leave();
    at('2026-06-12T07:59');
    const offered = 'A place is yours until Fri, 9:00 AM';
    expect(await subjectsAfterJob(first, guest)).toEqual([[offered], []]);
    at('2026-06-12T08:00');
    const next = 'A place is yours until Sat, 7:00 PM';
    expect(await subjectsAfterJob(first, guest, third)).toEqual([[offered, lapsed], [next], []]);
    at('2026-06-15T08:00');
    const last = expect.stringContaining('A place is yours');
    expect(await subjectsAfterJob(guest, third)).toEqual([[next, lapsed], [last]]);
    expect(await list()).toMatchObject([['member', 'offered']]);
    expect(await places()).toMatchObject({ placesTaken: 1 });
  });

  it('passes it on once, however many processes run it', async () => {
    const { first, guest, third, leave, places } = await mixedHall();
    await leave();
    await subjectsAfterJob();
    at('2026-06-12T08:00');
    await Promise.all(Array.from({ length: 6 }, () => expireOffers(app.db, clock.read())));
    const [toFirst, toGuest, toThird] = await subjectsTo(first, guest, third);
    expect([toFirst, toGuest, toThird].map((each) => each?.length)).toEqual([2, 1, 0]);
    expect(await places()).toMatchObject({ placesTaken: 1 });
  });

  it('deletes the list of a past event', async () => {
    const { places } = await mixedHall();
    clock.advanceHours(8 * 24);
    await subjectsAfterJob();
    expect(await app.db.$count(rsvps, isNotNull(rsvps.turn))).toBe(0);
    expect(await places()).toMatchObject({ attendeeCount: 1 });
  });
});

describe('two hours before closing', () => {
  const startTime = new Date('2026-06-11T15:00:00Z');

  it('everybody waiting is notified once, and the first caller gets the place', async () => {
    const { first, guest, third, leave, list, attend } = await mixedHall({ startTime });
    at('2026-06-11T12:59');
    expect(await subjectsAfterJob(guest, third)).toEqual([[], []]);
    at('2026-06-11T13:00');
    await subjectsAfterJob();
    await subjectsAfterJob();
    clock.advanceHours(0.5);
    await leave();
    const closed = ['The waiting list has closed'];
    expect(await subjectsAfterJob(first, guest, third)).toEqual([closed, closed, closed]);
    expect(await list()).toEqual([
      ['member', 'waiting'],
      ['guest', 'waiting'],
      ['member', 'waiting'],
    ]);
    expect([await attend(third), await attend(first)]).toEqual([201, 'full']);
  });

  it('an open offer ends, and its holder is notified of the last places like all others', async () => {
    const { first, guest, leave, list, places } = await mixedHall({ startTime });
    at('2026-06-11T11:30');
    await leave();
    const offered = 'A place is yours until Thu, 2:00 PM';
    expect(await subjectsAfterJob(first, guest)).toEqual([[offered], []]);
    at('2026-06-11T13:00');
    const last = 'Last places';
    expect(await subjectsAfterJob(first, guest)).toEqual([[offered, last], [last]]);
    expect((await list())[0]).toEqual(['member', 'waiting']);
    expect(await places()).toMatchObject({ placesTaken: 0 });
  });

  it('the closing time counts if it is before the start', async () => {
    const { first } = await mixedHall({ rsvpClosesAt: startTime });
    at('2026-06-11T13:00');
    expect(await subjectsAfterJob(first)).toEqual([['The waiting list has closed']]);
  });

  it('nobody is notified once it has closed', async () => {
    const { first } = await mixedHall({ startTime });
    at('2026-06-11T15:00');
    expect(await subjectsAfterJob(first)).toEqual([[]]);
  });

  it('people are notified again after the event has moved, and about its offers before', async () => {
    const { first, guest, leave, move } = await mixedHall({ startTime });
    at('2026-06-11T13:00');
    await subjectsAfterJob();
    await move(50);
    await leave();
    const closed = 'The waiting list has closed';
    const offered = expect.stringContaining('A place is yours');
    expect(await subjectsAfterJob(first, guest)).toEqual([[closed, offered], [closed]]);
    at('2026-06-13T13:00');
    expect(await subjectsAfterJob(guest)).toEqual([[closed, 'Last places']]);
  });

  it('counts from a nearer start, which shortens offers and notifies their holders', async () => {
    const { first, leave, move } = await mixedHall();
    await leave();
    await subjectsAfterJob();
    clock.advanceHours(0.2);
    await move(5.8);
    clock.advanceHours(0.1);
    expect(await subjectsAfterJob(first)).toEqual([
      ['A place is yours until Fri, 9:00 AM', 'A place is yours until Wed, 5:00 PM'],
    ]);
  });
});
