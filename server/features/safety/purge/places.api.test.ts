import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { purging, wrongCounters } from '#tests/support/spam.ts';

const app = await startTestApp();
const { make, clock } = app;
const admin = await app.as(await make.admin());

const { cleanUp, undo } = purging(admin);

describe("a purged author's places", () => {
  it('are offered to people waiting', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 2 });
    const [spammer] = await hall.going(1);
    const [waiting] = await hall.waiting(1);
    await cleanUp(spammer!);
    expect(await hall.standing(waiting!)).toEqual(['offered']);
    expect(await hall.places()).toEqual({ attendeeCount: 0, placesTaken: 2, placesLeft: 0 });
  });

  it('are offered on if they were offers, and the position is gone', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 1 });
    const [first] = await hall.going(0);
    const [spammer, next] = await hall.waiting(0, 0);
    await hall.cancel(first!);
    await cleanUp(spammer!);
    expect(await hall.standing(next!)).toEqual(['offered']);
    expect(await wrongCounters(app.db)).toEqual([]);
  });

  it('return after an undo, guests included, unless they are taken', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 3 });
    const [spammer] = await hall.going(2);
    await cleanUp(spammer!);
    expect(await hall.places()).toMatchObject({ placesTaken: 0 });
    await undo(spammer!);
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 3, placesLeft: 0 });
    await cleanUp(spammer!);
    await hall.going(0);
    expect((await undo(spammer!)).body).toMatchObject({ lost: 1 });
    expect(await hall.places()).toEqual({ attendeeCount: 1, placesTaken: 1, placesLeft: 2 });
    expect(await wrongCounters(app.db)).toEqual([]);
  });

  it('return with their children, unless those come with another adult', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    const [spammer, other] = [await make.member(group), await make.member(group)];
    const child = await make.child(spammer);
    await make.secondAdult(child, other);
    await make.rsvp(event, spammer, clock.read(), 0, child);
    const placesTaken = async () =>
      (await admin.call('GET /api/events/:id', { params: { id: event.id } })).body.placesTaken;
    await cleanUp(spammer);
    expect(await placesTaken()).toBe(0);
    await undo(spammer);
    expect(await placesTaken()).toBe(2);
    await cleanUp(spammer);
    await (
      await app.as(other)
    ).call('PUT /api/events/:id/answer', {
      params: { id: event.id },
      body: { answer: 'going', who: { self: false, household: [child.id] } },
    });
    expect((await undo(spammer)).body).toMatchObject({ lost: 1 });
    expect(await placesTaken()).toBe(1);
    expect(await wrongCounters(app.db)).toEqual([]);
  });
});
