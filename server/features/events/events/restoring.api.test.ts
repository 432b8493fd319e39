import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { groups } from '#features/community/groups/tables.ts';
import { expireOffers } from '#features/events/attendance/jobs/expire-offers.ts';
import { createEventWithPlaces } from '#tests/support/event-with-places.ts';
import { guestTokenIn } from '#tests/support/guests.ts';
import { hiding } from '#tests/support/hiding.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';

const { app, guests, mailer, subjectsTo } = await startMailing();
const { make, clock } = app;
const cancel = 'DELETE /api/events/:id';
const restore = 'POST /api/events/:id/restore';
const reason = 'The hall’s boiler has burst';
const afterAll = (title: string) => `It takes place after all: ${title}`;

/** An event with its organiser's client, whose attendees have its entry in their calendars. */
async function planned(columns: Parameters<typeof createEventWithPlaces>[1] = {}) {
  const hall = await createEventWithPlaces(app, { capacity: 3, ...columns });
  const [person] = await hall.going(0);
  const organiser = await app.as(hall.group.owner);
  clock.advanceHours(0.1);
  await mailer.deliver();
  mailer.sent.length = 0;
  return { ...hall, person: person!, organiser };
}

const sequenceIn = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);

describe('the reason of a cancellation', () => {
  it('is in the answer, the email, the calendar file and the feed', async () => {
    const { params, person, organiser, event, seenBy } = await planned();
    const body = { reason: `  ${reason}\n ` };
    expect((await organiser.call(cancel, { params, body })).status).toBe(204);
    expect(await seenBy(person)).toMatchObject({ status: 'cancelled', cancelReason: reason });
    const visitor = app.visitor();
    expect((await visitor.call('GET /api/events/:id', { params })).body.cancelReason).toBe(reason);
    const file = await visitor.call('GET /api/events/:id/calendar.ics', { params });
    expect(file.body).toContain(`DESCRIPTION:Cancelled: ${reason}`);
    const feed = await app.fastify.inject('/calendar.ics');
    expect(feed.body).toContain(`Cancelled: ${reason}`);
    clock.advanceHours(0.1);
    expect(await subjectsTo(person)).toEqual([[`Cancelled: ${event.title}`]]);
    expect(mailer.sent[0]?.text).toContain(`Why: ${reason}`);
    expect(JSON.stringify(mailer.sent[0]?.calendar)).toContain(reason);
  });

  it('may be left out, or blank, and has 140 characters at most', async () => {
    const { params, organiser, seenBy, group } = await planned();
    const long = await organiser.refusal(cancel, { params, body: { reason: 'é'.repeat(141) } });
    expect(long).toMatchObject({ status: 400, fields: { reason: expect.stringContaining('140') } });
    expect((await organiser.call(cancel, { params, body: { reason: '  ' } })).status).toBe(204);
    expect((await seenBy(group.owner)).cancelReason).toBeNull();
    const { params: other, organiser: theirs, seenBy: see, group: its } = await planned();
    const most = 'é'.repeat(140);
    await theirs.call(cancel, { params: other, body: { reason: most } });
    expect((await see(its.owner)).cancelReason).toBe(most);
  });

  it('is stored once for the dates of a series that were cancelled for it', async () => {
    const group = await make.group();
    const { id, events } = await make.series({ group });
    const person = await make.member(group);
    for (const event of events) await make.rsvp(event, person);
    const organiser = await app.as(group.owner);
    const body = { scope: 'all', reason } as const;
    await organiser.call('DELETE /api/series/:id', { params: { id }, body });
    const { body: date } = await organiser.call('GET /api/events/:id', {
      params: { id: events[1]!.id },
    });
    expect(date).toMatchObject({ cancelReason: reason, can: { restore: true } });
    clock.advanceHours(0.1);
    expect((await subjectsTo(person))[0]).toHaveLength(1);
    expect(mailer.sent[0]?.text.split(`Why: ${reason}`)).toHaveLength(2);
  });

  it('is kept for dates that a new rule drops', async () => {
    const group = await make.group();
    const { id, events } = await make.series({ group });
    const organiser = await app.as(group.owner);
    const rrule = 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=2';
    const { body } = await organiser.call('PATCH /api/series/:id', {
      params: { id },
      body: { scope: 'all', rrule, reason },
    });
    const dropped = body.events.find(({ status }) => status === 'cancelled');
    expect(dropped?.id).toBe(events[1]?.id);
    const params = { id: dropped?.id ?? 0 };
    const { body: date } = await organiser.call('GET /api/events/:id', { params });
    expect(date.cancelReason).toBe(reason);
    expect((await organiser.call(restore, { params })).body.status).toBe('scheduled');
  });
});

describe('putting an event back', () => {
  it('within five minutes leaves everything as it was, and notifies nobody', async () => {
    const { params, organiser, going, waiting, cancel: giveUp, ...hall } = await planned();
    const [leaves] = await going(0, 0);
    const [first, second] = await waiting(0, 1);
    await giveUp(leaves!);
    const states = () => hall.standing(hall.person, first!, second!);
    expect(await states()).toEqual(['going', 'offered', 'waiting']);
    clock.advanceHours(0.1);
    await mailer.deliver();
    mailer.sent.length = 0;
    const offer = (await hall.own(first!))[0];
    await organiser.call(cancel, { params, body: { reason } });
    expect(await hall.places()).toMatchObject({ placesTaken: 2 });
    const { body } = await organiser.call(restore, { params });
    expect(body).toMatchObject({ status: 'scheduled', cancelReason: null, attendeeCount: 2 });
    expect(body.can).toMatchObject({ edit: true, restore: false });
    expect(await states()).toEqual(['going', 'offered', 'waiting']);
    expect((await hall.own(first!))[0]).toEqual(offer);
    clock.advanceHours(0.2);
    await mailer.deliver();
    expect(mailer.sent).toEqual([]);
    expect(await hall.attend(await hall.member())).toBe('full');
  });

  it('later notifies those who were notified, and restores their calendar entries', async () => {
    const { params, organiser, event, person, group, waiting, attend, going } = await planned();
    await going(1);
    await attend(group.owner);
    const [waits] = await waiting(0);
    clock.advanceHours(0.1);
    await mailer.deliver();
    await organiser.call(cancel, { params });
    clock.advanceHours(0.1);
    expect((await subjectsTo(waits!))[0]).toContain(`Cancelled: ${event.title}`);
    const off = mailer.sent.find(
      ({ to, subject }) => to === person.email && subject.includes('Can'),
    );
    mailer.sent.length = 0;
    await organiser.call(restore, { params });
    expect(await subjectsTo(person, waits!)).toEqual([
      [afterAll(event.title)],
      [afterAll(event.title)],
    ]);
    const told = mailer.sent.find(({ to }) => to === person.email);
    expect(told?.text.replaceAll('\n', ' ')).toContain('you’re still on the list');
    expect(sequenceIn(String(told?.calendar?.content))).toBeGreaterThan(
      sequenceIn(String(off?.calendar?.content)),
    );
    expect((await organiser.call(restore, { params })).status).toBe(200);
    expect(await subjectsTo(person)).toEqual([[afterAll(event.title)]]);
  });

  it('notifies a guest without an account, whose link works again', async () => {
    const group = await make.group();
    const event = await make.event({ group, openTo: 'anyone' });
    const email = 'ada@example.org';
    await guests.ask(event, { email });
    const token = guestTokenIn((await guests.emailsTo(email))[0]?.text);
    await guests.answer('confirm', token);
    await guests.emailsTo(email);
    mailer.sent.length = 0;
    const organiser = await app.as(group.owner);
    const params = { id: event.id };
    await organiser.call(cancel, { params, body: { reason } });
    expect(await guests.answer('read', token)).toMatchObject({
      state: 'over',
      event: { cancelReason: reason },
    });
    clock.advanceHours(0.1);
    await mailer.deliver();
    await organiser.call(restore, { params });
    expect((await subjectsTo({ email }))[0]?.at(-1)).toBe(afterAll(event.title));
    expect(await guests.answer('read', token)).toMatchObject({ state: 'going' });
  });

  it('brings one date of a series back, and notifies of that date alone', async () => {
    const group = await make.group();
    const { id, events } = await make.series({ group });
    const [goesToAll, goesToLast] = [await make.member(group), await make.member(group)];
    for (const event of events) await make.rsvp(event, goesToAll);
    await make.rsvp(events.at(-1)!, goesToLast);
    const organiser = await app.as(group.owner);
    await organiser.call('DELETE /api/series/:id', { params: { id }, body: { scope: 'all' } });
    clock.advanceHours(0.1);
    await mailer.deliver();
    mailer.sent.length = 0;
    await organiser.call(restore, { params: { id: events[0]!.id } });
    expect(await subjectsTo(goesToAll, goesToLast)).toEqual([[afterAll(events[0]!.title)], []]);
    const { body } = await organiser.call('GET /api/series/:id', { params: { id } });
    expect(body.events.map(({ status }) => status)).toEqual([
      'scheduled',
      ...events.slice(1).map(() => 'cancelled'),
    ]);
  });

  it('offers a place anew where the time of the offer ran out meanwhile', async () => {
    const startTime = clock.inHours(26);
    const endTime = clock.inHours(28);
    const times = { startTime, endTime };
    const { params, organiser, waiting, going, cancel: giveUp, ...hall } = await planned(times);
    const [leaves] = await going(1);
    const [first] = await waiting(0);
    await giveUp(leaves!);
    const [before] = await hall.own(first!);
    await organiser.call(cancel, { params });
    clock.advanceHours(23.1);
    expect(Date.parse(before?.offerExpiresAt ?? '')).toBeLessThan(clock.read().getTime());
    expect(await expireOffers(app.db, clock.read())).toBe(0);
    await organiser.call(restore, { params });
    const [after] = await hall.own(first!);
    expect(after?.status).toBe('offered');
    expect(Date.parse(after?.offerExpiresAt ?? '')).toBeGreaterThan(clock.read().getTime());
  });

  it('is refused where the group has become one of adults for an event under 18', async () => {
    const { params, organiser, group } = await planned({ audience: 'under18' });
    await organiser.call(cancel, { params });
    await app.db.update(groups).set({ audience: 'adults' }).where(eq(groups.id, group.id));
    expect(await organiser.refusal(restore, { params })).toMatchObject({
      status: 400,
      fields: { audience: expect.any(String) },
    });
  });

  it('is in the log for an admin who doesn’t organise the group', async () => {
    const { params, organiser, event } = await planned();
    await organiser.call(cancel, { params });
    const admin = await app.as(await make.admin());
    await admin.call(restore, { params });
    const { body } = await admin.call('GET /api/admin/audit');
    expect(body[0]).toMatchObject({
      action: 'event.restore',
      target: { type: 'event', id: String(event.id) },
      before: { status: 'cancelled' },
      after: { status: 'scheduled' },
    });
  });
});

describe('an event can’t be put back', () => {
  it('a day after its cancellation: its waiting list ends', async () => {
    const { params, organiser, waiting, going, seenBy, group } = await planned();
    await going(1);
    const [waits] = await waiting(0);
    await organiser.call(cancel, { params });
    const { restoreUntil, can } = await seenBy(group.owner);
    expect(can.restore).toBe(true);
    expect(restoreUntil).toBe(clock.inHours(24).toISOString());
    expect((await seenBy(waits!)).restoreUntil).toBeUndefined();
    clock.advanceHours(24);
    expect(await organiser.refusal(restore, { params })).toMatchObject({
      code: 'conflict',
      message:
        'An event can be put back for 24 hours after it was cancelled. You can copy it instead.',
    });
    expect((await seenBy(group.owner)).can.restore).toBe(false);
    expect(await expireOffers(app.db, clock.read())).toBe(1);
    expect(await expireOffers(app.db, clock.read())).toBe(0);
  });

  it('after its start', async () => {
    const { params, organiser, seenBy, group } = await planned({
      startTime: clock.inHours(5),
      endTime: clock.inHours(7),
    });
    await organiser.call(cancel, { params });
    expect((await seenBy(group.owner)).restoreUntil).toBe(clock.inHours(4.9).toISOString());
    clock.advanceHours(5);
    expect(await organiser.refusal(restore, { params })).toMatchObject({
      code: 'conflict',
      message: 'This event can’t be put back, as it was to begin by now',
    });
  });

  it('while an admin hides it', async () => {
    const { params, organiser, event, group } = await planned({});
    await organiser.call(cancel, { params });
    await hiding(app).hide('event', event);
    expect(await organiser.outcome(restore, { params })).toBe('not_found');
    await hiding(app).show('event', event);
    expect(await organiser.outcome(restore, { params })).toBe(200);
    await organiser.call(cancel, { params });
    await hiding(app).hide('group', group);
    expect(await organiser.outcome(restore, { params })).toBe('conflict');
  });
});

it('a second cancellation notifies everybody once more', async () => {
  const { params, organiser, event, person } = await planned();
  for (const call of [cancel, restore, cancel] as const) await organiser.call(call, { params });
  expect((await queuedEmailsTo(app, person.id)).map(({ kind }) => kind)).toContain(
    'event_cancelled',
  );
  clock.advanceHours(0.1);
  expect(await subjectsTo(person)).toEqual([[`Cancelled: ${event.title}`]]);
});
