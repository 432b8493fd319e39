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
