import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { swim } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock } = app;
const create = 'POST /api/events';
const change = 'PATCH /api/events/:id';

const form = (groupId: number, places: Record<string, unknown> = {}) => ({
  ...swim,
  groupId,
  ...places,
});

describe('the places of an event', () => {
  it('are unlimited by default', async () => {
    const group = await make.group();
    const { body } = await (await app.as(group.owner)).call(create, { body: form(group.id) });
    expect(body).toMatchObject({
      capacity: null,
      guestsAllowed: 0,
      rsvpClosesAt: null,
      waitlistEnabled: true,
      placesTaken: 0,
      placesLeft: null,
      rsvp: null,
    });
  });

  it('are stored, and shown in the event and its card', async () => {
    const group = await make.group();
    const places = {
      capacity: 30,
      guestsAllowed: 2,
      rsvpClosesAt: '2026-06-20T05:00:00.000Z',
      waitlistEnabled: false,
    };
    const organiser = await app.as(group.owner);
    const { body } = await organiser.call(create, { body: form(group.id, places) });
    expect(body).toMatchObject({ ...places, placesTaken: 0, placesLeft: 30 });
    const cards = await app.visitor().call('GET /api/events', { query: { group: group.id } });
    expect(cards.body[0]).toMatchObject({ ...places, placesTaken: 0, placesLeft: 30 });
    expect(cards.body[0]).not.toHaveProperty('rsvp');
    const params = { id: body.id };
    const changed = await organiser.call(change, { params, body: { title: 'Sunset swim' } });
    expect(changed.body).toMatchObject(places);
    const open = { capacity: null, guestsAllowed: 5, rsvpClosesAt: null, waitlistEnabled: true };
    const opened = await organiser.call(change, { params, body: open });
    expect(opened.body).toMatchObject({ ...open, placesLeft: null });
  });

  const bad: [string, unknown[]][] = [
    ['capacity', [0, -1, 1.5, 1e9, 10_001, '30', true]],
    ['guestsAllowed', [-1, 6, 0.5, '1', null]],
    ['rsvpClosesAt', ['soon', 5, '2026-06-20T05:00:00.001Z', '1969-06-20T05:00:00Z']],
    ['waitlistEnabled', ['yes', 1, null]],
  ];

  it.each(bad)('are refused by name: %s', async (field, values) => {
    const hall = await createEventWithPlaces(app, { startTime: new Date('2026-06-20T05:00:00Z') });
    const organiser = await app.as(hall.group.owner);
    for (const value of values) {
      const expected = { status: 400, code: 'invalid', fields: { [field]: expect.any(String) } };
      const body = form(hall.group.id, { [field]: value });
      expect(await organiser.refusal(create, { body })).toMatchObject(expected);
      const changes = { ...hall, body: { [field]: value } };
      expect(await organiser.refusal(change, changes)).toMatchObject(expected);
    }
  });

  it('close no later than the start of a moved event', async () => {
    const hall = await createEventWithPlaces(app, { rsvpClosesAt: clock.inHours(100) });
    const organiser = await app.as(hall.group.owner);
    const body = { startTime: clock.inHours(99).toISOString() };
    expect(await organiser.refusal(change, { ...hall, body })).toMatchObject({
      fields: { rsvpClosesAt: 'RSVPs must close before the event starts' },
    });
    const both = { ...body, rsvpClosesAt: clock.inHours(99).toISOString() };
    expect(await organiser.outcome(change, { ...hall, body: both })).toBe(200);
  });

  it("can't be fewer than are taken, and the refusal has their number", async () => {
    const hall = await createEventWithPlaces(app, { capacity: 10 });
    await hall.going(3, 0);
    const organiser = await app.as(hall.group.owner);
    expect(await organiser.refusal(change, { ...hall, body: { capacity: 4 } })).toMatchObject({
      status: 409,
      code: 'conflict',
      message: '5 places are taken already',
      fields: { capacity: '5 places are taken already' },
    });
    expect(await hall.change({ capacity: 5 })).toBe(200);
    expect(await hall.places()).toEqual({ attendeeCount: 2, placesTaken: 5, placesLeft: 0 });
  });

  it('are recounted when a limit is set', async () => {
    const hall = await createEventWithPlaces(app);
    await hall.going(1);
    await app.db.execute(`update events set places_taken = 0 where id = ${hall.event.id}`);
    expect(await hall.change({ capacity: 1 })).toBe('conflict');
    expect(await hall.change({ capacity: 3 })).toBe(200);
    expect(await hall.places()).toMatchObject({ placesTaken: 2, placesLeft: 1 });
  });
});

describe('a banned member', () => {
  it('loses upcoming RSVPs, while their texts stay', async () => {
    const hall = await createEventWithPlaces(app, { capacity: 5 });
    const [person] = await hall.going(1);
    const past = await make.pastEvent({ group: hall.group });
    await make.rsvp(past, person!);
    await make.comment(hall.event, person!);
    const admin = await app.as(await make.admin());
    const input = { params: { id: person!.id }, body: { isActive: false } };
    await admin.call('PATCH /api/admin/users/:id/status', input);
    expect(await hall.places()).toEqual({ attendeeCount: 0, placesTaken: 0, placesLeft: 5 });
    const attendees = await admin.call('GET /api/events/:id/rsvps', { params: { id: past.id } });
    expect(attendees.body).toHaveLength(1);
    const comments = await admin.call('GET /api/events/:id/comments', hall);
    expect(comments.body).toHaveLength(1);
  });
});
