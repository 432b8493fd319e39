import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { groups } from '#features/community/groups/tables.ts';
import { lockAndOfferPlaces } from '#features/events/attendance/mutations/offers.ts';
import { rsvps } from '#features/events/attendance/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { createEventTonight } from '#tests/support/event-with-places.ts';
import { eraseArrivals } from './mutations/retention.ts';
import { arrivals } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const door = 'GET /api/events/:id/door';
const save = 'PUT /api/events/:id/arrivals';

/** An event that begins in an hour, with its organiser at the door. */
async function tonight(columns: Parameters<typeof make.event>[0] = {}) {
  const hall = await createEventTonight(app, columns);
  const { organiser, params } = hall;
  const atDoor = async (client: Client = organiser) => (await client.call(door, { params })).body;
  return {
    ...hall,
    atDoor,
    /** Says how many of parties are here, by one phone. */
    say: async (words: unknown[], device = 'phone-one', client: Client = organiser) =>
      (await client.call(save, { params, body: { device, arrivals: words } })).body,
    idOf: async (firstName: string) =>
      (await atDoor()).people.find((party) => party.firstName === firstName)?.id ?? '',
  };
}

const at = (minutes: number) => clock.inHours(minutes / 60).toISOString();
const walkIn = (id: string, name = 'Wanda', people = 1) => ({ walkIn: { id, name, people } });

describe('the door of an event', () => {
  it('lists everybody who is expected, who waits and who walked in', async () => {
    const { event, group, atDoor, say, params } = await tonight({ capacity: 6 });
    const ann = await make.user({ firstName: 'Ann', lastName: 'o’Brien' });
    const child = await make.child(ann, { firstName: 'Mo', note: 'Nuts' });
    await make.rsvp(event, ann, clock.read(), 1, child);
    await make.guestRsvp(event, { firstName: 'Gus', guests: 1 });
    await make.waiting(event, await make.member(group, { firstName: 'Will' }));
    await say([{ ...walkIn('phone-0001', 'Wanda', 2), here: 2, at: at(0) }]);
    const { people, counts, event: shown } = await atDoor();
    expect(shown).toMatchObject({ id: params.id, capacity: 6 });
    expect(people).toMatchObject([
      {
        kind: 'member',
        status: 'going',
        firstName: 'Ann',
        lastInitial: 'O',
        children: ['Mo'],
        people: 3,
        here: 0,
        at: null,
        by: null,
        firstTime: true,
        note: 'Mo: Nuts',
      },
      { kind: 'guest', firstName: 'Gus', children: [], people: 2 },
      { kind: 'member', status: 'waiting', firstName: 'Will' },
      { kind: 'walk_in', id: 'wphone-0001', status: 'going', firstName: 'Wanda', here: 2 },
    ]);
    expect(people[1]).not.toHaveProperty('lastInitial');
    expect(counts).toEqual({ expected: 5, here: 2, walkIns: 2 });
  });

  it('answers 304 until something changes', async () => {
    const { organiser, event, params, say, idOf } = await tonight();
    await make.guestRsvp(event, { firstName: 'Gus' });
    const url = `/api/events/${params.id}/door`;
    const first = await organiser.request({ method: 'GET', url });
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await organiser.request({ method: 'GET', url, headers })).statusCode).toBe(304);
    await say([{ id: await idOf('Gus'), here: 1, at: at(0) }]);
    expect((await organiser.request({ method: 'GET', url, headers })).statusCode).toBe(200);
  });

  it('weighs less than 250 kB with 5,000 people, half of them here', async () => {
    const { event, organiser, params } = await tonight();
    const { rows: made } = await db.execute<{ id: number }>(sql`
      insert into rsvps (event_id, kind, status, name, companions, note)
      select ${event.id}, 'added', 'going',
        initcap(substr(md5(n::text), 1, 6)), n % 3, case when n % 10 = 0 then md5(n::text) end
      from generate_series(1, 5000) n returning id`);
    await db.execute(sql`
      insert into arrivals (event_id, rsvp_id, here, at, device)
      select ${event.id}, id, 1, ${clock.read()}::timestamptz + (id % 7200) * interval '0.731 s', 'phone-one'
      from rsvps where event_id = ${event.id} and id % 2 = 0`);
    const url = `/api/events/${params.id}/door`;
    const headers = { 'accept-encoding': 'gzip' };
    const response = await organiser.request({ method: 'GET', url, headers });
    expect(made).toHaveLength(5000);
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(response.rawPayload.length).toBeLessThan(250_000);
  });

  it('keeps the id of a party that gets a place', async () => {
    const { event, group, organiser, params, idOf } = await tonight();
    const will = await make.member(group, { firstName: 'Will' });
    await make.waiting(event, will);
    const before = await idOf('Will');
    const key = { params: { ...params, userId: will.id } };
    expect(await organiser.outcome('POST /api/events/:id/waitlist/:userId', key)).toBe(201);
    expect(await idOf('Will')).toBe(before);
  });
});

describe('an arrival', () => {
  it('is set and not toggled: the latest one counts, by its own clock', async () => {
    const { event, say, idOf, atDoor } = await tonight();
    await make.guestRsvp(event, { firstName: 'Gus', guests: 1 });
    const id = await idOf('Gus');
    const first = { id, here: 2, at: at(-10) };
    expect((await say([first])).results).toEqual([first]);
    expect((await say([first])).results).toEqual([first]);
    const later = { id, here: 1, at: at(-5) };
    expect((await say([later], 'phone-two')).results).toEqual([later]);
    expect((await say([{ id, here: 2, at: at(-6) }])).results).toEqual([{ ...later, stale: true }]);
    expect((await atDoor()).counts).toEqual({ expected: 2, here: 1, walkIns: 0 });
    expect((await say([{ id, here: 0, at: at(-4) }])).counts.here).toBe(0);
  });

  it('of the greater device counts among two of one time, and of one device the first', async () => {
    const { event, say, idOf } = await tonight();
    await make.guestRsvp(event, { firstName: 'Gus', guests: 1 });
    const word = { id: await idOf('Gus'), at: at(-1) };
    await say([{ ...word, here: 1 }], 'phone-bbb');
    const lesser = await say([{ ...word, here: 2 }], 'phone-aaa');
    expect(lesser.results).toEqual([{ ...word, here: 1, stale: true }]);
    const again = await say([{ ...word, here: 2 }], 'phone-bbb');
    expect(again.results).toEqual([{ ...word, here: 1, stale: true }]);
    const greater = await say([{ ...word, here: 2 }], 'phone-ccc');
    expect(greater.results).toEqual([{ ...word, here: 2 }]);
  });

  it('more than ten minutes ahead counts as now', async () => {
    const { event, say, idOf } = await tonight();
    await make.guestRsvp(event, { firstName: 'Gus' });
    const id = await idOf('Gus');
    expect((await say([{ id, here: 1, at: at(10) }])).results).toMatchObject([{ at: at(10) }]);
    expect((await say([{ id, here: 0, at: at(11) }])).results).toMatchObject([{ at: at(10) }]);
    await make.guestRsvp(event, { firstName: 'Gil' });
    const gil = { id: await idOf('Gil'), here: 1, at: at(60) };
    expect((await say([gil])).results).toMatchObject([{ here: 1, at: at(0) }]);
  });

  it('that is invalid spoils no other', async () => {
    const { event, say, idOf } = await tonight();
    await make.guestRsvp(event, { firstName: 'Gus', guests: 1 });
    await make.addedAttendee(event, { name: 'Ada', people: 12 });
    const [gus, ada] = [await idOf('Gus'), await idOf('Ada')];
    const { results, counts } = await say([
      { id: gus, here: 8, at: at(0) },
      { id: gus, here: 2, at: at(0) },
      { id: ada, here: 12, at: at(0) },
      { id: '999999', here: 1, at: at(0) },
      { id: 'wnobody-here', here: 1, at: at(0) },
      { id: gus, here: -1, at: at(0) },
      { id: gus, here: 1, at: 'yesterday' },
      { ...walkIn('short'), here: 1, at: at(0) },
      { ...walkIn('phone-0001', 'Wanda', 10), here: 1, at: at(0) },
      'nonsense',
    ]);
    expect(results).toEqual([
      { id: gus, error: 'invalid' },
      { id: gus, here: 2, at: at(0) },
      { id: ada, here: 12, at: at(0) },
      { id: '999999', error: 'not_found' },
      { id: 'wnobody-here', error: 'not_found' },
      { id: gus, error: 'invalid' },
      { id: gus, error: 'invalid' },
      { id: 'wshort', error: 'invalid' },
      { id: 'wphone-0001', error: 'invalid' },
      { id: '', error: 'invalid' },
    ]);
    expect(counts.here).toBe(14);
  });

  it('of the party of another event is not found', async () => {
    const [here, elsewhere] = [await tonight(), await tonight()];
    await make.guestRsvp(elsewhere.event, { firstName: 'Gus' });
    const id = await elsewhere.idOf('Gus');
    const { results } = await here.say([{ id, here: 1, at: at(0) }]);
    expect(results).toEqual([{ id, error: 'not_found' }]);
  });

  it('counts one walk-in once, however often and by whichever phone it is sent', async () => {
    const { say, atDoor, params } = await tonight({ capacity: 1 });
    const wanda = { ...walkIn('phone-0001', 'Wanda', 2), here: 2, at: at(-2) };
    const both = await Promise.all([say([wanda, wanda]), say([wanda], 'phone-two')]);
    expect(both.map(({ counts }) => counts.here)).toEqual([2, 2]);
    expect(both[0]?.overCapacity).toBe(true);
    await say([{ ...walkIn('phone-0001', 'Wanda May', 3), here: 3, at: at(-1) }]);
    expect((await atDoor()).people).toMatchObject([{ firstName: 'Wanda May', people: 3, here: 3 }]);
    await say([{ id: 'wphone-0001', here: 0, at: at(0) }]);
    expect((await atDoor()).counts).toEqual({ expected: 0, here: 0, walkIns: 0 });
    expect(await db.$count(arrivals, eq(arrivals.eventId, params.id))).toBe(1);
  });

  it('of two phones at once, in two processes, counts once and by the later one', async () => {
    const { event, organiser, atDoor, say } = await tonight();
    for (let each = 0; each < 20; each += 1)
      await make.addedAttendee(event, { name: `Ada ${each}` });
    const other = new Client(await app.another()).withSession(organiser.session ?? '');
    const ids = (await atDoor()).people.map(({ id }) => id);
    const wordsAt = (minutes: number, here: number) => [
      ...ids.map((id) => ({ id, here, at: at(minutes) })),
      { ...walkIn('phone-0001'), here, at: at(minutes) },
    ];
    await Promise.all([
      say(wordsAt(2, 1), 'phone-one'),
      say(wordsAt(1, 0), 'phone-two', other),
      say(wordsAt(2, 1).toReversed(), 'phone-one', other),
    ]);
    const [here, there] = [await atDoor(), await atDoor(other)];
    expect(there).toEqual(here);
    expect(here.people.map((party) => party.here)).toEqual(Array.from({ length: 21 }, () => 1));
    expect(here.counts).toEqual({ expected: 20, here: 21, walkIns: 1 });
  });

  it('is refused whole only for its device, or a list of none or too many', async () => {
    const { organiser, params } = await tonight();
    const word = { id: '1', here: 1, at: at(0) };
    const fieldsOf = async (body: unknown) =>
      Object.keys((await organiser.refusal(save, { params, body })).fields ?? {});
    expect(await fieldsOf({ device: 'short', arrivals: [word] })).toEqual(['device']);
    expect(await fieldsOf({ device: 'phone-one' })).toEqual(['arrivals']);
    expect(await fieldsOf({ device: 'phone-one', arrivals: [] })).toEqual(['arrivals']);
    const many = Array.from({ length: 201 }, () => word);
    expect(await fieldsOf({ device: 'phone-one', arrivals: many })).toEqual(['arrivals']);
    const body = { device: 'phone-one', arrivals: many.slice(1) };
    expect(await organiser.outcome(save, { params, body })).toBe(200);
  });

  it('is accepted from 12 hours before the start until 7 days after the end', async () => {
    const { organiser, params, atDoor } = await tonight({
      startTime: clock.inHours(13),
      endTime: clock.inHours(14),
    });
    const body = { device: 'phone-one', arrivals: [{ id: '1', here: 1, at: at(0) }] };
    const outcome = () => organiser.outcome(save, { params, body });
    expect(await outcome()).toBe('conflict');
    clock.advanceHours(1);
    expect(await outcome()).toBe(200);
    clock.advanceHours(13 + 7 * 24);
    expect(await outcome()).toBe(200);
    clock.advanceHours(1);
    expect(await outcome()).toBe('conflict');
    expect((await atDoor()).counts.here).toBe(0);
    clock.reset();
  });

  it('is refused for a cancelled event, whose door organisers still read', async () => {
    const { organiser, params } = await tonight();
    await organiser.call('DELETE /api/events/:id', { params });
    const body = { device: 'phone-one', arrivals: [{ id: '1', here: 1, at: at(0) }] };
    expect(await organiser.outcome(save, { params, body })).toBe('conflict');
    expect(await organiser.outcome(door, { params })).toBe(200);
  });

  it('of a waiting party admits it past the capacity, and it has come', async () => {
    const hall = await tonight({ capacity: 1 });
    const { event, group, say, idOf, atDoor, organiser, params } = hall;
    await make.guestRsvp(event, { firstName: 'Gus' });
    const will = await make.member(group, { firstName: 'Will' });
    await make.waiting(event, will);
    const { overCapacity } = await say([
      { id: await idOf('Gus'), here: 1, at: at(0) },
      { id: await idOf('Will'), here: 1, at: at(0) },
    ]);
    expect(overCapacity).toBe(true);
    expect((await atDoor()).counts).toEqual({ expected: 1, here: 2, walkIns: 0 });
    clock.advanceHours(4);
    await lockAndOfferPlaces(db, event.id, clock.read());
    const { body } = await organiser.call('GET /api/events/:id/attendance', { params });
    expect(body).toMatchObject([
      { firstName: 'Gus', state: 'came' },
      { firstName: 'Will', came: 1, state: 'came', firstTime: true },
    ]);
    clock.reset();
  });

  it('is deleted with its RSVP', async () => {
    const { event, group, say, idOf, cancel, atDoor } = await tonight();
    const ann = await make.member(group, { firstName: 'Ann' });
    await make.rsvp(event, ann);
    await say([{ id: await idOf('Ann'), here: 1, at: at(0) }]);
    expect(await cancel(ann)).toBe(204);
    expect((await atDoor()).counts).toEqual({ expected: 0, here: 0, walkIns: 0 });
  });
});

describe('the record of who came', () => {
  async function evening() {
    const hall = await tonight();
    const ann = await make.member(hall.group, { firstName: 'Ann' });
    const ben = await make.member(hall.group, { firstName: 'Ben' });
    await make.rsvp(hall.event, ann, clock.read(), 1);
    await make.rsvp(hall.event, ben);
    return { ...hall, ann, ben };
  }
  const list = 'GET /api/events/:id/attendance';

  it('is unknown until the end, and then lists the absent, where the door was used', async () => {
    const { organiser, params, say, idOf } = await evening();
    const states = async () =>
      (await organiser.call(list, { params })).body.map(({ state }) => state);
    expect(await states()).toEqual(['unknown', 'unknown']);
    await say([{ id: await idOf('Ann'), here: 2, at: at(0) }]);
    await say([{ ...walkIn('phone-0001'), here: 1, at: at(0) }]);
    expect(await states()).toEqual(['came', 'unknown', 'came']);
    clock.advanceHours(4);
    expect(await states()).toEqual(['came', 'absent', 'came']);
    clock.reset();
  });

  it('stays unknown where nobody worked at the door', async () => {
    const { organiser, params } = await evening();
    clock.advanceHours(4);
    const { body } = await organiser.call(list, { params });
    expect(body.map(({ state }) => state)).toEqual(['unknown', 'unknown']);
    clock.reset();
  });

  it('is paged', async () => {
    const { organiser, params, say } = await evening();
    await say([{ ...walkIn('phone-0001'), here: 1, at: at(0) }]);
    const names: string[] = [];
    for (let cursor: string | undefined; names.length < 3;) {
      const { body, headers } = await organiser.call(list, { params, query: { limit: 1, cursor } });
      names.push(...body.map(({ firstName }) => firstName));
      cursor = /cursor=([^&>]+)/.exec(String(headers.link))?.[1];
    }
    expect(names).toEqual(['Ann', 'Ben', 'Wanda']);
  });

  it('is shown to a member about themselves only', async () => {
    const { params, say, idOf, ann, ben } = await evening();
    await say([{ id: await idOf('Ann'), here: 2, at: at(0) }]);
    const ofMember = async (member: typeof ann) =>
      (await (await app.as(member)).call('GET /api/user/attendance')).body;
    expect(await ofMember(ann)).toMatchObject([{ eventId: params.id, came: 2 }]);
    expect(await ofMember(ben)).toEqual([]);
  });

  it('is counted on the event and for the group, for organisers', async () => {
    const { organiser, group, params, say, idOf, ann } = await evening();
    const seen = async (client: Client) =>
      (await client.call('GET /api/events/:id', { params })).body;
    expect((await seen(organiser)).came).toBeNull();
    await say([
      { id: await idOf('Ann'), here: 2, at: at(0) },
      { ...walkIn('phone-0001', 'Wanda', 3), here: 3, at: at(0) },
    ]);
    expect((await seen(organiser)).came).toEqual({ parties: 2, people: 5 });
    expect(await seen(await app.as(ann))).not.toHaveProperty('came');
    const ofGroup = { params: { id: group.id } };
    const { body } = await organiser.call('GET /api/groups/:id/attendance', ofGroup);
    expect(body).toMatchObject([{ eventId: params.id, expected: 3, came: 5, firstTime: 1 }]);
  });

  it('has a message audience of its own', async () => {
    const { organiser, params, say, idOf, group } = await evening();
    await say([{ id: await idOf('Ann'), here: 2, at: at(0) }]);
    const { body } = await organiser.call('GET /api/groups/:id/audiences', {
      params: { id: group.id },
      query: { eventId: params.id },
    });
    expect(body.find(({ audience }) => audience === 'came')?.recipients).toBe(1);
  });

  it('is deleted a year after the event, and its numbers stay', async () => {
    const { group, params, say, idOf } = await evening();
    await say([{ id: await idOf('Ann'), here: 2, at: at(0) }]);
    clock.advanceHours(366 * 24);
    const organiser = await app.as(group.owner);
    expect(await eraseArrivals(db, clock.read())).toBeGreaterThan(0);
    expect(await db.$count(arrivals, eq(arrivals.eventId, params.id))).toBe(0);
    const ofGroup = { params: { id: group.id } };
    const { body } = await organiser.call('GET /api/groups/:id/attendance', ofGroup);
    expect(body).toMatchObject([{ expected: 3, came: 2, firstTime: 1 }]);
    const { body: event } = await organiser.call('GET /api/events/:id', { params });
    expect(event.came).toEqual({ parties: 1, people: 2 });
    clock.reset();
  });

  it('is deleted at once where a group switches it off, and then refused', async () => {
    const { organiser, group, params, say, idOf } = await evening();
    await say([{ id: await idOf('Ann'), here: 2, at: at(0) }]);
    const ofGroup = { params: { id: group.id } };
    await organiser.call('PATCH /api/groups/:id', {
      ...ofGroup,
      body: { recordsAttendance: false },
    });
    expect(await db.$count(arrivals, eq(arrivals.eventId, params.id))).toBe(0);
    expect(await organiser.outcome(door, { params })).toBe('conflict');
    expect(await organiser.outcome(list, { params })).toBe('conflict');
    expect(await organiser.outcome('GET /api/groups/:id/attendance', ofGroup)).toBe('conflict');
    const body = { device: 'phone-one', arrivals: [{ id: '1', here: 1, at: at(0) }] };
    expect(await organiser.outcome(save, { params, body })).toBe('conflict');
    const [row] = await db.select().from(groups).where(eq(groups.id, group.id));
    expect(row?.recordsAttendance).toBe(false);
  });

  it('counts those who are there, and no RSVP that ended', async () => {
    const { event, organiser, params, say, idOf } = await tonight();
    const { id: rsvpId } = await make.guestRsvp(event, { firstName: 'Gus' });
    await say([{ id: await idOf('Gus'), here: 1, at: at(0) }]);
    await db.update(rsvps).set({ status: 'unconfirmed' }).where(eq(rsvps.id, rsvpId));
    const { body } = await organiser.call('GET /api/events/:id', { params });
    expect(body.came).toEqual({ parties: 0, people: 0 });
  });
});
