import { describe, expect, it } from 'vitest';
import type { Event, Group, User } from '#tests/support/factories.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { readPages } from '#tests/support/paging.ts';
import { askEverybody } from './jobs/ask.ts';

// It is one in the afternoon in London.
const { app, mailer } = await startMailing();
const { db, make, clock } = app;
const visitor = app.visitor();
const [read, give] = ['POST /api/asks', 'POST /api/asks/answer'] as const;

/** Creates a group that asks everybody, with an event and a member. */
async function asking(columns: Partial<Event> = {}) {
  const owner = await make.user();
  const group = await make.group({ owner, asksEverybody: true });
  const event = await make.event({ startTime: clock.inHours(100), ...columns, group });
  const member = await make.member(group);
  const organiser = await app.as(group.owner);
  const params = { id: event.id };
  const ask = async () => (await organiser.call('POST /api/events/:id/ask', { params })).body;
  return { owner, group, event, member, organiser, params, ask };
}

/** Runs the job, twice at once as two processes would, and returns whom it has emailed. */
async function askedNow(): Promise<string[]> {
  mailer.sent.length = 0;
  const now = clock.read();
  await Promise.all([askEverybody(db, now), askEverybody(db, now)]);
  await mailer.deliver();
  return mailer.sent.map(({ to }) => to).toSorted();
}

const addresses = (...people: Pick<User, 'email'>[]) => people.map(({ email }) => email).toSorted();

/** Creates a member for each reason not to be asked. */
async function unasked({ group, event }: { group: Group; event: Event }) {
  await make.rsvp(event, await make.member(group));
  await make.waiting(event, await make.member(group));
  await make.pendingMember(group);
  const [cant, muted, unwilling] = [
    await make.member(group),
    await make.member(group),
    await make.member(group),
  ];
  const answer = { params: { id: event.id }, body: { answer: 'cant' as const } };
  await (await app.as(cant)).call('PUT /api/events/:id/answer', answer);
  const mute = { params: { id: group.id }, body: { muted: true } };
  await (await app.as(muted)).call('PATCH /api/groups/:id/membership', mute);
  const topics = { body: { asking: false } };
  await (await app.as(unwilling)).call('PATCH /api/user/mail-preferences', topics);
}

describe('members who haven’t answered', () => {
  it('are asked once, 72 hours before the start', async () => {
    const { owner, group, member, event } = await asking({ startTime: clock.inHours(80) });
    await unasked({ group, event });
    clock.advanceHours(7.9);
    expect(await askedNow()).toEqual([]);
    clock.advanceHours(0.1);
    expect(await askedNow()).toEqual(addresses(owner, member));
    expect(mailer.sent[0]?.subject).toBe(`Are you coming? ${event.title}`);
    clock.advanceHours(40);
    expect(await askedNow()).toEqual([]);
  });

  it('are never asked at night', async () => {
    const { owner, member } = await asking({ startTime: clock.inHours(84) });
    for (const hours of [12, 6.9]) {
      clock.advanceHours(hours);
      expect(await askedNow()).toEqual([]);
    }
    clock.advanceHours(0.1);
    expect(await askedNow()).toEqual(addresses(owner, member));
  });

  it('are asked at once about an event that is nearer, and again once it has moved', async () => {
    const { organiser, params, owner, member } = await asking({ startTime: clock.inHours(5) });
    expect(await askedNow()).toEqual(addresses(owner, member));
    const [startTime, endTime] = [clock.inHours(90).toISOString(), clock.inHours(92).toISOString()];
    await organiser.call('PATCH /api/events/:id', { params, body: { startTime, endTime } });
    clock.advanceHours(24);
    expect(await askedNow()).toEqual(addresses(owner, member));
  });

  it.each([
    ['doesn’t ask', { asksEverybody: false }],
    ['is cancelled', { status: 'cancelled' }],
    ['takes no more RSVPs', { rsvpClosesAt: new Date('2026-06-10T11:00:00Z') }],
  ] as const)('are not asked about an event that %s', async (_, columns) => {
    await asking({ startTime: clock.inHours(48), ...columns });
    expect(await askedNow()).toEqual([]);
  });

  it('are asked by an organiser once a day, and not if they have answered meanwhile', async () => {
    const { ask, organiser, params, owner, member, group, event } = await asking();
    await unasked({ group, event });
    const other = await make.member(group);
    expect(await ask()).toEqual({ asked: 3 });
    const answer = { params, body: { answer: 'cant' as const } };
    await (await app.as(other)).call('PUT /api/events/:id/answer', answer);
    await mailer.deliver();
    const asked = mailer.sent.filter(({ subject }) => subject.startsWith('Are you'));
    expect(asked.map(({ to }) => to).toSorted()).toEqual(addresses(owner, member));
    clock.advanceHours(23.9);
    expect(await organiser.outcome('POST /api/events/:id/ask', { params })).toBe('conflict');
    clock.advanceHours(0.1);
    expect(await ask()).toEqual({ asked: 2 });
  });

  it('are asked at eight in the morning about an event that was due at night', async () => {
    const { ask } = await asking();
    clock.advanceHours(9);
    expect(await ask()).toEqual({ asked: 2, sendAt: '2026-06-11T07:00:00.000Z' });
    await mailer.deliver();
    expect(mailer.sent).toEqual([]);
    clock.advanceHours(10);
    await mailer.deliver();
    expect(mailer.sent).toHaveLength(2);
  });

  it('are asked by organisers alone, where everybody is asked, until the event begins', async () => {
    const { member, organiser, params, group } = await asking();
    const key = 'POST /api/events/:id/ask';
    expect(await (await app.as(member)).outcome(key, { params })).toBe('forbidden');
    const begun = await make.event({ group, startTime: clock.inHours(-1) });
    const silent = await make.event({ group, asksEverybody: false });
    for (const { id } of [begun, silent]) {
      expect(await organiser.outcome(key, { params: { id } })).toBe('conflict');
    }
    expect(await organiser.outcome(key, { params })).toBe(202);
  });
});

describe('My Events', () => {
  it('lists the events that await an answer, soonest first, until it is given', async () => {
    const { group, event, member } = await asking();
    const [later, sooner] = [
      await make.event({ group, startTime: clock.inHours(200) }),
      await make.event({ group, startTime: clock.inHours(50) }),
    ];
    await make.event({ group, startTime: clock.inHours(60), asksEverybody: false });
    await make.event({ group, startTime: clock.inHours(60), rsvpClosesAt: clock.inHours(-1) });
    await make.cancelledEvent({ group });
    const client = await app.as(member);
    const query = { asking: 'true' } as const;
    const waiting = async () =>
      (await client.call('GET /api/user/events', { query })).body.map(({ id }) => id);
    expect(await waiting()).toEqual([sooner.id, event.id, later.id]);
    const pages = await readPages(client, 'GET /api/user/events', {
      query: { ...query, limit: 1 },
    });
    expect(pages.flat()).toEqual([sooner.id, event.id, later.id]);
    for (const [{ id }, answer] of [
      [sooner, 'cant'],
      [later, 'going'],
    ] as const) {
      await client.call('PUT /api/events/:id/answer', { params: { id }, body: { answer } });
    }
    expect(await waiting()).toEqual([event.id]);
    const pending = await app.as(await make.pendingMember(group));
    expect((await pending.call('GET /api/user/events', { query })).body).toEqual([]);
  });

  it('lists a series once on request, by its first date that awaits an answer', async () => {
    const { group, event, member } = await asking();
    const { events: dates } = await make.series({
      group,
      dates: 4,
      startTime: clock.inHours(50),
    });
    const client = await app.as(member);
    const query = { asking: 'true', series: 'next' } as const;
    const waiting = async () =>
      (await readPages(client, 'GET /api/user/events', { query: { ...query, limit: 1 } })).flat();
    const [first, second, third, fourth] = dates.map(({ id }) => id);
    expect(await waiting()).toEqual([first, event.id]);
    const answer = async (id = 0) =>
      client.call('PUT /api/events/:id/answer', { params: { id }, body: { answer: 'cant' } });
    await answer(first);
    await answer(second);
    expect(await waiting()).toEqual([event.id, third]);
    await answer(third);
    expect(await waiting()).toEqual([event.id, fourth]);
    await answer(fourth);
    expect(await waiting()).toEqual([event.id]);
  });
});

describe('the link of an asking email', () => {
  async function linked(columns: Partial<Event> = {}) {
    const fixture = await asking(columns);
    await fixture.ask();
    const [url] = await linksTo(mailer, fixture.member.email);
    const token = tokenIn(url);
    const say = async (answer: 'going' | 'cant') => visitor.call(give, { body: { token, answer } });
    const seen = async () =>
      (await (await app.as(fixture.member)).call('GET /api/events/:id', { params: fixture.params }))
        .body;
    return { ...fixture, token, say, seen };
  }

  it('shows the event, and changes nothing by being opened', async () => {
    const { token, event, seen } = await linked();
    const { body } = await visitor.call(read, { body: { token } });
    expect(body).toMatchObject({ state: 'open', answer: null, event: { id: event.id } });
    expect(await seen()).toMatchObject({ answer: null, attendeeCount: 0 });
  });

  it('answers without a session, as often as the member changes their mind', async () => {
    const { say, seen } = await linked();
    for (const answer of ['cant', 'going', 'cant'] as const) {
      expect((await say(answer)).body).toMatchObject({ answer });
      expect(await seen()).toMatchObject({ answer, attendeeCount: answer === 'going' ? 1 : 0 });
    }
  });

  it('says that the event is full', async () => {
    const { token, event } = await linked({ capacity: 1 });
    await make.rsvp(event, await make.user());
    const body = { token, answer: 'going' };
    expect(await visitor.outcome(give, { body })).toBe('full');
  });

  it('accepts no answer once the event has begun', async () => {
    const { token } = await linked();
    clock.advanceHours(100);
    expect((await visitor.call(read, { body: { token } })).body.state).toBe('over');
    const body = { token, answer: 'cant' };
    expect(await visitor.outcome(give, { body })).toBe('conflict');
  });

  it('is refused in another member’s session, and once its member has left the group', async () => {
    const { token, group, member } = await linked();
    const other = await app.as(await make.member(group));
    expect(await other.outcome(read, { body: { token } })).toBe('forbidden');
    await leavingOf(app).leaveGroup(member, group);
    const body = { token, answer: 'cant' };
    expect(await visitor.outcome(give, { body })).toBe('not_a_member');
  });
});
