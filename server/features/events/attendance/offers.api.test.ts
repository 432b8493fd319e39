import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password, type User } from '#tests/support/factories.ts';
import { createEventWithPlaces, type EventWithPlaces } from '#tests/support/event-with-places.ts';
import { outbox } from '#platform/mail/tables.ts';
import { expireOffersEverywhere } from './jobs/expire-offers.ts';

const app = await startTestApp();
const { make, clock } = app;

const queuedKinds = async (person: Pick<User, 'id'>) =>
  (
    await app.db
      .select({ kind: outbox.kind })
      .from(outbox)
      .where(eq(outbox.recipientId, person.id))
      .orderBy(outbox.id)
  ).map(({ kind }) => kind);

/** Fills an event with parties of these sizes; others wait with this many guests. */
async function createFixture(going: number[], waiting: number[], columns = {}) {
  const capacity = going.reduce((sum, guests) => sum + 1 + guests, 0);
  const hall = await createEventWithPlaces(app, { capacity, ...columns });
  const inside = await hall.going(...going);
  return { ...hall, inside, outside: await hall.waiting(...waiting) };
}

type Departure = [string, (hall: EventWithPlaces, person: User) => Promise<unknown>];
const departures: Departure[] = [
  [
    'leaves the group',
    async ({ group }, person) =>
      (await app.as(person)).call('DELETE /api/groups/:id/members', { params: { id: group.id } }),
  ],
  [
    'is banned',
    async (_, person) =>
      (await app.as(await make.admin())).call('PATCH /api/admin/users/:id/status', {
        params: { id: person.id },
        body: { isActive: false },
      }),
  ],
  [
    'is deleted',
    async (_, person) =>
      (await app.as(await make.admin())).call('DELETE /api/admin/users/:id', {
        params: { id: person.id },
      }),
  ],
];

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

  it.each<Departure>([
    [
      'is removed',
      async ({ group }, person) =>
        (await app.as(group.owner)).call('DELETE /api/groups/:id/members/:userId', {
          params: { id: group.id, userId: person.id },
        }),
    ],
    ...departures,
    [
      'leaves the site',
      async (_, person) =>
        (await app.as(person)).call('DELETE /api/auth/user', { body: { password } }),
    ],
    ['comes with fewer', (hall, person) => hall.attend(person, 0)],
  ])('by one who %s is offered to the next', async (_, leave) => {
    const { inside, outside, ...hall } = await createFixture([1], [0]);
    await leave(hall, inside[0]!);
    expect(await hall.standing(outside[0]!)).toEqual(['offered']);
  });

  it.each<Departure>([['passes it on', (hall, person) => hall.passOn(person)], ...departures])(
    'passes on when its holder %s',
    async (_, leave) => {
      const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
      await hall.cancel(inside[0]!);
      await leave(hall, outside[0]!);
      expect(await hall.standing(outside[1]!)).toEqual(['offered']);
      expect(await hall.places()).toEqual({ attendeeCount: 0, placesTaken: 1, placesLeft: 0 });
    },
  );

  it('too small for everybody waiting is offered to a later arrival, by the job', async () => {
    const { inside, outside, ...hall } = await createFixture([0, 2], [1]);
    await hall.cancel(inside[0]!);
    const newcomer = await hall.member();
    expect(await hall.wait(newcomer)).toBe(201);
    expect(await hall.standing(outside[0]!, newcomer)).toEqual(['waiting', 'waiting']);
    await expireOffersEverywhere(app.db, clock.read());
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

  it('without an answer passes to the next in its last second, with an email', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
    await hall.cancel(inside[0]!);
    clock.advanceHours(44);
    expect(await hall.attend(outside[0]!)).toBe('full');
    expect(await hall.standing(...outside)).toEqual([null, 'offered']);
    expect(await queuedKinds(outside[0]!)).toEqual([
      'waitlist_joined',
      'place_offered',
      'offer_lapsed',
    ]);
    expect(await hall.wait(outside[0]!)).toBe(201);
    expect((await hall.own(outside[0]!))[0]).toMatchObject({ status: 'waiting', position: 2 });
    clock.reset();
  });

  it('that has lapsed passes on when somebody reads the event or the list', async () => {
    for (const read of ['GET /api/events/:id', 'GET /api/events/:id/waitlist'] as const) {
      const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
      await hall.cancel(inside[0]!);
      clock.advanceHours(44);
      const { status } = await (await app.as(hall.group.owner)).call(read, hall);
      expect(status).toBe(200);
      expect(await queuedKinds(outside[1]!)).toEqual(['waitlist_joined', 'place_offered']);
      clock.reset();
    }
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
    clock.reset();
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
  const at = (hours: number) => ({
    startTime: clock.inHours(hours).toISOString(),
    endTime: clock.inHours(hours + 2).toISOString(),
  });

  it('into the next two hours ends them: the first caller gets the place', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0, 0]);
    await hall.cancel(inside[0]!);
    expect(await hall.change(at(1))).toBe(200);
    expect(await hall.standing(...outside)).toEqual(['waiting', 'waiting']);
    expect(await hall.places()).toMatchObject({ placesTaken: 0, placesLeft: 1 });
    expect((await hall.seenBy(outside[1]!)).rsvpState).toBe('open');
    expect(await hall.attend(await hall.member())).toBe(201);
    expect(await hall.attend(outside[0]!)).toBe('full');
  });

  it('out of the last two hours can offer places again', async () => {
    const { inside, outside, ...hall } = await createFixture([0], [0]);
    await hall.change(at(1));
    await hall.cancel(inside[0]!);
    expect(await hall.standing(...outside)).toEqual(['waiting']);
    await hall.change(at(100));
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
