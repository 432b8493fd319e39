import { describe, expect, it } from 'vitest';
import { Calendar } from '#tests/support/calendar.ts';
import { brief, startConfirming, type Planned } from '#tests/support/confirming.ts';
import { headerOf } from '#tests/support/smtp.ts';
import { transaction } from '#platform/db/database.ts';
import { enqueue } from '#platform/mail/outbox.ts';

const { app, planned, arrived } = await startConfirming();
const { db, make, clock } = app;

describe('a confirmation', () => {
  it('tells what one goes to, with how many, once', async () => {
    const { person, attend } = await planned();
    await attend();
    await attend(2);
    const [letter, ...others] = await arrived(person);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe('You’re going: Sunset swim');
    expect(letter?.text).toContain(
      'Derwent Dippers is looking forward to seeing you and your 2 guests.',
    );
    expect(letter?.text).toContain('When: Wednesday, June 17, 2026 • 6:30 PM – 8:30 PM');
  });

  it('is not written anew for another number of guests', async () => {
    const { person, attend } = await planned();
    await attend();
    await arrived(person);
    await attend(2);
    expect(await arrived(person)).toEqual([]);
  });

  it('goes at once, and what changes within five minutes is told by the next', async () => {
    const { person, attend, change } = await planned();
    await attend();
    expect(brief(await arrived(person, 0))).toEqual([['You’re going: Sunset swim', 'REQUEST']]);
    await change({ location: 'The Old Chapel' });
    expect(await arrived(person, 0)).toEqual([]);
    await change({ location: 'The New Chapel' });
    const letters = await arrived(person);
    expect(brief(letters)).toEqual([['Changed: Sunset swim', 'REQUEST']]);
    expect(letters[0]?.calendar?.events[0]?.location).toBe('The New Chapel');
  });

  it('that waited for its turn says how it stands by then: one email, not two', async () => {
    const { person, attend, change } = await planned();
    await attend();
    clock.advanceHours(0.02);
    await change({ location: 'The Old Chapel' });
    const letters = await arrived(person);
    expect(brief(letters)).toEqual([['You’re going: Sunset swim', 'REQUEST']]);
    expect(letters[0]?.calendar?.events[0]?.location).toBe('The Old Chapel');
    expect(await arrived(person)).toEqual([]);
  });

  it('does not go where the RSVP was taken back before it did, nor does anything else', async () => {
    const { person, attend, cancel } = await planned();
    await attend();
    await cancel();
    expect(await arrived(person)).toEqual([]);
    expect(await arrived(person)).toEqual([]);
  });

  it.each([
    ['called off', ({ callOff }: Planned) => callOff(), [['Cancelled: Sunset swim', undefined]]],
    ['over', async () => clock.advanceHours(8 * 24), []],
  ] as const)('does not go for an event that is %s by then', async (_, happens, told) => {
    const scene = await planned();
    await scene.attend();
    await happens(scene);
    expect(brief(await arrived(scene.person))).toEqual(told);
  });
  it('goes without words or calendar to an address that nobody has confirmed', async () => {
    const { event, group } = await planned();
    const stranger = await make.member(group, { emailVerifiedAt: null });
    const client = await app.as(stranger);
    await client.call('POST /api/events/:id/rsvps', { params: { id: event.id }, body: {} });
    const [letter] = await arrived(stranger);
    expect(letter?.subject).toBe('Please confirm your email: something is waiting for you');
    expect(letter?.calendar).toBeUndefined();
    await client.call('DELETE /api/events/:id/rsvps', { params: { id: event.id } });
    expect(await arrived(stranger)).toEqual([]);
  });

  it('is turned off by its link, and changes and cancellations come all the same', async () => {
    const { person, attend, change, callOff } = await planned();
    await attend();
    const [letter] = await arrived(person);
    expect(letter?.calendar?.method).toBe('REQUEST');
    const url = new URL(/^<(.+)>$/.exec(headerOf(letter!.mail, 'list-unsubscribe')!)![1]!);
    await app.visitor().call('POST /api/unsubscribe', {
      body: { token: url.searchParams.get('token') ?? '' },
    });
    await change({ location: 'The Old Chapel' });
    expect(brief(await arrived(person))).toEqual([['Changed: Sunset swim', 'REQUEST']]);
    await callOff();
    expect(brief(await arrived(person))).toEqual([['Cancelled: Sunset swim', 'CANCEL']]);
  });

  it('turned off before, nothing comes to a calendar', async () => {
    const { person, attend, change, cancel, prefer } = await planned();
    await prefer({ confirmations: false });
    await attend();
    expect(await arrived(person)).toEqual([]);
    await change({ location: 'The Old Chapel' });
    expect(brief(await arrived(person))).toEqual([['Changed: Sunset swim', undefined]]);
    await cancel();
    expect(await arrived(person)).toEqual([]);
  });

  it('for several events at once is one letter, with an entry for each', async () => {
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
    const letters = await arrived(person);
    expect(brief(letters)).toEqual([['You’re going to 2 events: Sunset swim', 'PUBLISH']]);
    const calendar = new Calendar();
    calendar.take(letters[0]!.calendar!);
    expect(calendar.entries).toHaveLength(2);
    expect(letters[0]?.calendar?.part).not.toContain('ATTENDEE');
  });
});

describe('whoever had to wait', () => {
  it('gets it in the letter that an organiser let them in, and no other', async () => {
    const { event, person, organiser } = await planned({ capacity: 2 });
    await make.waiting(event, person);
    await organiser.call('POST /api/events/:id/waitlist/:userId', {
      params: { id: event.id, userId: person.id },
    });
    expect(brief(await arrived(person))).toEqual([['You’re in: Sunset swim', 'REQUEST']]);
    expect(await arrived(person)).toEqual([]);
  });

  it('is confirmed as others are, once they take the place that is kept', async () => {
    const { event, person, attend } = await planned({ capacity: 2 });
    await make.waiting(event, person, { offerExpiresAt: clock.inHours(20) });
    await attend();
    expect(brief(await arrived(person))).toEqual([['You’re going: Sunset swim', 'REQUEST']]);
  });
});
