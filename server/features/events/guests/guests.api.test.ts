import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Event } from '#tests/support/factories.ts';
import { guestTokenIn } from '#tests/support/guests.ts';
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

  it('gets one email an hour for an event, also after cancelling', async () => {
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

  it('gets the email again that was lost, three times a day, and always the same answer', async () => {
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

  it('waits where it is full, and takes an offered place once', async () => {
    const group = await make.group();
    const event = await openEvent({ group, capacity: 1 });
    const first = await make.member(group);
    await make.rsvp(event, first);
    const token = await tokenFor(event);
    expect(await guests.answer('confirm', token)).toMatchObject({ state: 'waiting', position: 1 });
    const goes = await app.as(first);
    await goes.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect((await lastEmail())?.text).toContain('We’re keeping a place for you');
    expect(await guests.answer('accept', token)).toMatchObject({ state: 'going' });
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 1 });
    expect(await guests.refusal('accept', token)).toMatchObject({ status: 409 });
  });

  it('takes no name that reads like the site or its staff', async () => {
    const refused = await visitor.refusal('POST /api/events/:id/guest-rsvps', {
      params: { id: (await openEvent()).id },
      body: { ...ada, firstName: 'Villagehall Admin' },
    });
    expect(refused).toMatchObject({
      status: 400,
      fields: { firstName: expect.stringContaining('Please use your own name') },
    });
  });

  it('confirms the address of a new account that begins with the link', async () => {
    const event = await openEvent();
    const token = await tokenFor(event);
    await guests.answer('confirm', token);
    const account = await visitor.call('POST /api/guest-rsvps/account', { body: { token } });
    expect(account.body).toEqual(ada);
    const { body } = await visitor.call('POST /api/register', {
      body: {
        ...ada,
        password: 'Village-hall1',
        confirmPassword: 'Village-hall1',
        guestToken: token,
      },
    });
    expect(body.user.emailVerified).toBe(true);
  });
});
