import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Event } from '#tests/support/factories.ts';
import { plantToken } from '#tests/support/tokens.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { events } from '#features/events/events/tables.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { mails, outbox } from '#platform/mail/tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createCapturingMailer(app);
const visitor = app.visitor();

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
  await db.delete(rsvps);
  mailer.sent.length = 0;
  ada.email = `ada-${(people += 1)}@example.org`;
});

let people = 0;
const ada = { firstName: 'Ada', email: '' };
const ask = (event: Event, body: { firstName: string; email: string; guests?: number } = ada) =>
  visitor.call('POST /api/events/:id/guest-rsvps', { params: { id: event.id }, body });

/** Delivers what is due and returns the last email to an address. */
async function lastEmail(email: string = ada.email) {
  await mailer.deliver();
  return mailer.sent.findLast(({ to }) => to === email);
}

const tokenIn = (text: string | undefined) => /\/coming\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';

/** Asks to come and returns the token of the emailed link. */
async function tokenFor(event: Event, body?: Parameters<typeof ask>[1]): Promise<string> {
  await ask(event, body);
  return tokenIn((await lastEmail(body?.email))?.text);
}

const read = async (token: string) =>
  (await visitor.call('POST /api/guest-rsvps/read', { body: { token } })).body;
const confirm = async (token: string, guests?: number) =>
  (
    await visitor.call('POST /api/guest-rsvps/confirm', {
      body: { token, ...(guests !== undefined && { guests }) },
    })
  ).body;

const countsOf = async ({ id }: Event) => {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return { attendees: row?.attendeeCount, places: row?.placesTaken };
};

const openEvent = (columns: Parameters<typeof make.event>[0] = {}) =>
  make.event({ openTo: 'anyone', ...columns });

describe('coming without an account', () => {
  it('begins with an email, and holds no place until its button is pressed', async () => {
    const event = await openEvent({ capacity: 10, guestsAllowed: 2 });
    const { status, body } = await ask(event, { ...ada, guests: 1 });
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
    expect(await read(tokenIn(email?.text))).toMatchObject({ state: 'unconfirmed', guests: 1 });
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
  });

  it('takes the place with the button, and shows the venue then', async () => {
    const event = await openEvent({ capacity: 10, guestsAllowed: 2 });
    const token = await tokenFor(event, { ...ada, guests: 1 });
    expect((await read(token)).event.location).toBeUndefined();
    const rsvp = await confirm(token);
    expect(rsvp).toMatchObject({ state: 'going', guests: 1, event: { location: event.location } });
    expect(await confirm(token)).toEqual(rsvp);
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 2 });
    const confirmation = await lastEmail();
    expect(confirmation?.subject).toBe(`You’re going: ${event.title}`);
    expect(confirmation?.calendar).toBeDefined();
    expect(await read(tokenIn(confirmation?.text))).toMatchObject({ state: 'going' });
  });

  it('is cancelled by the link', async () => {
    const event = await openEvent({ capacity: 10 });
    const token = await tokenFor(event);
    await confirm(token);
    const { body } = await visitor.call('POST /api/guest-rsvps/cancel', { body: { token } });
    expect(body.state).toBe('cancelled');
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
  });

  it('gets one email an hour for an event, also after cancelling', async () => {
    const event = await openEvent();
    const token = await tokenFor(event);
    clock.advanceHours(0.9);
    await ask(event);
    await lastEmail();
    expect(mailer.sent).toHaveLength(1);
    await visitor.call('POST /api/guest-rsvps/cancel', { body: { token } });
    await ask(event);
    await lastEmail();
    expect(mailer.sent).toHaveLength(1);
    clock.advanceHours(0.2);
    await ask(event);
    expect((await lastEmail())?.subject).toBe(`Confirm that you’re coming: ${event.title}`);
    expect(mailer.sent).toHaveLength(2);
  });

  it('gets the email again that was lost, three times a day, and always the same answer', async () => {
    const event = await openEvent();
    const { body: first } = await ask(event);
    for (let hours = 0; hours < 23; hours += 1) {
      await lastEmail();
      clock.advanceHours(1);
      expect((await ask(event)).body).toEqual(first);
    }
    await lastEmail();
    expect(mailer.sent).toHaveLength(3);
    expect(await confirm(tokenIn(mailer.sent.at(-1)?.text))).toMatchObject({ state: 'going' });
  });

  it('waits on the same list as members, and is offered a place in turn', async () => {
    const group = await make.group();
    const event = await openEvent({ group, capacity: 1 });
    const first = await make.member(group);
    await make.rsvp(event, first);
    const token = await tokenFor(event);
    expect(await confirm(token)).toMatchObject({ state: 'waiting', position: 1 });
    const member = await make.member(group);
    const client = await app.as(member);
    const { body } = await client.call('PUT /api/events/:id/waitlist', {
      params: { id: event.id },
    });
    expect(body).toMatchObject({ status: 'waiting', position: 2 });
    const goes = await app.as(first);
    await goes.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await read(token)).toMatchObject({ state: 'offered' });
    expect((await lastEmail())?.text).toContain('We’re keeping a place for you');
    const accepted = await visitor.call('POST /api/guest-rsvps/accept', { body: { token } });
    expect(accepted.body.state).toBe('going');
    expect(await countsOf(event)).toEqual({ attendees: 1, places: 1 });
    const again = await visitor.refusal('POST /api/guest-rsvps/accept', { body: { token } });
    expect(again.status).toBe(409);
  });

  it('becomes the RSVP of an account with that confirmed address once it is signed in', async () => {
    const event = await openEvent();
    const token = await tokenFor(event);
    await confirm(token);
    const person = await make.user({ email: ada.email });
    const client = await app.as(person);
    const { body } = await client.call('GET /api/events/:id', { params: { id: event.id } });
    expect(body).toMatchObject({
      rsvped: true,
      rsvpState: 'open',
      attendeeCount: 1,
      placesTaken: 1,
    });
    expect((await client.call('GET /api/user/event-rsvps')).body).toEqual([event.id]);
    await client.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await countsOf(event)).toEqual({ attendees: 0, places: 0 });
  });

  it('stays the guest’s for a script that reads with a token', async () => {
    const event = await openEvent();
    await confirm(await tokenFor(event));
    const person = await make.user({ email: ada.email });
    const { token } = await plantToken(app, person);
    const script = app.visitor().withBearer(token);
    const { body } = await script.call('GET /api/events/:id', { params: { id: event.id } });
    expect(body).toMatchObject({ rsvped: false, attendeeCount: 1 });
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
    await confirm(token);
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
