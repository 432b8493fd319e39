import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { minute, second } from '#contract/platform/durations.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import type { User } from '#tests/support/factories.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { linksTo, tokenIn, withOtherCharacter } from '#tests/support/links.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';
import { events } from '#features/events/events/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { rsvps } from './tables.ts';

const { app, mailer } = await startMailing();
const { db, make, clock } = app;
const { ban, leaveGroup, leaveSite } = leavingOf(app);
const { signer } = mailer.deps;
const visitor = app.visitor();

const calls = ['POST /api/offers', 'POST /api/offers/accept', 'POST /api/offers/pass-on'] as const;
const [read, accept, passOn] = calls;

/** Creates a full event with one place offered for three hours, and another person waiting. */
async function offered({ guests = 0 } = {}) {
  const hall = await createEventWithPlaces(app, { capacity: 2 + guests });
  await make.rsvp(hall.event, await hall.member());
  const [person, next] = [await hall.member(), await hall.member()];
  await make.waiting(hall.event, person, { guests, offerExpiresAt: clock.inHours(3) });
  await make.waiting(hall.event, next);
  const payload = { eventId: hall.event.id };
  await transaction(db, (tx) => enqueue(tx, 'place_offered', person.id, payload, clock.read()));
  const [url] = await linksTo(mailer, person.email);
  return { ...hall, person, next, token: tokenIn(url) };
}
type Fixture = Awaited<ReturnType<typeof offered>>;

/** Returns the status of both people, and the number of places taken. */
async function attendance({ event, person, next }: Fixture) {
  const found = await db.select().from(rsvps).where(eq(rsvps.eventId, event.id));
  const statusOf = ({ id }: User) => found.find(({ userId }) => userId === id)?.status ?? null;
  const [row] = await db.select().from(events).where(eq(events.id, event.id));
  return { person: statusOf(person), next: statusOf(next), taken: row?.placesTaken };
}

const untouched = { person: 'offered', next: 'waiting', taken: 2 };
const accepted = { person: 'going', next: 'waiting', taken: 2 };
const declined = { person: null, next: 'offered', taken: 2 };

describe("an offer's link", () => {
  it('describes the offer, and opening it repeatedly changes nothing', async () => {
    const fixture = await offered({ guests: 1 });
    const { body } = await visitor.call(read, { body: { token: fixture.token } });
    expect(body).toMatchObject({
      state: 'open',
      offerExpiresAt: clock.inHours(3).toISOString(),
      guests: 1,
      event: { id: fixture.event.id, title: fixture.event.title, location: fixture.event.location },
    });
    for (let times = 0; times < 3; times += 1) {
      await app.visitor().call(read, { body: { token: fixture.token } });
    }
    expect(await attendance(fixture)).toEqual({ ...untouched, taken: 3 });
  });

  it('accepts the places of all guests, without a session, once however often it is pressed', async () => {
    const fixture = await offered({ guests: 2 });
    for (let times = 0; times < 3; times += 1) {
      const { body } = await visitor.call(accept, { body: { token: fixture.token } });
      expect(body).toMatchObject({ state: 'taken', offerExpiresAt: null, guests: 2 });
    }
    expect(await attendance(fixture)).toEqual({ ...accepted, taken: 4 });
  });

  it('declines it once for the next person, and can’t accept then', async () => {
    const fixture = await offered();
    const body = { token: fixture.token };
    for (let times = 0; times < 2; times += 1) {
      const answer = await visitor.call(passOn, { body });
      expect(answer.body).toMatchObject({ state: 'over', offerExpiresAt: null });
    }
    expect(await visitor.outcome(accept, { body })).toBe('conflict');
    expect(await attendance(fixture)).toEqual(declined);
  });

  it('does not give up an accepted place', async () => {
    const fixture = await offered();
    const body = { token: fixture.token };
    await visitor.call(accept, { body });
    const refusal = await visitor.refusal(passOn, { body });
    expect(refusal).toMatchObject({ status: 409, code: 'conflict' });
    expect(refusal.message).toContain('You have taken this place');
    expect(await attendance(fixture)).toEqual(accepted);
  });

  it('with both buttons pressed at once does one of them', async () => {
    const fixture = await offered();
    const body = { token: fixture.token };
    await Promise.all([
      visitor.outcome(accept, { body }),
      visitor.outcome(passOn, { body }),
      visitor.outcome(accept, { body }),
    ]);
    expect([accepted, declined]).toContainEqual(await attendance(fixture));
  });
});

describe('over time', () => {
  it('the place can be accepted until the last second', async () => {
    const fixture = await offered();
    clock.advanceHours((3 * 60 * minute - second) / (60 * minute));
    const { body } = await visitor.call(accept, { body: { token: fixture.token } });
    expect(body.state).toBe('taken');
  });

  it('the place goes to the next person in the second the offer lapses', async () => {
    const fixture = await offered();
    clock.advanceHours(3);
    const body = { token: fixture.token };
    expect((await visitor.call(read, { body })).body.state).toBe('over');
    const refusal = await visitor.refusal(accept, { body });
    expect(refusal).toMatchObject({ status: 409, code: 'conflict' });
    expect(refusal.message).toContain('no longer kept for you');
    expect(await attendance(fixture)).toEqual(declined);
  });

  it("an earlier offer's link has no effect on a later one", async () => {
    const fixture = await offered();
    const { person, next, event } = fixture;
    for (const leaving of [person, next]) await fixture.passOn(leaving);
    await make.waiting(event, person, { offerExpiresAt: clock.inHours(5) });
    const body = { token: fixture.token };
    expect((await visitor.call(read, { body })).body.state).toBe('over');
    expect(await visitor.outcome(accept, { body })).toBe('conflict');
    await visitor.call(passOn, { body });
    const offerExpiresAt = clock.inHours(5).toISOString();
    expect(await fixture.own(person)).toMatchObject([{ status: 'offered', offerExpiresAt }]);
  });
});

describe("the link's owner", () => {
  it('can use it signed in, too', async () => {
    const fixture = await offered();
    const client = await app.as(fixture.person);
    const { body } = await client.call(accept, { body: { token: fixture.token } });
    expect(body.state).toBe('taken');
  });

  it.each(calls)("%s is refused in another person's session", async (call) => {
    const fixture = await offered();
    for (const other of [fixture.next, await make.user(), await make.admin()]) {
      const client = await app.as(other);
      const refusal = await client.refusal(call, { body: { token: fixture.token } });
      expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await attendance(fixture)).toEqual(untouched);
  });
});

describe('after a change', () => {
  const changes: [string, (fixture: Fixture) => Promise<unknown>, (string | number)[]][] = [
    ['a ban', ({ person }) => ban(person), ['suspended', 'suspended', 'suspended']],
    [
      'the deletion of the account',
      ({ person }) => leaveSite(person),
      ['not_found', 'not_found', 'not_found'],
    ],
    [
      'leaving the group',
      ({ person, group }) => leaveGroup(person, group),
      [200, 'not_a_member', 200],
    ],
    [
      'leaving a group that is hidden by then',
      async ({ person, group }) => {
        await leaveGroup(person, group);
        await db.update(groups).set({ status: 'rejected' }).where(eq(groups.id, group.id));
      },
      ['not_found', 'not_found', 'not_found'],
    ],
    [
      'the event is called off',
      async ({ event, group }) =>
        (await app.as(group.owner)).call('DELETE /api/events/:id', { params: { id: event.id } }),
      [200, 'conflict', 200],
    ],
    [
      'an admin has deleted the event',
      async ({ event }) =>
        (await app.as(await make.admin())).call('DELETE /api/admin/events/:id', {
          params: { id: event.id },
        }),
      ['not_found', 'not_found', 'not_found'],
    ],
    ['the event has moved to within two hours', ({ move }) => move(1.5), [200, 'conflict', 200]],
    [
      'RSVPs have closed',
      async ({ event }) =>
        db.update(events).set({ rsvpClosesAt: clock.read() }).where(eq(events.id, event.id)),
      [200, 'conflict', 200],
    ],
  ];

  it.each(changes)('%s: the link changes nothing, and explains it', async (_, change, outcomes) => {
    const fixture = await offered();
    await change(fixture);
    const messages = [];
    for (const call of calls)
      messages.push(await visitor.outcome(call, { body: { token: fixture.token } }));
    expect(messages).toEqual(outcomes);
    expect((await attendance(fixture)).person).not.toBe('going');
  });

  it('an event that moves far away leaves the offer unchanged', async () => {
    const fixture = await offered();
    await fixture.move(500);
    const { body } = await visitor.call(accept, { body: { token: fixture.token } });
    expect(body.state).toBe('taken');
  });
});

describe('a token', () => {
  const wrong: [string, (token: string) => string][] = [
    ['with another signature', withOtherCharacter],
    ['without its signature', (token) => token.split('.')[0] ?? ''],
    [
      'for another entry under the same signature',
      (token) => {
        const [value = '', signature] = token.split('.');
        const [event, place, user] = Buffer.from(value, 'base64url').toString().split(' ');
        const other = Buffer.from(`${event} ${Number(place) + 1} ${user}`).toString('base64url');
        return `${other}.${signature}`;
      },
    ],
    ['signed here for something else', () => signer.sign('mail subscription', '1 1 somebody')],
    ['signed here of another form', () => signer.sign('offered place', '1 one somebody')],
    ['that is too long', (token) => token.repeat(10)],
  ];

  it.each(wrong)('%s is refused, and nothing happens', async (_, spoil) => {
    const fixture = await offered();
    const body = { token: spoil(fixture.token) };
    for (const call of calls) {
      expect(await visitor.refusal(call, { body })).toMatchObject({
        status: 400,
        fields: { token: expect.any(String) },
      });
    }
    expect(await attendance(fixture)).toEqual(untouched);
  });
});
