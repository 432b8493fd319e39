import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Event, User } from '#tests/support/factories.ts';
import { readPage, readPages } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();

const paramsOf = ({ id }: { id: number }) => ({ params: { id } });
const attend = async (event: Pick<Event, 'id'>, person: Pick<User, 'id'>) =>
  (await app.as(person)).outcome('POST /api/events/:id/rsvps', {
    ...paramsOf(event),
    body: { status: 'going' },
  });
const attendeeCount = async (event: Pick<Event, 'id'>) =>
  (await visitor.call('GET /api/events/:id', paramsOf(event))).body.attendeeCount;

const createFixture = async () => {
  const group = await make.group();
  const [event, member] = [await make.event({ group }), await make.member(group)];
  return { group, event, member };
};

describe('an RSVP', () => {
  it('adds one attendee', async () => {
    const { event, member } = await createFixture();
    const client = await app.as(member);
    const answer = await client.call('POST /api/events/:id/rsvps', {
      ...paramsOf(event),
      body: { status: 'going' },
    });
    expect([answer.status, answer.body]).toEqual([201, { status: 'going' }]);
    expect(await attendeeCount(event)).toBe(1);
    const status = await client.call('GET /api/events/:eventId/rsvp/status', {
      params: { eventId: event.id },
    });
    expect(status.body).toEqual({ rsvped: true });
  });

  it('needs no body, accepts no status except going, and changes nothing the second time', async () => {
    const { event, member } = await createFixture();
    const client = await app.as(member);
    const maybe = { ...paramsOf(event), body: { status: 'maybe' } };
    expect(await client.outcome('POST /api/events/:id/rsvps', maybe)).toBe('invalid');
    for (const status of [201, 200]) {
      expect(await client.outcome('POST /api/events/:id/rsvps', paramsOf(event))).toBe(status);
      expect(await attendeeCount(event)).toBe(1);
    }
  });

  it('needs a membership and a completed profile, with a message', async () => {
    const { group, event } = await createFixture();
    const newcomer = await make.newcomer();
    await make.membership(group, newcomer);
    for (const [person, code, message] of [
      [await make.user(), 'not_a_member', 'You need to join the group to RSVP'],
      [newcomer, 'profile_incomplete', 'Please complete your profile to sign up for events'],
    ] as const) {
      const client = await app.as(person);
      const refusal = await client.refusal('POST /api/events/:id/rsvps', paramsOf(event));
      expect(refusal).toMatchObject({ status: 403, code, message });
    }
  });
});

it('a cancelled RSVP removes one attendee, also if there was none, and allows another', async () => {
  const { event, member } = await createFixture();
  await make.rsvp(event, await make.user());
  const client = await app.as(member);
  expect(await attend(event, member)).toBe(201);
  for (let count = 0; count < 2; count += 1) {
    expect(await client.outcome('DELETE /api/events/:id/rsvps', paramsOf(event))).toBe(204);
    expect(await attendeeCount(event)).toBe(1);
  }
  expect(await attend(event, member)).toBe(201);
  expect(await attendeeCount(event)).toBe(2);
});

describe('the attendees', () => {
  it('have names and pictures for signed-in callers', async () => {
    const { event, member } = await createFixture();
    await make.rsvp(event, member);
    const outsider = await app.as(await make.user());
    const { body } = await outsider.call('GET /api/events/:id/rsvps', paramsOf(event));
    expect(body).toEqual([
      {
        userId: member.id,
        status: 'going',
        guests: 0,
        firstName: member.firstName,
        profileImageUrl: null,
      },
    ]);
  });

  it('come in order of RSVP, in pages', async () => {
    const { group, event } = await createFixture();
    const expected: string[] = [];
    for (const hours of [-9, -5, -1]) {
      const person = await make.member(group);
      await make.rsvp(event, person, clock.inHours(hours));
      expected.push(person.id);
    }
    for (let count = 0; count < 3; count += 1) await make.rsvp(event, await make.member(group));
    const key = 'GET /api/events/:id/rsvps';
    const reader = await app.as(await make.user());
    const whole = (await readPage(reader, key, paramsOf(event), 'userId')).ids;
    expect(whole.slice(0, 3)).toEqual(expected);
    const pages = await readPages(
      reader,
      key,
      { ...paramsOf(event), query: { limit: 2 } },
      'userId',
    );
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(pages.flat()).toEqual(whole);
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
    const { event, member } = await createFixture();
    await make.rsvp(event, member);
    const other = await app.as(await make.user());
    expect((await other.call('GET /api/user/event-rsvps')).body).toEqual([]);
    const params = { eventId: event.id };
    for (const client of [visitor, other]) {
      const { body } = await client.call('GET /api/events/:eventId/rsvp/status', { params });
      expect(body).toEqual({ rsvped: false });
    }
  });
});
