import { and, eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { users } from '#features/base/accounts/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { events } from '#features/events/events/tables.ts';
import { withdrawFormerMembers } from '#features/operations/maintenance/jobs/former-members.ts';
import { readConfig } from '#platform/config.ts';
import { password, type Event, type User } from '#tests/support/factories.ts';
import { guestTokenIn } from '#tests/support/guests.ts';
import { leavingOf } from '#tests/support/leaving.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { plantToken } from '#tests/support/tokens.ts';

const { app, guests } = await startMailing();
const { db, make, clock } = app;
const leaving = leavingOf(app);
const own = 'GET /api/user/event-rsvps';

const openEvent = (columns: Parameters<typeof make.event>[0] = {}) =>
  make.event({ openTo: 'anyone', guestsAllowed: 3, ...columns });

const countsOf = async ({ id }: Pick<Event, 'id'>) => {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return { attendees: row?.attendeeCount, places: row?.placesTaken };
};

const guestsLeft = ({ id }: Pick<Event, 'id'>) =>
  db
    .select({ status: rsvps.status, email: rsvps.email })
    .from(rsvps)
    .where(and(eq(rsvps.eventId, id), eq(rsvps.kind, 'guest')));

const rsvpOf = async (event: Pick<Event, 'id'>, { id }: Pick<User, 'id'>) => {
  const rows = await db.select().from(rsvps).where(eq(rsvps.eventId, event.id));
  return rows.find(({ userId }) => userId === id);
};

describe('an RSVP made without an account', () => {
  it('becomes a member’s own at the next read, once, however many reads there are at a time', async () => {
    const event = await openEvent();
    const person = await make.user();
    await make.guestRsvp(event, { email: person.email, guests: 2, calendarRevision: 1 });
    const client = await app.as(person);
    const params = { id: event.id };
    const looks = await Promise.all([
      ...Array.from({ length: 5 }, () => client.outcome('GET /api/events/:id', { params })),
      ...Array.from({ length: 5 }, () => client.outcome(own)),
    ]);
    expect(new Set(looks)).toEqual(new Set([200]));
    expect(await rsvpOf(event, person)).toMatchObject({
      companions: 2,
      asGuest: true,
      calendarRevision: 1,
    });
    expect(await guestsLeft(event)).toEqual([]);
    const { body } = await client.call('GET /api/events/:id', { params });
    const seen = { rsvped: true, rsvpState: 'open', attendeeCount: 1, placesTaken: 3 };
    expect(body).toMatchObject(seen);
    expect((await client.call(own)).body).toEqual([event.id]);
    await client.call('DELETE /api/events/:id/rsvps', { params });
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
  });

  it('stays the guest’s for a script that reads with a token', async () => {
    const event = await openEvent();
    const person = await make.user();
    await make.guestRsvp(event, { email: person.email });
    const script = app.visitor().withBearer((await plantToken(app, person)).token);
    const { body } = await script.call('GET /api/events/:id', { params: { id: event.id } });
    expect(body).toMatchObject({ rsvped: false, attendeeCount: 1 });
  });

  it('becomes theirs at any read of an event that only members may RSVP to since', async () => {
    const person = await make.user();
    const client = await app.as(person);
    const [shown, asked] = [await openEvent(), await openEvent()];
    for (const event of [shown, asked]) {
      await make.guestRsvp(event, { email: person.email });
      await db.update(events).set({ openTo: 'members' }).where(eq(events.id, event.id));
    }
    const page = await client.call('GET /api/events/:id', { params: { id: shown.id } });
    const status = await client.call('GET /api/events/:eventId/rsvp/status', {
      params: { eventId: asked.id },
    });
    for (const { body } of [page, status]) expect(body).toMatchObject({ rsvped: true });
    for (const event of [shown, asked]) expect(await guestsLeft(event)).toEqual([]);
  });

  it('frees its place if the member has an RSVP already', async () => {
    const group = await make.group();
    const event = await openEvent({ group, capacity: 3 });
    const person = await make.member(group);
    await make.rsvp(event, person);
    await make.guestRsvp(event, { email: person.email, guests: 1 });
    const next = await make.guestRsvp(event, { status: 'waiting' });
    await (await app.as(person)).call(own);
    expect(await rsvpOf(event, person)).toMatchObject({ companions: 0, asGuest: false });
    expect(await guests.answer('read', next.token)).toMatchObject({ state: 'offered' });
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 2 });
  });

  it.each([
    ['the account’s address', { emailVerifiedAt: null }, 'going'],
    ['it', {}, 'unconfirmed'],
  ] as const)('stays a guest’s while %s is unconfirmed', async (_, columns, status) => {
    const event = await openEvent();
    const person = await make.user(columns);
    await make.guestRsvp(event, { email: person.email, status });
    expect((await (await app.as(person)).call(own)).body).toEqual([]);
    expect(await guestsLeft(event)).toMatchObject([{ status }]);
  });

  it('keeps its place on the waiting list, and an offer', async () => {
    const event = await openEvent({ capacity: 1 });
    const [person, other] = [await make.user(), await make.user()];
    const offerExpiresAt = clock.inHours(20);
    await make.guestRsvp(event, { email: other.email, status: 'waiting', offerExpiresAt });
    const { turn } = await make.guestRsvp(event, { email: person.email, status: 'waiting' });
    const behind = await make.guestRsvp(event, { status: 'waiting' });
    for (const each of [person, other]) await (await app.as(each)).call(own);
    const rows = await db.select().from(rsvps).where(eq(rsvps.eventId, event.id));
    expect(rows.find(({ userId }) => userId === person.id)).toMatchObject({ turn, asGuest: true });
    expect(rows.find(({ userId }) => userId === other.id)).toMatchObject({ offerExpiresAt });
    expect(await guests.answer('read', behind.token)).toMatchObject({ position: 3 });
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 1 });
  });

  it('needs no membership of the group afterwards', async () => {
    const event = await openEvent();
    const person = await make.user();
    await make.guestRsvp(event, { email: person.email });
    const client = await app.as(person);
    await client.call(own);
    const { log } = app.fastify;
    const deps = { db, config: readConfig({}), clock: clock.read, log };
    await withdrawFormerMembers(deps);
    expect(await rsvpOf(event, person)).toBeDefined();
    const params = { id: event.id };
    await client.call('POST /api/events/:id/rsvps', { params, body: { guests: 1 } });
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 2 });
  });
});

describe('a place that is offered to a member who began as a guest', () => {
  it('becomes theirs without a membership once they accept it', async () => {
    const event = await openEvent({ capacity: 1 });
    const person = await make.user();
    const offerExpiresAt = clock.inHours(2);
    await make.guestRsvp(event, { email: person.email, status: 'waiting', offerExpiresAt });
    const client = await app.as(person);
    await client.call(own);
    await client.call('POST /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await rsvpOf(event, person)).toMatchObject({ status: 'going', asGuest: true });
  });
});

describe('a new account', () => {
  const register = (email: string, guestToken: string) =>
    app.visitor().call('POST /api/register', {
      body: {
        firstName: 'Ada',
        email,
        password,
        confirmPassword: password,
        guestToken,
      },
    });

  it('has the link’s name and a confirmed address if it begins with the link', async () => {
    const { email, name, token } = await make.guestRsvp(await openEvent());
    const begun = await app.visitor().call('POST /api/guest-rsvps/account', { body: { token } });
    expect(begun.body).toEqual({ email, firstName: name });
    expect((await register(email ?? '', token)).body.user.emailVerified).toBe(true);
  });

  it('has an unconfirmed address if the link was for another one', async () => {
    const event = await openEvent();
    const { token } = await make.guestRsvp(event);
    const { body } = await register('somebody-else@example.org', token);
    expect(body.user.emailVerified).toBe(false);
  });

  it('has an unconfirmed address if the link’s button was never pressed, or the link has ended', async () => {
    const event = await openEvent();
    const unconfirmed = await make.guestRsvp(event, { status: 'unconfirmed' });
    const past = await make.guestRsvp(await make.pastEvent({ openTo: 'anyone' }));
    for (const { email, token } of [unconfirmed, past]) {
      const { body } = await register(email ?? '', token);
      expect(body.user.emailVerified).toBe(false);
    }
  });
});

describe('the owner of an address', () => {
  /** A member who comes to two events as a guest, one of them past, and waits for a third. */
  async function memberAsGuest(columns: Parameters<typeof make.user>[0] = {}) {
    const person = await make.user(columns);
    const { email } = person;
    const coming = await openEvent({ capacity: 2 });
    const past = await make.pastEvent({ openTo: 'anyone' });
    const full = await openEvent({ capacity: 1 });
    await make.guestRsvp(coming, { email, guests: 1 });
    await make.guestRsvp(past, { email });
    await make.guestRsvp(full, { email, status: 'waiting' });
    const next = await make.guestRsvp(coming, { status: 'waiting' });
    return { person, coming, past, full, next };
  }

  it.each(['ban', 'purge'] as const)(
    'loses the RSVPs by a %s, and others get the places',
    async (how) => {
      const { person, coming, past, full, next } = await memberAsGuest();
      await leaving[how](person);
      expect(await guestsLeft(full)).toMatchObject([{ status: 'cancelled', email: null }]);
      expect(await guests.answer('read', next.token)).toMatchObject({ state: 'offered' });
      expect(await countsOf(coming)).toEqual({ attendees: 0, places: 1 });
      expect(await countsOf(past)).toEqual({ attendees: 1, places: 1 });
    },
  );

  it('leaves no row on leaving the site', async () => {
    const { person, coming, past, full } = await memberAsGuest();
    await leaving.leaveSite(person);
    for (const event of [coming, past, full]) {
      const left = await guestsLeft(event);
      expect(left.filter(({ email }) => email === person.email)).toEqual([]);
    }
    expect(await countsOf(coming)).toEqual({ attendees: 0, places: 1 });
  });

  it.each(['ban', 'deleteAccount'] as const)(
    'keeps RSVPs of an address that they have not confirmed, after %s',
    async (how) => {
      const { person, coming } = await memberAsGuest({ emailVerifiedAt: null });
      await leaving[how](person);
      expect(await countsOf(coming)).toEqual({ attendees: 1, places: 2 });
    },
  );

  it('finds them in the download of their data, and nobody else does', async () => {
    const { person, coming } = await memberAsGuest();
    const other = await make.user();
    const unconfirmed = await make.user({ emailVerifiedAt: null });
    await make.guestRsvp(coming, { email: unconfirmed.email, status: 'unconfirmed' });
    const rowsFor = async (who: User) => {
      const response = await (await app.as(who)).send('GET /api/auth/user/export');
      const files = unzipSync(response.rawPayload);
      const name = Object.keys(files).find((file) => file.includes('guest-rsvps'));
      return name === undefined ? [] : (JSON.parse(strFromU8(files[name]!)) as object[]);
    };
    // The download is no look: the RSVPs are still a guest's.
    const rows = await rowsFor(person);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ firstName: expect.any(String), guests: 1, status: 'going' });
    expect(JSON.stringify(rows)).not.toMatch(/emailHash|email_hash/);
    for (const stranger of [other, unconfirmed]) expect(await rowsFor(stranger)).toEqual([]);
  });

  it('gets no link once the account is suspended', async () => {
    const event = await openEvent();
    const banned = await make.banned();
    await guests.ask(event, { email: banned.email });
    expect(await guests.emailsTo(banned.email)).toEqual([]);
    await db.update(users).set({ isActive: true }).where(eq(users.id, banned.id));
    clock.advanceHours(25);
    await guests.ask(event, { email: banned.email });
    const [email] = await guests.emailsTo(banned.email);
    expect(await guests.answer('confirm', guestTokenIn(email?.text))).toMatchObject({
      state: 'going',
    });
  });
});
