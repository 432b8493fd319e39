import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const join = 'PUT /api/events/:id/waitlist';
const list = 'GET /api/events/:id/waitlist';

/** Creates an event whose one place is taken. */
const fullHall = async (columns: Parameters<typeof createEventWithPlaces>[1] = {}) => {
  const hall = await createEventWithPlaces(app, { capacity: 1, ...columns });
  const [first] = await hall.going(0);
  return { ...hall, first: first! };
};

describe('waiting for a place', () => {
  it('appears in the event, and in its card without the position', async () => {
    const hall = await fullHall();
    const [person] = await hall.waiting(1);
    const client = await app.as(person!);
    const { body } = await client.call('GET /api/events/:id', hall);
    expect(body).toMatchObject({
      rsvped: false,
      rsvp: { status: 'waiting', guests: 1, position: 1 },
      rsvpState: 'waiting',
      can: { rsvp: false, waitlist: true },
    });
    const cards = await client.call('GET /api/events', { query: { group: hall.group.id } });
    expect(cards.body[0]).toMatchObject({ rsvp: { status: 'waiting', guests: 1 }, placesLeft: 0 });
    expect(cards.body[0]?.rsvp).not.toHaveProperty('position');
  });

  it('again changes the guests and keeps the position', async () => {
    const hall = await fullHall();
    const [first, second] = await hall.waiting(0, 0);
    const client = await app.as(first!);
    const answer = await client.call(join, { ...hall, body: { guests: 3 } });
    expect([answer.status, answer.body]).toEqual([
      200,
      { status: 'waiting', position: 1, guests: 3 },
    ]);
    const again = await client.call(join, hall);
    expect([again.status, again.body.guests]).toEqual([200, 3]);
    expect((await hall.own(second!))[0]).toMatchObject({ position: 2 });
  });

  it('is refused to anybody with room', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 3 });
    const client = await app.as(await hall.member());
    expect(await client.refusal(join, hall)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'There’s a place for you now, so you don’t need to wait',
    });
    expect(await client.outcome(join, { ...hall, body: { guests: 3 } })).toBe(201);
  });

  it('comes before newcomers, also for room that fits no waiting party', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 3 });
    await hall.going(0);
    await hall.waiting(3);
    const newcomer = await hall.member();
    expect(await hall.attend(newcomer)).toBe('full');
    expect((await hall.seenBy(newcomer)).rsvpState).toBe('waitlist');
    const client = await app.as(newcomer);
    const answer = await client.call(join, hall);
    expect([answer.status, answer.body]).toEqual([
      201,
      { status: 'waiting', position: 2, guests: 0 },
    ]);
    expect(await hall.attend(newcomer)).toBe('full');
  });

  it('is refused with too many guests, to attendees, and without a complete profile', async () => {
    const hall = await fullHall({ guestsAllowed: 1 });
    expect(await hall.wait(await hall.member(), 2)).toBe('invalid');
    expect(await hall.wait(hall.first)).toBe('conflict');
    const newcomer = await make.newcomer();
    await make.membership(hall.group, newcomer);
    expect(await hall.wait(newcomer)).toBe('profile_incomplete');
  });

  it('survives a disabled list or a lower guest limit, without newcomers', async () => {
    const hall = await fullHall();
    const [person] = await hall.waiting(2);
    expect(await hall.change({ waitlistEnabled: false, guestsAllowed: 0 })).toBe(200);
    expect(await hall.wait(person!)).toBe(200);
    expect(await hall.own(person!)).toEqual([{ status: 'waiting', guests: 2, position: 1 }]);
    const late = await hall.member();
    expect(await hall.wait(late)).toBe('conflict');
    expect((await hall.seenBy(late)).rsvpState).toBe('full');
  });

  it('ends by leaving the list', async () => {
    const hall = await fullHall();
    const [first, second] = await hall.waiting(0, 0);
    expect([await hall.passOn(first!), await hall.passOn(first!)]).toEqual([204, 204]);
    expect(await hall.own(first!, second!)).toEqual([
      null,
      { status: 'waiting', guests: 0, position: 1 },
    ]);
  });

  it('lists the event among upcoming ones', async () => {
    const hall = await fullHall();
    const [person] = await hall.waiting(0);
    const client = await app.as(person!);
    const mine = await client.call('GET /api/user/events', { query: { when: 'upcoming' } });
    expect(mine.body).toMatchObject([{ id: hall.event.id, rsvped: false, rsvp: { guests: 0 } }]);
    expect((await client.call('GET /api/user/event-rsvps')).body).toEqual([]);
  });
});

describe('the waiting list', () => {
  it('shows organisers and admins its people in order', async () => {
    const hall = await fullHall();
    const people = await hall.waiting(2, 0);
    const organiser = await app.as(hall.group.owner);
    const { body } = await organiser.call(list, hall);
    const shared = {
      kind: 'member',
      profileImageUrl: null,
      status: 'waiting',
      offerExpiresAt: null,
      createdAt: clock.read().toISOString(),
    };
    expect(body).toEqual(
      people.map(({ id, firstName }, index) => ({
        ...shared,
        id,
        userId: id,
        firstName,
        guests: [2, 0][index],
        position: index + 1,
      })),
    );
  });

  it('comes in pages', async () => {
    const hall = await fullHall();
    const people = await hall.waiting(0, 0, 0, 0, 0);
    const organiser = await app.as(hall.group.owner);
    const input = { params: hall.params, query: { limit: 2 } };
    const pages = await readPages(organiser, list, input, 'userId');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(people.map(({ id }) => id));
    const first = await organiser.call(list, input);
    const [, cursor] = /cursor=([^&>]+)/.exec(String(first.headers.link)) ?? [];
    const second = await organiser.call(list, { ...input, query: { limit: 2, cursor } });
    expect(second.body.map(({ position }) => position)).toEqual([3, 4]);
    const made = await organiser.refusal(list, { ...input, query: { cursor: 'made-up' } });
    expect(made).toMatchObject({ status: 400, fields: { cursor: expect.any(String) } });
  });

  it('is empty once the event is cancelled, or over', async () => {
    const [cancelled, over] = [await fullHall(), await fullHall()];
    for (const hall of [cancelled, over]) await hall.waiting(0);
    const organiser = await app.as(cancelled.group.owner);
    await organiser.call('DELETE /api/events/:id', cancelled);
    expect((await organiser.call(list, cancelled)).body).toEqual([]);
    clock.advanceHours(8 * 24);
    expect((await (await app.as(over.group.owner)).call(list, over)).body).toEqual([]);
    clock.reset();
  });
});

describe('admitting somebody', () => {
  it('works out of order where there is room, and is recorded for an admin', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 3 });
    await hall.going(0);
    const [large, small] = await hall.waiting(3, 0);
    const admin = await make.admin();
    expect(await hall.admitFromWaitlist(admin, small!)).toBe(201);
    expect(await hall.standing(large!, small!)).toEqual(['waiting', 'going']);
    expect(await hall.places()).toEqual({ attendeeCount: 2, placesTaken: 2, placesLeft: 1 });
    expect(await hall.admitFromWaitlist(hall.group.owner, small!)).toBe(200);
    const { body } = await (await app.as(admin)).call('GET /api/admin/audit');
    expect(body[0]).toMatchObject({
      action: 'waitlist.let_in',
      target: { type: 'event', id: String(hall.event.id) },
    });
  });

  it('takes no further place for a person with an offer', async () => {
    const hall = await fullHall();
    const [person] = await hall.waiting(0);
    await hall.cancel(hall.first);
    expect(await hall.standing(person!)).toEqual(['offered']);
    expect(await hall.admitFromWaitlist(hall.group.owner, person!)).toBe(201);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 1, placesLeft: 0 });
  });

  it('is refused without room, for whoever does not wait, and once the event is over', async () => {
    const hall = await fullHall();
    const [person] = await hall.waiting(0);
    const outcomeFor = (who: { id: string }) => hall.admitFromWaitlist(hall.group.owner, who);
    expect(await outcomeFor(person!)).toBe('full');
    expect(await hall.standing(person!)).toEqual(['waiting']);
    expect(await outcomeFor(await hall.member())).toBe('not_found');
    expect(await outcomeFor({ id: 'nobody' })).toBe('not_found');
    clock.advanceHours(8 * 24);
    expect(await outcomeFor(person!)).toBe('conflict');
    clock.reset();
  });
});
