import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { outbox } from '#platform/mail/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { guestsOn } from '#tests/support/guests.ts';
import { difference, noticeable } from '#tests/support/timing.ts';
import { eraseGuests } from '#features/events/attendance/mutations/erasure.ts';
import { guestLinks } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createCapturingMailer(app);
const guests = guestsOn(app, mailer);
const key = 'POST /api/events/:id/guest-rsvps';

/** An event, and an address of each kind that the site may know. */
async function knownAddresses() {
  const group = await make.group();
  const event = await make.event({ group, openTo: 'anyone' });
  const member = await make.member(group);
  const attendee = await make.member(group);
  await make.rsvp(event, attendee);
  const banned = await make.banned();
  const coming = await make.guestRsvp(event);
  const waiting = await make.guestRsvp(event, { status: 'waiting' });
  const blocked = await make.guestRsvp(event);
  const organiser = await app.as(group.owner);
  await organiser.call('DELETE /api/events/:id/guest-rsvps/:guestId', {
    params: { id: event.id, guestId: blocked.id },
    query: { block: 'true' },
  });
  const addresses = {
    'a member’s': member.email,
    'one of a member who comes': attendee.email,
    'a banned one': banned.email,
    'one that comes already': coming.email ?? '',
    'one that waits': waiting.email ?? '',
    'a blocked one': blocked.email ?? '',
    'an unknown one': 'nobody-knows@example.org',
  };
  return { event, addresses };
}

/** Returns all that a stranger sees of an answer, without its date and its own number. */
async function seenOf(email: string, event: { id: number }) {
  const { statusCode, headers, rawPayload } = await app.visitor().send(key, {
    params: { id: event.id },
    body: { firstName: 'Ada', email },
  });
  const { date: _, 'x-request-id': __, ...rest } = headers;
  return { statusCode, headers: rest, body: rawPayload.toString('hex') };
}

describe('asking to come', () => {
  it('answers the same bytes for every address', async () => {
    const { event, addresses } = await knownAddresses();
    const unknown = await seenOf(addresses['an unknown one'], event);
    expect(unknown.statusCode).toBe(202);
    for (const [what, email] of Object.entries(addresses)) {
      const seen = await seenOf(email, event);
      expect({ what, ...seen }).toEqual({ what, ...unknown });
    }
  });

  it('emails a link to every address but a banned and a blocked one', async () => {
    const { event, addresses } = await knownAddresses();
    await db.delete(outbox);
    clock.advanceHours(25);
    for (const email of Object.values(addresses)) await guests.ask(event, { email });
    mailer.sent.length = 0;
    await mailer.deliver();
    const { 'a banned one': banned, 'a blocked one': blocked, ...others } = addresses;

    expect(mailer.sent.map(({ to }) => to).toSorted()).toEqual(Object.values(others).toSorted());
    expect(
      [banned, blocked].filter((address) => mailer.sent.some(({ to }) => to === address)),
    ).toEqual([]);
    clock.reset();
  });

  it('takes the same time for every address', { timeout: 300_000 }, async () => {
    const { event, addresses } = await knownAddresses();
    const ask = (email: string) => () => guests.ask(event, { email });
    // Each call is the first of its day, as of a stranger who tries an address once.
    const nextDay = async () => {
      await db.delete(outbox);
      await db.delete(rsvps).where(eq(rsvps.status, 'unconfirmed'));
      const requestedAt = clock.inHours(-25);
      await db.update(rsvps).set({ requestedAt }).where(eq(rsvps.kind, 'guest'));
    };
    const unknown = ask(addresses['an unknown one']);
    const spread: Record<string, number> = {};
    for (const [what, email] of Object.entries(addresses)) {
      spread[what] = await difference(ask(email), unknown, nextDay);
    }
    await ask('asked-today@example.org')();
    const again = ask('asked-today@example.org');
    spread['one that has asked today'] = await difference(again, unknown, async () => {
      await db.delete(rsvps).where(eq(rsvps.email, cleanText(addresses['an unknown one'])));
    });
    expect(Object.entries(spread).filter(([, apart]) => apart >= noticeable)).toEqual([]);
  });
});

describe('a link that has ended', () => {
  const actions = {
    read: {},
    confirm: {},
    change: { guests: 1 },
    accept: {},
    'pass-on': {},
    cancel: {},
    messages: { on: false },
    contact: { subject: 'Parking', text: 'Where can I park?' },
    account: {},
  };

  /** Links that never existed, have lapsed, were erased, or whose event is over or hidden. */
  async function endedLinks(): Promise<Record<string, string>> {
    const event = await make.event({ openTo: 'anyone' });
    const lapsed = await make.guestRsvp(event, {
      status: 'unconfirmed',
      expiresAt: clock.inHours(-1),
    });
    const past = await make.guestRsvp(await make.pastEvent({ openTo: 'anyone' }));
    const longPast = await make.event({ openTo: 'anyone', startTime: clock.inHours(-24 * 32) });
    const erased = await make.guestRsvp(longPast);
    const cancelled = await make.guestRsvp(await make.pastEvent({ openTo: 'anyone' }), {
      status: 'cancelled',
    });
    await eraseGuests(db, clock.read());
    expect(await db.$count(guestLinks, eq(guestLinks.guestId, erased.id))).toBe(0);
    const deleted = await make.guestRsvp(event, { status: 'unconfirmed' });
    await db.delete(rsvps).where(eq(rsvps.id, deleted.id));
    const hidden = await make.group({ status: 'hidden', hiddenFrom: 'approved' });
    const unseen = await make.guestRsvp(await make.event({ group: hidden, openTo: 'anyone' }));
    return {
      unknown: 'A'.repeat(43),
      empty: '',
      lapsed: lapsed.token,
      past: past.token,
      erased: erased.token,
      'cancelled, and the event over': cancelled.token,
      deleted: deleted.token,
      'of a hidden event': unseen.token,
    };
  }

  it('answers the same 404 to each call', async () => {
    const links = await endedLinks();
    for (const [action, more] of Object.entries(actions)) {
      const answers = new Set<string>();
      for (const token of Object.values(links)) {
        const { status, headers: _, ...body } = await guests.refusal(action, token, more);
        answers.add(JSON.stringify({ status, ...body }));
      }
      expect({ action, answers: [...answers] }).toEqual({
        action,
        answers: [
          JSON.stringify({
            status: 404,
            code: 'not_found',
            message: 'This link has ended',
            error: 'This link has ended',
          }),
        ],
      });
    }
  });
});

it('the link never confirms an address of a banned account', async () => {
  const person = await make.user();
  const event = await make.event({ openTo: 'anyone' });
  const { token } = await make.guestRsvp(event, { status: 'unconfirmed', email: person.email });
  await db.update(users).set({ isActive: false }).where(eq(users.id, person.id));
  expect(await guests.refusal('confirm', token)).toMatchObject({
    status: 403,
    message: 'This email address can’t be used for this event',
  });
});
