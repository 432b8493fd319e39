import { describe, expect, it } from 'vitest';
import { Calendar } from '#tests/support/calendar.ts';
import { subjectsAndMethods, startConfirming, type Planned } from '#tests/support/confirming.ts';
import type { Event, Group } from '#tests/support/factories.ts';
import { tokenIn } from '#tests/support/links.ts';
import { headerOf } from '#tests/support/smtp.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';

const { app, planned, confirmed, arrived } = await startConfirming();
const { db, make, clock } = app;

/** A member whose address nobody has confirmed. */
async function strangerAt(event: Pick<Event, 'id'>, group: Pick<Group, 'id'>) {
  const stranger = await make.member(group, { emailVerifiedAt: null });
  const client = await app.as(stranger);
  const params = { id: event.id };
  const attend = () => client.call('POST /api/events/:id/rsvps', { params, body: {} });
  const confirm = (text = '') => {
    const token = tokenIn(new URL(/https:\S+confirm-email\S+/.exec(text)?.[0] ?? ''));
    return client.call('POST /api/confirm-email', { body: { token } });
  };
  return { stranger, client, attend, confirm };
}

describe('a confirmation', () => {
  it('names the event and the number of guests, once', async () => {
    const { person, attend } = await planned();
    await attend();
    await attend(2);
    const [email, ...others] = await arrived(person);
    expect(others).toEqual([]);
    expect(email?.subject).toBe('You’re going: Sunset swim');
    expect(email?.text).toContain(
      'Derwent Dippers is looking forward to seeing you and your 2 guests.',
    );
    expect(email?.text).toContain('When: Wednesday, June 17, 2026 • 6:30 PM – 8:30 PM');
    await attend(1);
    expect(await arrived(person)).toEqual([]);
  });

  it('is sent at once, and the next email has the changes of five minutes', async () => {
    const { person, attend, change } = await planned();
    await attend();
    expect(subjectsAndMethods(await arrived(person, 0))).toEqual([
      ['You’re going: Sunset swim', 'REQUEST'],
    ]);
    await change({ location: 'The Old Chapel' });
    expect(await arrived(person, 0)).toEqual([]);
    await change({ location: 'The New Chapel' });
    const emails = await arrived(person);
    expect(subjectsAndMethods(emails)).toEqual([['Changed: Sunset swim', 'REQUEST']]);
    expect(emails[0]?.calendar?.events[0]?.location).toBe('The New Chapel');
  });

  it('that waited for its slot has the current details: one email, not two', async () => {
    const { person, attend, change } = await planned();
    await attend();
    clock.advanceHours(0.02);
    await change({ location: 'The Old Chapel' });
    const emails = await arrived(person);
    expect(subjectsAndMethods(emails)).toEqual([['You’re going: Sunset swim', 'REQUEST']]);
    expect(emails[0]?.calendar?.events[0]?.location).toBe('The Old Chapel');
    expect(await arrived(person)).toEqual([]);
  });

  it.each([
    ['the RSVP is cancelled', ({ cancel }: Planned) => cancel(), []],
    [
      'the event is called off',
      ({ callOff }: Planned) => callOff(),
      [['Cancelled: Sunset swim', undefined]],
    ],
    ['the event is over', async () => clock.advanceHours(8 * 24), []],
  ] as const)('is not sent once %s, nor again later', async (_, happens, expected) => {
    const fixture = await planned();
    await fixture.attend();
    await happens(fixture);
    expect(subjectsAndMethods(await arrived(fixture.person))).toEqual(expected);
    expect(await arrived(fixture.person)).toEqual([]);
  });

  it('names the event to an unconfirmed address, without details or calendar', async () => {
    const { event, group } = await planned();
    const { stranger, client, attend } = await strangerAt(event, group);
    await attend();
    const [email] = await arrived(stranger);
    expect(email?.subject).toBe('Confirm your email: you said you’re coming to Sunset swim');
    expect(email?.text).toContain(
      'You said you’re coming to Sunset swim. Confirm your email and we’ll send you the details.',
    );
    expect(email?.text).not.toContain('Lakeside landings');
    expect(email?.calendar).toBeUndefined();
    await client.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await arrived(stranger)).toEqual([]);
  });

  it('repeats no title to an unconfirmed address that says more than a title', async () => {
    const { event, group } = await planned({ title: 'Win £500 at win-now.example' });
    const { stranger, attend } = await strangerAt(event, group);
    await attend();
    const [email] = await arrived(stranger);
    expect(email?.subject).toBe(
      'Confirm your email: you said you’re coming to an event of Derwent Dippers',
    );
    expect(email?.text).not.toContain('win-now');
  });

  it('that was held back follows the confirmed address within a minute', async () => {
    const { event, group } = await planned();
    const { stranger, attend, confirm } = await strangerAt(event, group);
    await attend();
    const [notice] = await arrived(stranger, 0);
    await confirm(notice?.text);
    const emails = await arrived(stranger, 1 / 60);
    expect(subjectsAndMethods(emails)).toEqual([['You’re going: Sunset swim', 'REQUEST']]);
    expect(emails[0]?.text).toContain('Lakeside landings');
    expect(await arrived(stranger)).toEqual([]);
  });

  it('of a place on the waiting list is held back and follows likewise', async () => {
    const { event, group, attend } = await planned({ capacity: 1 });
    await attend();
    const { stranger, client, confirm } = await strangerAt(event, group);
    await client.call('PUT /api/events/:id/waitlist', { params: { id: event.id }, body: {} });
    const [notice] = await arrived(stranger, 0);
    expect(notice?.subject).toBe('Confirm your email: you’re waiting for a place at Sunset swim');
    await confirm(notice?.text);
    expect(subjectsAndMethods(await arrived(stranger, 1 / 60))).toEqual([
      ['You are 1st on the list: Sunset swim', undefined],
    ]);
  });

  it('is turned off by its link, and changes and cancellations still arrive', async () => {
    const { person, change, callOff, confirmation: email } = await confirmed();
    expect(email?.calendar?.method).toBe('REQUEST');
    const url = new URL(/^<(.+)>$/.exec(headerOf(email.mail, 'list-unsubscribe')!)![1]!);
    await app.visitor().call('POST /api/unsubscribe', {
      body: { token: url.searchParams.get('token') ?? '' },
    });
    await change({ location: 'The Old Chapel' });
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['Changed: Sunset swim', 'REQUEST'],
    ]);
    await callOff();
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['Cancelled: Sunset swim', 'CANCEL'],
    ]);
  });

  it('turned off earlier sends nothing to a calendar', async () => {
    const { person, attend, change, cancel, prefer } = await planned();
    await prefer({ confirmations: false });
    await attend();
    expect(await arrived(person)).toEqual([]);
    await change({ location: 'The Old Chapel' });
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['Changed: Sunset swim', undefined],
    ]);
    await cancel();
    expect(await arrived(person)).toEqual([]);
  });

  it('for several events at once is one email, with an entry for each', async () => {
    const { person, event, group } = await planned();
    const second = await make.event({
      group,
      title: 'Sunset swim',
      startTime: new Date('2026-06-24T17:30:00Z'),
    });
    for (const each of [event, second]) await make.rsvp(each, person);
    const eventIds = [event.id, second.id];
    await transaction(db, (tx) =>
      enqueue(tx, 'rsvp_confirmed', person.id, { eventIds }, clock.read()),
    );
    const emails = await arrived(person);
    expect(subjectsAndMethods(emails)).toEqual([
      ['You’re going to 2 events: Sunset swim', 'PUBLISH'],
    ]);
    const calendar = new Calendar();
    calendar.take(emails[0]!.calendar!);
    expect(calendar.entries).toHaveLength(2);
    expect(emails[0]?.calendar?.part).not.toContain('ATTENDEE');
  });
});

describe('a person who waited', () => {
  it("gets it in the email about an organiser's approval, and no other", async () => {
    const { event, person, organiser } = await planned({ capacity: 2 });
    await make.waiting(event, person);
    await organiser.call('POST /api/events/:id/waitlist/:userId', {
      params: { id: event.id, userId: person.id },
    });
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re in: Sunset swim', 'REQUEST'],
    ]);
    expect(await arrived(person)).toEqual([]);
  });

  it('is confirmed like others after accepting an offered place', async () => {
    const { event, person, attend } = await planned({ capacity: 2 });
    await make.waiting(event, person, { offerExpiresAt: clock.inHours(20) });
    await attend();
    expect(subjectsAndMethods(await arrived(person))).toEqual([
      ['You’re going: Sunset swim', 'REQUEST'],
    ]);
  });
});
