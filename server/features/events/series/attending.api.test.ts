import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { broken } from '#tests/races/invariants.ts';
import { startTestApp } from '#tests/support/app.ts';
import { events } from '#features/events/events/tables.ts';
import { outbox } from '#platform/mail/tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;

async function weekly(columns: Parameters<typeof make.series>[0] = {}) {
  const group = await make.group();
  const { id, events: dates } = await make.series({ group, dates: 4, ...columns });
  const person = await make.member(group);
  const client = await app.as(person);
  return { id, group, person, client, ids: dates.map((date) => date.id) };
}

// Some invariants need an admin to exist.
await make.admin();

const queuedFor = async ({ id }: { id: string }) => {
  const rows = await db.select().from(outbox).where(eq(outbox.recipientId, id)).orderBy(outbox.id);
  return rows.map(({ kind, payload }) => [kind, payload]);
};

const nothing = { going: [], waiting: [], refused: [] };

describe('POST /api/series/:id/rsvps', () => {
  it('adds an RSVP to every upcoming date, and keeps earlier ones', async () => {
    const { id, ids, client, person } = await weekly();
    await make.rsvp({ id: ids[1]! }, person);
    const { status, body } = await client.call('POST /api/series/:id/rsvps', { params: { id } });
    expect([status, body]).toEqual([200, { ...nothing, going: ids }]);
    const rows = await db.select().from(events).where(eq(events.seriesId, id));
    expect(rows.map(({ attendeeCount }) => attendeeCount)).toEqual([1, 1, 1, 1]);
    expect(await broken(db)).toEqual({});
  });

  it('is confirmed once, with the new dates', async () => {
    const { id, ids, client, person } = await weekly();
    await make.rsvp({ id: ids[1]! }, person);
    await client.call('POST /api/series/:id/rsvps', { params: { id } });
    const [first, , ...others] = ids;
    expect(await queuedFor(person)).toEqual([['rsvp_confirmed', { eventIds: [first, ...others] }]]);
    await client.call('POST /api/series/:id/rsvps', { params: { id } });
    expect(await queuedFor(person)).toHaveLength(1);
  });

  it('joins the waiting list of full dates, and lists the refused ones', async () => {
    const { id, ids, group, client } = await weekly({ guestsAllowed: 1 });
    const [one, full, noList, noGuests] = ids;
    await db.update(events).set({ capacity: 1 }).where(eq(events.id, full!));
    await make.rsvp({ id: full! }, await make.member(group));
    const closed = { capacity: 1, waitlistEnabled: false };
    await db.update(events).set(closed).where(eq(events.id, noList!));
    await make.rsvp({ id: noList! }, await make.member(group));
    await db.update(events).set({ guestsAllowed: 0 }).where(eq(events.id, noGuests!));
    const input = { params: { id }, body: { guests: 1 } };
    const { body } = await client.call('POST /api/series/:id/rsvps', input);
    expect(body).toEqual({
      going: [one],
      waiting: [full],
      refused: [
        { id: noList, code: 'full' },
        { id: noGuests, code: 'invalid' },
      ],
    });
  });

  it('leaves out dates that have begun or are cancelled', async () => {
    const { id, ids, client } = await weekly({ startTime: clock.inHours(-1) });
    await db.update(events).set({ status: 'cancelled' }).where(eq(events.id, ids[2]!));
    const { body } = await client.call('POST /api/series/:id/rsvps', { params: { id } });
    expect(body).toEqual({ ...nothing, going: [ids[1], ids[3]] });
  });

  it('accepts an offered place, and no lapsed one', async () => {
    const { id, ids, person, client, group } = await weekly({ capacity: 1 });
    const [offered, lapsed] = ids;
    await make.waiting({ id: offered! }, person, { offerExpiresAt: clock.inHours(1) });
    await make.waiting({ id: lapsed! }, await make.member(group), {
      offerExpiresAt: clock.inHours(-1),
    });
    const { body } = await client.call('POST /api/series/:id/rsvps', { params: { id } });
    expect(body).toEqual({ ...nothing, going: ids });
    expect(await broken(db)).toEqual({});
  });

  it('refuses members with an incomplete profile', async () => {
    const { id, group } = await weekly();
    const newcomer = await make.newcomer();
    await make.membership(group, newcomer);
    const client = await app.as(newcomer);
    expect(await client.outcome('POST /api/series/:id/rsvps', { params: { id } })).toBe(
      'profile_incomplete',
    );
  });
});

describe('PUT /api/series/:id/answer', () => {
  const answersOf = (client: Awaited<ReturnType<typeof weekly>>['client'], ids: number[]) =>
    Promise.all(
      ids.map(
        async (id) => (await client.call('GET /api/events/:id', { params: { id } })).body.answer,
      ),
    );

  it('answers the dates that are open, and leaves the others as they are', async () => {
    const { id, ids, client, person } = await weekly();
    await make.rsvp({ id: ids[0]! }, person);
    const body = { answer: 'cant', note: 'At my aunt’s' } as const;
    await client.call('PUT /api/events/:id/answer', { params: { id: ids[1]! }, body });
    const said = await client.call('PUT /api/series/:id/answer', {
      params: { id },
      body: { answer: 'cant' },
    });
    expect(said.body).toEqual({ ...nothing, cant: ids.slice(2) });
    expect(await answersOf(client, ids)).toEqual(['going', 'cant', 'cant', 'cant']);
    const second = await client.call('GET /api/events/:id', { params: { id: ids[1]! } });
    expect(second.body.answerNote).toBe('At my aunt’s');
    const again = { params: { id }, body: { answer: 'going' } } as const;
    expect((await client.call('PUT /api/series/:id/answer', again)).body).toEqual({
      ...nothing,
      cant: [],
    });
    expect(await broken(db)).toEqual({});
  });

  it('brings children to each date or its waiting list, and notifies the other adult once', async () => {
    const { id, ids, group, client, person } = await weekly({ capacity: 1 });
    const other = await make.member(group);
    const child = await make.child(person);
    const accept = 'POST /api/household-invitations/accept';
    await (await app.as(other)).call(accept, { body: { token: child.token } });
    await make.rsvp({ id: ids[1]! }, await make.member(group));
    const who = { self: false, household: [child.id] };
    const said = await client.call('PUT /api/series/:id/answer', {
      params: { id },
      body: { answer: 'going', who },
    });
    const [first, full, ...rest] = ids;
    expect(said.body).toEqual({ ...nothing, going: [first, ...rest], waiting: [full], cant: [] });
    expect(await queuedFor(other)).toEqual([
      ['child_answered', { eventId: first, childIds: [child.id], otherDates: 3 }],
    ]);
    expect(await broken(db)).toEqual({});
  });

  it('writes nothing for a date that refuses', async () => {
    const places = { capacity: 1, waitlistEnabled: false };
    const { id, ids, client, person } = await weekly(places);
    const [one, two] = [await make.child(person), await make.child(person)];
    const who = { self: false, household: [one.id, two.id] };
    const body = { answer: 'going', who } as const;
    const said = await client.call('PUT /api/series/:id/answer', { params: { id }, body });
    const refused = ids.map((date) => ({ id: date, code: 'full' }));
    expect(said.body).toEqual({ ...nothing, refused, cant: [] });
    expect(await answersOf(client, ids)).toEqual([null, null, null, null]);
    expect(await broken(db)).toEqual({});
  });

  it('refuses children of others', async () => {
    const { id, client } = await weekly();
    const child = await make.child(await make.user());
    const who = { self: true, household: [child.id] };
    const body = { answer: 'going', who } as const;
    const refusal = await client.refusal('PUT /api/series/:id/answer', { params: { id }, body });
    expect([refusal.code, Object.keys(refusal.fields ?? {})]).toEqual(['invalid', ['who']]);
  });
});

describe('DELETE /api/series/:id/rsvps', () => {
  it('cancels the upcoming RSVPs, and offers the places on', async () => {
    const { id, ids, person, client, group } = await weekly({ capacity: 1 });
    const [going, waiting] = ids;
    await make.rsvp({ id: going! }, person);
    const next = await make.member(group);
    await make.waiting({ id: going! }, next);
    await make.rsvp({ id: waiting! }, next);
    await make.waiting({ id: waiting! }, person);
    const { body } = await client.call('DELETE /api/series/:id/rsvps', { params: { id } });
    expect(body).toEqual({ ...nothing, going: [going], waiting: [waiting] });
    const offered = await app.as(next);
    const event = await offered.call('GET /api/events/:id', { params: { id: going! } });
    expect(event.body.rsvpState).toBe('offered');
    expect(await broken(db)).toEqual({});
    const again = await client.call('DELETE /api/series/:id/rsvps', { params: { id } });
    expect(again.body).toEqual(nothing);
  });

  it('keeps dates that have begun', async () => {
    const { id, ids, person, client } = await weekly({ startTime: clock.inHours(-1) });
    for (const event of ids) await make.rsvp({ id: event }, person);
    const { body } = await client.call('DELETE /api/series/:id/rsvps', { params: { id } });
    expect(body).toEqual({ ...nothing, going: ids.slice(1) });
  });
});
