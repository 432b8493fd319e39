import { eq } from 'drizzle-orm';
import { eraseGuests } from '#features/events/attendance/mutations/erasure.ts';
import { expireOffers } from '#features/events/attendance/jobs/expire-offers.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { describe, expect, it } from 'vitest';
import type { Event } from '#tests/support/factories.ts';
import { guestTokenIn } from '#tests/support/guests.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { events } from '#features/events/events/tables.ts';

const { app, guests, mailer, subjectsTo } = await startMailing();
const { db, make, clock } = app;
const visitor = app.visitor();
const ada = { firstName: 'Ada', email: 'ada@example.org' };

const lastEmail = async () => (await guests.emailsTo(ada.email)).at(-1);

/** Asks to come and returns the token of the emailed link. */
async function tokenFor(event: Event, more: { guests?: number } = {}): Promise<string> {
  await guests.ask(event, { ...ada, ...more });
  return guestTokenIn((await lastEmail())?.text);
}

const countsOf = async ({ id }: Event) => {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return { attendees: row?.attendeeCount, places: row?.placesTaken };
};

const openEvent = (columns: Parameters<typeof make.event>[0] = {}) =>
  make.event({ openTo: 'anyone', ...columns });

describe('coming without an account', () => {
  it('begins with an email, and holds no place until its button is pressed', async () => {
    const event = await openEvent({ capacity: 10, guestsAllowed: 2 });
    const { status, body } = await guests.ask(event, { ...ada, guests: 1 });
    expect({ status, body }).toEqual({
      status: 202,
      body: {
        status: 'check_email',
        message:
          'Check your email: press the button in it to book your place. If you asked within the last hour, use the email you have.',
      },
    });
    const email = await lastEmail();
    expect(email?.subject).toBe(`Confirm that you’re coming: ${event.title}`);
    expect(email?.text).toContain('Hello,');
    expect(email?.text).not.toContain(event.location);
    expect(await guests.answer('read', guestTokenIn(email?.text))).toMatchObject({
      state: 'unconfirmed',
      guests: 1,
    });
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
  });

  it.each([
    ['\u200Bbess@example.org\u200B', 'bess@example.org'],
    ['cy@\u202Aexample.org\u202C', 'cy@example.org'],
    ['\u00A0dot@exam\u00ADple.org', 'dot@example.org'],
    ['flo\u200D@example.org\uFEFF', 'flo@example.org'],
    ['r&b@example.org', 'r&b@example.org'],
  ])('emails %j at %s', async (email, address) => {
    await guests.ask(await openEvent(), { ...ada, email });
    expect(await guests.emailsTo(address)).toHaveLength(1);
  });

  it('takes the place with the button, which shows the venue, until it is cancelled by the link', async () => {
    const event = await openEvent({ capacity: 10, guestsAllowed: 2 });
    const token = await tokenFor(event, { guests: 1 });
    expect((await guests.answer('read', token)).event.location).toBeUndefined();
    const rsvp = await guests.answer('confirm', token);
    expect(rsvp).toMatchObject({ state: 'going', guests: 1, event: { location: event.location } });
    expect(await guests.answer('confirm', token)).toEqual(rsvp);
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 2 });
    const confirmation = await lastEmail();
    expect(confirmation?.subject).toBe(`You’re going: ${event.title}`);
    expect(confirmation?.calendar).toBeDefined();
    const link = guestTokenIn(confirmation?.text);
    expect(await guests.answer('read', link)).toMatchObject({ state: 'going' });
    expect(await guests.answer('cancel', link)).toMatchObject({ state: 'cancelled' });
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
  });

  it('sends one email an hour for an event, also after cancelling', async () => {
    const event = await openEvent();
    const link = `Confirm that you’re coming: ${event.title}`;
    const token = await tokenFor(event);
    clock.advanceHours(0.9);
    await guests.ask(event, ada);
    expect(await subjectsTo(ada)).toEqual([[link]]);
    await guests.answer('cancel', token);
    await guests.ask(event, ada);
    expect(await subjectsTo(ada)).toEqual([[link]]);
    clock.advanceHours(0.2);
    await guests.ask(event, ada);
    expect(await subjectsTo(ada)).toEqual([[link, link]]);
  });

  it('sends a lost email again, three times a day, and always gives the same answer', async () => {
    const event = await openEvent();
    const { body: first } = await guests.ask(event, ada);
    for (let hours = 0; hours < 23; hours += 1) {
      await lastEmail();
      clock.advanceHours(1);
      expect((await guests.ask(event, ada)).body).toEqual(first);
    }
    await lastEmail();
    expect(mailer.sent).toHaveLength(3);
    expect(await guests.answer('confirm', guestTokenIn(mailer.sent.at(-1)?.text))).toMatchObject({
      state: 'going',
    });
  });

  it('refuses a name that reads like the site or its staff', async () => {
    const refused = await visitor.refusal('POST /api/events/:id/guest-rsvps', {
      params: { id: (await openEvent()).id },
      body: { ...ada, firstName: 'Villagehall Admin' },
    });
    expect(refused).toMatchObject({
      status: 400,
      fields: { firstName: expect.stringContaining('Please use your own name') },
    });
  });
});

describe('a guest who has cancelled', () => {
  it('can still come by the old link for a day, where there is room', async () => {
    const event = await openEvent({ capacity: 10, guestsAllowed: 2 });
    const { token, email } = await make.guestRsvp(event, { guests: 1 });
    const cancelled = await guests.answer('cancel', token);
    expect(cancelled).toMatchObject({
      state: 'cancelled',
      returnUntil: clock.inHours(24).toISOString(),
    });
    expect(cancelled.event.location).toBeUndefined();
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
    clock.advanceHours(23);
    const back = await guests.answer('confirm', token);
    expect(back).toMatchObject({ state: 'going', guests: 1 });
    expect(back).not.toHaveProperty('returnUntil');
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 2 });
    expect((await guests.emailsTo(email)).at(-1)?.subject).toBe(`You’re going: ${event.title}`);
    clock.advanceHours(2);
    expect(await guests.answer('read', token)).toMatchObject({ state: 'going' });
  });

  it('waits if the place has gone, and is too late after a day', async () => {
    const { event } = await fullHall();
    const waits = await make.guestRsvp(event, { status: 'waiting' });
    const before = await make.guestRsvp(event, { status: 'waiting' });
    await guests.answer('cancel', waits.token);
    expect(await guests.answer('read', before.token)).toMatchObject({ position: 1 });
    expect(await guests.answer('confirm', waits.token)).toMatchObject({
      state: 'waiting',
      position: 2,
    });
    await guests.answer('cancel', waits.token);
    clock.advanceHours(24);
    expect(await guests.refusal('confirm', waits.token)).toMatchObject({ status: 404 });
  });

  it('gets an email that removes the event from their calendar, unless they are back by then', async () => {
    const event = await openEvent();
    const token = await tokenFor(event);
    await guests.answer('confirm', token);
    await lastEmail();
    await guests.answer('cancel', token);
    clock.advanceHours(0.1);
    const gone = await lastEmail();
    expect(gone).toMatchObject({ subject: `You’re no longer going: ${event.title}` });
    expect(gone?.calendar).toMatchObject({ method: 'CANCEL' });
    const link = guestTokenIn(gone?.text);
    expect(await guests.answer('confirm', link)).toMatchObject({ state: 'going' });
    clock.advanceHours(0.1);
    expect((await lastEmail())?.subject).toBe(`You’re going: ${event.title}`);
    mailer.sent.length = 0;
    await guests.answer('cancel', link);
    await guests.answer('confirm', link);
    clock.advanceHours(1);
    expect(await subjectsTo(ada)).toEqual([[`You’re going: ${event.title}`]]);
  });

  it('is never greeted by a name that a stranger typed afterwards', async () => {
    const event = await openEvent();
    const { token, email } = await make.guestRsvp(event);
    await guests.answer('cancel', token);
    clock.advanceHours(1.1);
    await guests.ask(event, { email: email ?? '', firstName: 'Mallory' });
    const asked = (await guests.emailsTo(email)).at(-1);
    expect(asked?.subject).toBe(`Confirm that you’re coming: ${event.title}`);
    expect(asked?.text).toContain('Hello,');
    expect(await guests.answer('read', token)).toMatchObject({ state: 'unconfirmed' });
  });
});

/** A full event, whose one member can leave. */
async function fullHall(columns: Parameters<typeof make.event>[0] = {}) {
  const given = { openTo: 'anyone', capacity: 2, guestsAllowed: 3, ...columns } as const;
  const hall = await createEventWithPlaces(app, given);
  const member = await hall.member();
  await make.rsvp(hall.event, member, undefined, 1);
  const taken = async () => (await hall.places()).placesTaken;
  return { ...hall, taken, leave: () => hall.cancel(member) };
}

describe('an offer to a guest', () => {
  it('leaves the list when it lapses, with an email whose button works again', async () => {
    const { event, leave, move, taken } = await fullHall();
    const { token, email } = await make.guestRsvp(event, { status: 'waiting' });
    await leave();
    const offered = await guests.answer('read', token);
    expect(offered).toMatchObject({ state: 'offered', offerExpiresAt: expect.any(String) });
    clock.advanceHours(48);
    await expireOffers(db, clock.read());
    expect(await guests.answer('read', token)).toMatchObject({ state: 'unconfirmed' });
    expect(await taken()).toBe(0);
    const sent = (await guests.emailsTo(email)).at(-1)?.text;
    expect(sent).toContain('open the page behind the button');
    await move(24 * 19);
    clock.advanceHours(8 * 24);
    const last = guestTokenIn(sent);
    expect(await guests.answer('confirm', last)).toMatchObject({ state: 'going' });
    expect(await taken()).toBe(1);
  });

  it('goes to the next when it is declined, and is erased with the guest a day later', async () => {
    const { event, leave } = await fullHall({ capacity: 2 });
    const first = await make.guestRsvp(event, { status: 'waiting', guests: 1 });
    const second = await make.guestRsvp(event, { status: 'waiting' });
    await leave();
    expect(await guests.answer('pass-on', first.token)).toMatchObject({ state: 'cancelled' });
    expect(await guests.answer('read', second.token)).toMatchObject({ state: 'offered' });
    expect(await guests.refusal('pass-on', first.token)).toMatchObject({ status: 409 });
    expect(await guests.refusal('accept', first.token)).toMatchObject({ status: 409 });
    clock.advanceHours(24);
    await eraseGuests(db, clock.read());
    expect(await db.$count(rsvps, eq(rsvps.id, first.id))).toBe(0);
  });
});

describe('the last two hours', () => {
  it('give places to the first who press, guests too, who get an email', async () => {
    const { event, leave } = await fullHall({ startTime: clock.inHours(24) });
    const waits = await make.guestRsvp(event, { status: 'waiting' });
    clock.advanceHours(22.5);
    await expireOffers(db, clock.read());
    const [told] = await guests.emailsTo(waits.email);
    const token = guestTokenIn(told?.text);
    expect(await guests.answer('confirm', token)).toMatchObject({ state: 'waiting', position: 1 });
    await leave();
    expect(await guests.answer('read', token)).toMatchObject({ state: 'waiting' });
    expect(await guests.answer('confirm', token)).toMatchObject({ state: 'going' });
  });
});

describe('the guests of a guest', () => {
  it('take places, and give them to the list', async () => {
    const { event, leave, taken } = await fullHall({ capacity: 4 });
    const { token } = await make.guestRsvp(event);
    expect(await guests.answer('change', token, { guests: 1 })).toMatchObject({ guests: 1 });
    expect(await taken()).toBe(4);
    expect(await guests.refusal('change', token, { guests: 2 })).toMatchObject({
      status: 409,
      code: 'full',
      message: 'This event is full',
    });
    expect(await guests.refusal('change', token, { guests: 4 })).toMatchObject({
      status: 400,
      fields: { guests: 'You can bring 3 guests at most' },
    });
    const waits = await make.guestRsvp(event, { status: 'waiting' });
    await guests.answer('change', token, { guests: 0 });
    expect(await guests.answer('read', waits.token)).toMatchObject({ state: 'offered' });
    expect(await taken()).toBe(4);
    await make.guestRsvp(event, { status: 'waiting', guests: 3 });
    await leave();
    expect(await guests.refusal('change', token, { guests: 1 })).toMatchObject({
      code: 'full',
      message: 'Others are waiting for a place and come first',
    });
  });

  it('are changed while waiting without leaving the position', async () => {
    const { event } = await fullHall();
    const { token } = await make.guestRsvp(event, { status: 'waiting' });
    await make.guestRsvp(event, { status: 'waiting' });
    expect(await guests.answer('change', token, { guests: 3 })).toMatchObject({
      state: 'waiting',
      guests: 3,
      position: 1,
    });
  });

  it('are chosen again with the button', async () => {
    const { event, taken } = await fullHall({ capacity: null });
    const { token } = await make.guestRsvp(event, { status: 'unconfirmed', guests: 1 });
    expect(await guests.answer('confirm', token, { guests: 2 })).toMatchObject({ guests: 2 });
    expect(await taken()).toBe(5);
  });
});

describe('a full event without a waiting list', () => {
  it('accepts the request, and the email explains the state', async () => {
    const { event, leave } = await fullHall({ waitlistEnabled: false });
    await guests.ask(event, { email: 'ada@example.org' });
    const [email] = await guests.emailsTo('ada@example.org');
    expect(email?.subject).toBe(`It’s full: ${event.title}`);
    const token = guestTokenIn(email?.text);
    expect(await guests.refusal('confirm', token)).toMatchObject({ status: 409, code: 'full' });
    await leave();
    expect(await guests.answer('confirm', token)).toMatchObject({ state: 'going' });
  });
});

describe('once RSVPs have closed', () => {
  it('nobody requests, confirms, leaves the list for a place, or brings more', async () => {
    const { event, leave } = await fullHall({ rsvpClosesAt: clock.inHours(24) });
    const unconfirmed = await make.guestRsvp(event, {
      status: 'unconfirmed',
      expiresAt: clock.inHours(48),
    });
    const waits = await make.guestRsvp(event, { status: 'waiting' });
    await leave();
    const going = await make.guestRsvp(event);
    const noOffer = { status: 'waiting', offerExpiresAt: null } as const;
    await db.update(rsvps).set(noOffer).where(eq(rsvps.id, waits.id));
    clock.advanceHours(25);
    const closed = { status: 409, message: 'RSVPs for this event have closed' };
    const params = { id: event.id };
    const body = { firstName: 'Ada', email: 'late@example.org' };
    const asked = await app.visitor().refusal('POST /api/events/:id/guest-rsvps', { params, body });
    expect(asked).toMatchObject(closed);
    expect(await guests.refusal('confirm', unconfirmed.token)).toMatchObject(closed);
    expect(await guests.refusal('confirm', waits.token)).toMatchObject(closed);
    expect(await guests.refusal('change', going.token, { guests: 1 })).toMatchObject(closed);
    expect(await guests.answer('cancel', going.token)).toMatchObject({ state: 'cancelled' });
  });
});

describe('an event that becomes for members only', () => {
  it('keeps its guests, and accepts no new ones', async () => {
    const { event, change } = await fullHall({ capacity: null });
    const going = await make.guestRsvp(event);
    const unconfirmed = await make.guestRsvp(event, { status: 'unconfirmed' });
    await change({ openTo: 'members' });
    expect(await guests.answer('change', going.token, { guests: 1 })).toMatchObject({ guests: 1 });
    expect(await guests.refusal('confirm', unconfirmed.token)).toMatchObject({
      status: 409,
      message: 'This event is for members of the group',
    });
  });
});

describe('a cancelled event', () => {
  it('is shown as over by the link, which only allows cancelling', async () => {
    const { event, params, group } = await fullHall({ capacity: null });
    const going = await make.guestRsvp(event);
    await (await app.as(group.owner)).call('DELETE /api/events/:id', { params });
    const { state, event: shown } = await guests.answer('read', going.token);
    expect({ state, location: shown.location }).toEqual({ state: 'over', location: undefined });
    expect(await guests.refusal('change', going.token, { guests: 1 })).toMatchObject({
      status: 409,
    });
    expect(await guests.answer('cancel', going.token)).toMatchObject({ state: 'over' });
    const [row] = await db.select().from(rsvps).where(eq(rsvps.id, going.id));
    expect(row?.email).toBeNull();
  });
});
