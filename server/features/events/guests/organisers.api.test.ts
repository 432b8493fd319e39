import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rsvps } from '#features/events/attendance/tables.ts';
import { outbox } from '#platform/mail/tables.ts';
import { startMailing } from '#tests/support/mailing.ts';
import { readPages } from '#tests/support/paging.ts';
import { guestBlocks } from './tables.ts';

const { app, guests } = await startMailing();
const { db, make, clock } = app;
const list = 'GET /api/events/:id/rsvps';
const removal = 'DELETE /api/events/:id/guest-rsvps/:guestId';

async function openEvent(columns: Parameters<typeof make.event>[0] = {}) {
  const group = await make.group({ owner: await make.user({ firstName: 'Sam' }) });
  const event = await make.event({ group, openTo: 'anyone', guestsAllowed: 3, ...columns });
  return { group, event, params: { id: event.id }, organiser: await app.as(group.owner) };
}

/** Two members, two guests and two people added by hand, all at the same moment. */
async function mixedEvent() {
  const hall = await openEvent();
  const members = [
    await make.member(hall.group, { firstName: 'Zoe' }),
    await make.member(hall.group, { firstName: 'Ada' }),
  ];
  for (const member of members) await make.rsvp(hall.event, member);
  const owner = hall.group.owner.id;
  const mixed = {
    guests: [
      await make.guestRsvp(hall.event, { firstName: 'Adam', guests: 2 }),
      await make.guestRsvp(hall.event, { firstName: 'Ben' }),
    ],
    added: [
      await make.addedAttendee(hall.event, { name: 'Adah Hill', people: 3, addedById: owner }),
      await make.addedAttendee(hall.event, { name: 'Carl', note: 'By the door' }),
    ],
  };
  await make.guestRsvp(hall.event, { status: 'unconfirmed', firstName: 'Adrian' });
  await make.guestRsvp(hall.event, { status: 'waiting', firstName: 'Adele' });
  const ids = members.map(({ id }) => id).toSorted();
  return { ...hall, ...mixed, members, ids };
}

describe('the attendee list', () => {
  it('shows organisers and admins every kind, without an address', async () => {
    const { params, organiser, guests: came, added, ids, group } = await mixedEvent();
    for (const client of [organiser, await app.as(await make.admin())]) {
      const { body } = await client.call(list, { params });
      expect(body.map(({ kind, id }) => [kind, id])).toEqual([
        ...ids.map((id) => ['member', id]),
        ...came.map(({ id }) => ['guest', id]),
        ...added.map(({ id }) => ['added', id]),
      ]);
      expect(body[2]).toEqual({
        kind: 'guest',
        id: came[0]?.id,
        userId: null,
        firstName: 'Adam',
        guests: 2,
        status: 'going',
      });
      expect(body[4]).toEqual({
        kind: 'added',
        id: added[0]?.id,
        userId: null,
        firstName: 'Adah Hill',
        guests: 2,
        people: 3,
        note: null,
        addedBy: { id: group.owner.id, firstName: 'Sam' },
        status: 'going',
      });
      expect(JSON.stringify(body)).not.toContain('@');
    }
  });

  it('comes in pages across kinds that came at the same moment', async () => {
    const { params, organiser, guests: came, added, ids } = await mixedEvent();
    const everybody = [...ids, ...came.map(({ id }) => id), ...added.map(({ id }) => id)];
    for (const limit of [1, 2, 3, 4, 5]) {
      const pages = await readPages(organiser, list, { params, query: { limit } });
      expect({ limit, ids: pages.flat() }).toEqual({ limit, ids: everybody });
    }
  });

  it('is in order of time, whatever the kind', async () => {
    const { event, params, organiser, group } = await openEvent();
    const added = await make.addedAttendee(event, { createdAt: clock.inHours(-3) });
    const guest = await make.guestRsvp(event, { confirmedAt: clock.inHours(-2) });
    const member = await make.member(group);
    await make.rsvp(event, member, clock.inHours(-1));
    const late = await make.guestRsvp(event);
    const pages = await readPages(organiser, list, { params, query: { limit: 1 } });
    expect(pages.flat()).toEqual([added.id, guest.id, member.id, late.id]);
  });

  it('is searched by the first names of every kind', async () => {
    const { params, organiser, guests: came, added, members } = await mixedEvent();
    const query = { q: 'ada', limit: 2 };
    const pages = await readPages(organiser, list, { params, query });
    expect(pages.map((page) => page.length)).toEqual([2, 1]);
    expect(pages.flat()).toEqual([members[1]?.id, came[0]?.id, added[0]?.id]);
    const none = await organiser.call(list, { params, query: { q: '%' } });
    expect(none.body).toEqual([]);
  });

  it('shows members and visitors only members, beside the same counts', async () => {
    const { params, members } = await mixedEvent();
    const counts = { attendeeCount: 6, placesTaken: 10 };
    for (const client of [await app.as(members[0]!), app.visitor()]) {
      const { body } = await client.call(list, { params });
      expect(body).toHaveLength(2);
      expect(body.map(({ kind, id }) => [kind, id])).toEqual([
        [undefined, undefined],
        [undefined, undefined],
      ]);
      expect((await client.call('GET /api/events/:id', { params })).body).toMatchObject(counts);
    }
  });

  it('exports as a door list by name, with formulae as text', async () => {
    const { params, organiser, event } = await mixedEvent();
    await make.addedAttendee(event, { name: '=1+1', people: 1 });
    const { headers, body } = await organiser.call('GET /api/events/:id/door-list.csv', { params });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="door-list-\d+/);
    const lines = body.trimEnd().split(/\r?\n/);
    expect(lines.slice(0, 2)).toEqual([
      '\uFEFFName,Guests,Comes with,Note',
      expect.stringContaining("'=1+1"),
    ]);
    expect(lines.slice(2)).toEqual([
      'Ada,0,,',
      'Adah Hill,2,,',
      'Adam,2,,',
      'Ben,0,,',
      'Carl,0,,',
      'Zoe,0,,',
    ]);
  });
});

describe('removing a guest', () => {
  it('frees the place for the list, erases the guest and notifies them', async () => {
    const { event, params, organiser } = await openEvent({ capacity: 2 });
    const gone = await make.guestRsvp(event, { guests: 1 });
    const waiting = await make.guestRsvp(event, { status: 'waiting' });
    await organiser.call(removal, { params: { ...params, guestId: gone.id } });
    const [row] = await db.select().from(rsvps).where(eq(rsvps.id, gone.id));
    expect(row).toMatchObject({ status: 'cancelled', name: null, email: null });
    expect(await guests.answer('read', waiting.token)).toMatchObject({ state: 'offered' });
    expect(await guests.answer('read', gone.token)).toMatchObject({ state: 'cancelled' });
    const [told, ...more] = await guests.emailsTo(gone.email);
    expect(more).toEqual([]);
    expect(told?.subject).toBe(`You’re no longer on the list: ${event.title}`);
    const again = await organiser.refusal(removal, { params: { ...params, guestId: gone.id } });
    expect(again.status).toBe(404);
  });

  it('notifies nobody who has not confirmed', async () => {
    const { event, params, organiser } = await openEvent();
    const gone = await make.guestRsvp(event, { status: 'unconfirmed' });
    await organiser.call(removal, { params: { ...params, guestId: gone.id } });
    expect(await guests.emailsTo(gone.email)).toEqual([]);
  });

  it('lets the guest ask again a day later', async () => {
    const { event, params, organiser } = await openEvent();
    const gone = await make.guestRsvp(event);
    await organiser.call(removal, { params: { ...params, guestId: gone.id } });
    clock.advanceHours(25);
    await guests.ask(event, { email: gone.email ?? '' });
    const subjects = (await guests.emailsTo(gone.email)).map(({ subject }) => subject);
    expect(subjects).toContain(`Confirm that you’re coming: ${event.title}`);
  });

  it('with a block keeps the address away from every event of the group, and from no other', async () => {
    const { event, params, organiser, group } = await openEvent();
    const gone = await make.guestRsvp(event);
    const email = gone.email ?? '';
    const next = await make.event({ group, openTo: 'anyone' });
    const asked = await make.guestRsvp(next, { email, status: 'unconfirmed' });
    await organiser.call(removal, {
      params: { ...params, guestId: gone.id },
      query: { block: 'true' },
    });
    await db.delete(outbox);
    const elsewhere = await make.event({ openTo: 'anyone' });
    const other = await make.event({ group, openTo: 'anyone' });
    clock.advanceHours(25);
    for (const each of [event, other, elsewhere]) await guests.ask(each, { email });
    const sent = await guests.emailsTo(email);
    expect(sent.map(({ subject }) => subject)).toEqual([
      `Confirm that you’re coming: ${elsewhere.title}`,
    ]);
    clock.reset();
    expect(await guests.refusal('confirm', asked.token)).toMatchObject({ status: 403 });
    const [block] = await db.select().from(guestBlocks).where(eq(guestBlocks.groupId, group.id));
    expect(JSON.stringify(block)).not.toContain(email);
  });
});

describe('admitting a guest from the waiting list', () => {
  const admission = 'POST /api/events/:id/waitlist/:userId';

  it('gives them the place out of order, and notifies them', async () => {
    const { event, params, organiser, group } = await openEvent({ capacity: 1 });
    const member = await make.member(group);
    await make.waiting(event, member);
    const guest = await make.guestRsvp(event, { status: 'waiting' });
    const { body } = await organiser.call('GET /api/events/:id/waitlist', { params });
    expect(body).toMatchObject([{ id: member.id }, { kind: 'guest', id: guest.id, userId: null }]);
    const input = { params: { ...params, userId: String(body[1]?.id) } };
    expect((await organiser.call(admission, input)).status).toBe(201);
    expect((await organiser.call(admission, input)).status).toBe(200);
    expect(await guests.answer('read', guest.token)).toMatchObject({ state: 'going' });
    const sent = await guests.emailsTo(guest.email);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.calendar).toBeDefined();
  });
});
