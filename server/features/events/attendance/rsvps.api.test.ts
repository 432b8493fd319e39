import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();
const rsvp = 'POST /api/events/:id/rsvps';
const list = 'GET /api/events/:id/rsvps';

describe('an RSVP', () => {
  it('adds one attendee', async () => {
    const { params, ...hall } = await createEventWithPlaces(app);
    const client = await app.as(await hall.member());
    const answer = await client.call(rsvp, { params, body: { status: 'going' } });
    expect([answer.status, answer.body]).toEqual([201, { status: 'going' }]);
    expect(await hall.places()).toMatchObject({ attendeeCount: 1 });
    const status = await client.call('GET /api/events/:eventId/rsvp/status', {
      params: { eventId: params.id },
    });
    expect(status.body).toEqual({ rsvped: true });
  });

  it('needs no body, accepts no status except going, and changes nothing the second time', async () => {
    const { params, ...hall } = await createEventWithPlaces(app);
    const client = await app.as(await hall.member());
    expect(await client.outcome(rsvp, { params, body: { status: 'maybe' } })).toBe('invalid');
    for (const status of [201, 200]) {
      expect(await client.outcome(rsvp, { params })).toBe(status);
      expect(await hall.places()).toMatchObject({ attendeeCount: 1 });
    }
  });

  it('needs a membership and a completed profile, with a message', async () => {
    const { group, params } = await createEventWithPlaces(app);
    const newcomer = await make.newcomer();
    await make.membership(group, newcomer);
    for (const [person, code, message] of [
      [await make.user(), 'not_a_member', 'You need to join the group to RSVP'],
      [newcomer, 'profile_incomplete', 'Please complete your profile to sign up for events'],
    ] as const) {
      const refusal = await (await app.as(person)).refusal(rsvp, { params });
      expect(refusal).toMatchObject({ status: 403, code, message });
    }
  });

  it('that is cancelled removes one attendee, also if there was none, and allows another', async () => {
    const hall = await createEventWithPlaces(app);
    await hall.going(0);
    const member = await hall.member();
    expect(await hall.attend(member)).toBe(201);
    for (let count = 0; count < 2; count += 1) {
      expect(await hall.cancel(member)).toBe(204);
      expect(await hall.places()).toMatchObject({ attendeeCount: 1 });
    }
    expect(await hall.attend(member)).toBe(201);
    expect(await hall.places()).toMatchObject({ attendeeCount: 2 });
  });
});

describe('the attendees', () => {
  it('have names and pictures for signed-in callers', async () => {
    const { event, params, member } = await createEventWithPlaces(app);
    const { id, firstName } = await member();
    await make.rsvp(event, { id });
    const outsider = await app.as(await make.user());
    const { body } = await outsider.call(list, { params });
    expect(body).toEqual([
      { userId: id, status: 'going', guests: 0, firstName, profileImageUrl: null },
    ]);
  });

  it('come in order of RSVP, in pages', async () => {
    const { event, params, member } = await createEventWithPlaces(app);
    const expected: string[] = [];
    for (const hours of [-9, -5, -1]) {
      const person = await member();
      await make.rsvp(event, person, clock.inHours(hours));
      expected.push(person.id);
    }
    for (let count = 0; count < 3; count += 1) await make.rsvp(event, await member());
    const reader = await app.as(await make.user());
    const whole = (await readPage(reader, list, { params }, 'userId')).ids;
    expect(whole.slice(0, 3)).toEqual(expected);
    const pages = await readPages(reader, list, { params, query: { limit: 2 } }, 'userId');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(pages.flat()).toEqual(whole);
  });
});

const searchInput = (event: { id: number }, q: string) => ({
  params: { id: event.id },
  query: { q },
});

describe('the search among attendees', () => {
  it('finds an adult by the name of a child who comes along, for an organiser', async () => {
    const group = await make.group();
    const event = await make.event({ group });
    await make.rsvp(event, await make.member(group));
    const parent = await make.member(group, { firstName: 'Ana' });
    const child = await make.child(parent, { firstName: 'Zebedee' });
    const who = { self: false, household: [child.id] };
    const answer = { params: { id: event.id }, body: { answer: 'going', who } } as const;
    await (await app.as(parent)).call('PUT /api/events/:id/answer', answer);
    const { body } = await (await app.as(group.owner)).call(list, searchInput(event, 'zebe'));
    expect(body).toMatchObject([{ userId: parent.id, who: [{ firstName: 'Zebedee' }] }]);
  });

  it('is an ability of organisers and admins, like the door list, also once it is over', async () => {
    const group = await make.group();
    const params = { id: (await make.pastEvent({ group })).id };
    for (const [person, isAble] of [
      [group.owner, true],
      [await make.admin(), true],
      [await make.member(group), false],
    ] as const) {
      const client = await app.as(person);
      const { body } = await client.call('GET /api/events/:id', { params });
      expect(body.can.searchAttendees).toBe(isAble);
      const outcome = isAble ? 200 : 'forbidden';
      expect(await client.outcome(list, searchInput(params, 'ama'))).toBe(outcome);
      expect(await client.outcome('GET /api/events/:id/door-list.csv', { params })).toBe(outcome);
    }
    expect(await app.visitor().outcome(list, searchInput(params, 'ama'))).toBe('forbidden');
  });
});

describe("a member's own RSVPs", () => {
  it('list every event by id, past and cancelled ones too', async () => {
    const member = await make.user();
    const events = [await make.event(), await make.pastEvent(), await make.cancelledEvent()];
    for (const event of events) await make.rsvp(event, member);
    const { body } = await (await app.as(member)).call('GET /api/user/event-rsvps');
    expect(body).toEqual(events.map(({ id }) => id));
  });

  it("exclude other people's", async () => {
    const { event, member } = await createEventWithPlaces(app);
    await make.rsvp(event, await member());
    const other = await app.as(await make.user());
    expect((await other.call('GET /api/user/event-rsvps')).body).toEqual([]);
    const params = { eventId: event.id };
    for (const client of [visitor, other]) {
      const { body } = await client.call('GET /api/events/:eventId/rsvp/status', { params });
      expect(body).toEqual({ rsvped: false });
    }
  });
});
