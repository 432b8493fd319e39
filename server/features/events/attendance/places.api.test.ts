import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';

const app = await startTestApp();
const { make, clock } = app;
const rsvp = 'POST /api/events/:id/rsvps';

describe('a place', () => {
  it('is taken by each attendee and each guest', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 10 });
    await hall.going(0, 3);
    expect(await hall.places()).toEqual({ attendeeCount: 2, placesTaken: 5, placesLeft: 5 });
    const reader = await app.as(await make.user());
    const { body } = await reader.call('GET /api/events/:id/rsvps', hall);
    expect(new Set(body.map(({ guests }) => guests))).toEqual(new Set([0, 3]));
  });

  it('is counted, but unlimited, without a capacity', async () => {
    const hall = await createEventWithPlaces(app);
    await hall.going(2);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 3, placesLeft: null });
  });

  it('on offer counts as taken, and as no one’s guest', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 5 });
    const [first] = await hall.going(1, 2);
    await hall.waiting(1);
    const guestCount = async () => (await hall.seenBy(hall.group.owner)).guestCount;
    expect(await guestCount()).toBe(3);
    await hall.cancel(first!);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 5, placesLeft: 0 });
    expect(await guestCount()).toBe(2);
    await hall.change({ capacity: null });
    expect(await guestCount()).toBe(2);
  });

  it('is refused to a party larger than the room left, and to one more person', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 4 });
    await hall.going(1);
    const client = await app.as(await hall.member());
    const refusal = await client.refusal(rsvp, { ...hall, body: { guests: 2 } });
    expect(refusal).toMatchObject({ code: 'full', message: 'There are only 2 places left' });
    expect(await client.outcome(rsvp, { ...hall, body: { guests: 1 } })).toBe(201);
    const late = await app.as(await hall.member());
    expect(await late.refusal(rsvp, hall)).toMatchObject({
      status: 409,
      code: 'full',
      message: 'This event is full',
    });
    expect(await hall.places()).toEqual({ attendeeCount: 2, placesTaken: 4, placesLeft: 0 });
  });
});

describe("an attendee's party", () => {
  it('grows while there is room, and frees places when it shrinks or cancels', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 3 });
    const [person] = await hall.going(0);
    expect(await hall.attend(person!, 2)).toBe(200);
    expect(await hall.attend(person!, 3)).toBe('full');
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 3, placesLeft: 0 });
    expect(await hall.attend(person!, 1)).toBe(200);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 2, placesLeft: 1 });
    expect(await hall.cancel(person!)).toBe(204);
    expect(await hall.places()).toEqual({ attendeeCount: 0, placesTaken: 0, placesLeft: 3 });
  });

  it('does not grow ahead of people waiting', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 4 });
    const [person] = await hall.going(2);
    await hall.waiting(2);
    expect(await hall.attend(person!, 3)).toBe('full');
    const client = await app.as(person!);
    expect(await client.refusal(rsvp, { ...hall, body: { guests: 3 } })).toMatchObject({
      message: 'Others are waiting for a place and come first',
    });
  });

  it.each([
    [0, 1, 'You can’t bring guests to this event'],
    [1, 2, 'You can bring 1 guest at most'],
    [3, 4, 'You can bring 3 guests at most'],
  ])('with a limit of %i guests refuses %i', async (guestsAllowed, guests, sentence) => {
    const hall = await createEventWithPlaces(app, { guestsAllowed });
    const client = await app.as(await hall.member());
    expect(await client.refusal(rsvp, { ...hall, body: { guests } })).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { guests: sentence },
    });
  });

  it.each([-1, 6, 1.5, 1e9, '2', null])("can't have %j guests", async (guests) => {
    const hall = await createEventWithPlaces(app);
    const client = await app.as(await hall.member());
    expect(await client.refusal(rsvp, { ...hall, body: { guests } })).toMatchObject({
      status: 400,
      fields: { guests: expect.any(String) },
    });
  });

  it('keeps its guests when the limit falls, or shrinks', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 5 });
    const [person] = await hall.going(3);
    expect(await hall.change({ guestsAllowed: 0 })).toBe(200);
    expect([
      await hall.attend(person!),
      await hall.attend(person!, 2),
      await hall.attend(person!, 3),
    ]).toEqual([200, 200, 'invalid']);
    expect(await hall.own(person!)).toEqual([{ status: 'going', guests: 2 }]);
  });
});

describe('closing RSVPs', () => {
  it('refuses newcomers and more guests from that very moment', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 5, rsvpClosesAt: clock.inHours(3) });
    const [person] = await hall.going(0);
    clock.advanceHours(3);
    const late = await app.as(await hall.member());
    expect(await late.refusal(rsvp, hall)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'RSVPs for this event have closed',
    });
    expect(await hall.attend(person!, 1)).toBe('conflict');
    expect(await hall.cancel(person!)).toBe(204);
    clock.reset();
  });
});
