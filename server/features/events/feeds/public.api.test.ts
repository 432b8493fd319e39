import ical from 'ical.js';
import { describe, expect, it } from 'vitest';
import { feedEntries } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import { entriesIn, readFeed, titlesIn } from '#tests/support/feeds.ts';

const app = await startTestApp();
const { make, clock } = app;

const ofGroup = (id: number) => `/groups/${id}/calendar.ics`;
const entries = async (url: string) => entriesIn((await readFeed(app, url)).body);
const titles = async (url: string) => titlesIn((await readFeed(app, url)).body);

describe('the calendar of a group', () => {
  it('has events to come, ongoing, and of the last 30 days, without a login', async () => {
    const group = await make.group({ name: 'Fell walkers' });
    await make.event({ group, title: 'To come' });
    await make.event({ group, title: 'Under way', startTime: clock.inHours(-1) });
    await make.event({ group, title: 'Over', startTime: clock.inHours(-29 * 24) });
    await make.event({ group, title: 'Long over', startTime: clock.inHours(-31 * 24) });
    await make.event({ title: 'Of another group' });
    const { statusCode, headers, body } = await readFeed(app, ofGroup(group.id));
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(titlesIn(body).toSorted()).toEqual(['Over', 'To come', 'Under way']);
    const calendar = new ical.Component(ical.parse(body));
    expect(calendar.getFirstPropertyValue('name')).toBe('Fell walkers');
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H');
  });

  it('has the town and never the venue, for any viewer', async () => {
    const event = await make.event({ location: 'The Old Forge, Back Lane', town: 'Kendal' });
    const cookie = `session=${await make.session(await make.admin())}`;
    for (const headers of [{}, { cookie }]) {
      const { body } = await readFeed(app, ofGroup(event.groupId), headers);
      expect(entriesIn(body)).toMatchObject([
        { uid: `event-${event.id}@villagehall.test`, location: 'Kendal', status: 'CONFIRMED' },
      ]);
      expect(body).not.toContain('Forge');
    }
  });

  it.each(['pending_approval', 'rejected'] as const)('does not exist while %s', async (status) => {
    const group = await make.group({ status });
    await make.event({ group });
    for (const path of [ofGroup(group.id), `/groups/${group.id}/feed.xml`]) {
      const cookie = `session=${await make.session(group.owner)}`;
      expect((await readFeed(app, path)).statusCode).toBe(404);
      expect((await readFeed(app, path, { cookie })).statusCode).toBe(404);
    }
  });

  it.each(['0', '2147483647', '99999999999999', 'x'])('of %s does not exist', async (id) => {
    expect((await readFeed(app, `/groups/${id}/calendar.ics`)).statusCode).toBe(404);
  });

  it("keeps an event's UID after a move and a cancellation, with a higher SEQUENCE", async () => {
    const group = await make.group();
    const { id } = await make.event({ group });
    const organiser = await app.as(group.owner);
    const read = async () => (await entries(ofGroup(group.id)))[0];
    const before = await read();
    const file = await readFeed(app, `/api/events/${id}/calendar.ics`);
    expect(before).toMatchObject({ uid: entriesIn(file.body)[0]?.uid, status: 'CONFIRMED' });
    const times = { startTime: '2026-06-20T18:00:00.000Z', endTime: '2026-06-20T20:00:00.000Z' };
    await organiser.call('PATCH /api/events/:id', { params: { id }, body: times });
    const moved = await read();
    expect(moved).toMatchObject({ uid: before?.uid, start: times.startTime, end: times.endTime });
    expect(moved?.sequence).toBeGreaterThan(before?.sequence ?? Infinity);
    await organiser.call('DELETE /api/events/:id', { params: { id } });
    const off = await read();
    expect(off).toMatchObject({ uid: before?.uid, start: times.startTime, status: 'CANCELLED' });
    expect(off?.sequence).toBeGreaterThan(moved?.sequence ?? Infinity);
  });

  it("has the time of an event's last edit", async () => {
    const group = await make.group();
    const { id } = await make.event({ group });
    const stamp = async () =>
      /DTSTAMP:(\S+)/.exec((await readFeed(app, ofGroup(group.id))).body)?.[1];
    const first = await stamp();
    clock.advanceHours(1);
    expect(await stamp()).toBe(first);
    const organiser = await app.as(group.owner);
    await organiser.call('PATCH /api/events/:id', { params: { id }, body: { town: 'Settle' } });
    const edited = clock
      .read()
      .toISOString()
      .replace(/[-:]|\.\d+/g, '');
    expect(await stamp()).toBe(edited);
    clock.reset();
  });

  it('parses correctly around both clock changes', async () => {
    const group = await make.group();
    const hours = Array.from({ length: 25 }, (_, at) => at - 12);
    const starts = ['2026-10-25T01:00:00Z', '2027-03-28T01:00:00Z'].flatMap((change) =>
      hours.map((hour) => new Date(Date.parse(change) + hour * 3_600_000)),
    );
    for (const startTime of starts) {
      await make.event({ group, title: `Starts ${startTime.toISOString()}`, startTime });
    }
    const read = await entries(ofGroup(group.id));
    expect(read).toHaveLength(50);
    for (const { title, start, end } of read) {
      expect(title).toBe(`Starts ${start}`);
      expect(Date.parse(end) - Date.parse(start)).toBe(2 * 3_600_000);
    }
  });

  it('has a thousand at most: upcoming before past ones', async () => {
    const group = await make.group();
    const at = clock.read().toISOString();
    await app.db.$client.query(
      `INSERT INTO events (group_id, category_id, title, description, location, start_time, end_time)
       SELECT $1, 2, 'Day ' || n, 'One of very many.', 'The Moot Hall', t, t + interval '1 hour'
       FROM generate_series(-29, 999) n, LATERAL (SELECT $2::timestamptz + n * interval '1 day' + interval '1 minute' AS t) at`,
      [group.id, at],
    );
    const all = await titles(ofGroup(group.id));
    expect(all).toHaveLength(feedEntries);
    expect(all).toContain('Day 999');
    expect(all).not.toContain('Day -1');
  });

  it('has the beginning of a long description, and a link to the rest', async () => {
    const event = await make.event({ description: 'Long. '.repeat(1_000) });
    const [entry] = await entries(ofGroup(event.groupId));
    expect(entry?.description.length).toBeLessThan(400);
    expect(entry?.description).toMatch(
      new RegExp(`…\\n\\nhttp://villagehall\\.test/events/${event.id}$`),
    );
  });

  it('keeps characters whole where a line is folded', async () => {
    const title = `${'Ceilidh à l’été 🎻 '.repeat(8)}; all, welcome \\o/`;
    const event = await make.event({ title });
    const { body } = await readFeed(app, ofGroup(event.groupId));
    expect(entriesIn(body)[0]?.title).toBe(title);
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });
});

describe('the calendar of all events', () => {
  it("accepts the list's filters", async () => {
    const [free, paid] = [
      await make.group(),
      await make.group({ chargeForEvents: 'paid', name: 'Charging' }),
    ];
    const startTime = new Date('2026-08-14T18:00:00Z');
    const common = { startTime, town: 'Whitby', categoryId: 7 };
    await make.event({ ...common, group: free, title: 'Harbour swim' });
    await make.event({ ...common, group: paid, title: 'Harbour supper' });
    await make.event({ ...common, group: free, title: 'Inland swim', town: 'Keswick' });
    const titlesFor = async (query: string) => (await titles(`/calendar.ics?${query}`)).toSorted();
    expect(await titlesFor('location=whitby')).toEqual(['Harbour supper', 'Harbour swim']);
    expect(await titlesFor('near=Whitby&from=2026-08-14&to=2026-08-14')).toEqual([
      'Harbour supper',
      'Harbour swim',
    ]);
    expect(await titlesFor('q=harbour+swim')).toEqual(['Harbour swim']);
    expect(await titlesFor('category=7&free=true')).toEqual(['Harbour swim', 'Inland swim']);
    expect(await titlesFor(`group=${paid.id}`)).toEqual(['Harbour supper']);
    expect(await titlesFor('from=2026-08-15&category=7')).toEqual([]);
    expect(await titlesFor('location=Moot')).toEqual([]);
  });

  it('marks cancelled events that match a filter', async () => {
    const group = await make.group();
    await make.event({ group, title: 'Stays', town: 'Ripon' });
    await make.cancelledEvent({ group, title: 'Is off', town: 'Ripon' });
    const entriesNear = await entries('/calendar.ics?near=Ripon');
    expect(Object.fromEntries(entriesNear.map(({ title, status }) => [title, status]))).toEqual({
      'Cancelled: Is off': 'CANCELLED',
      Stays: 'CONFIRMED',
    });
  });

  it('excludes unapproved groups', async () => {
    const group = await make.group({ status: 'pending_approval' });
    await make.event({ group, title: 'Hidden for now', town: 'Oban' });
    await make.cancelledEvent({ group, title: 'Hidden and off', town: 'Oban' });
    expect(await titles('/calendar.ics?location=Oban')).toEqual([]);
    expect(await titles(`/calendar.ics?group=${group.id}`)).toEqual([]);
  });

  it('names an invalid filter', async () => {
    const { statusCode, headers, body } = await readFeed(
      app,
      '/calendar.ics?from=2026-08-02&to=2026-08-01',
    );
    expect([statusCode, headers['cache-control']]).toEqual([400, 'no-store']);
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid', fields: { to: expect.any(String) } });
  });
});

describe('a feed', () => {
  it('answers 304 while unchanged, even hours later', async () => {
    const group = await make.group();
    const { id } = await make.event({ group });
    const first = await readFeed(app, ofGroup(group.id));
    const etag = String(first.headers.etag);
    clock.advanceHours(3);
    const again = await readFeed(app, ofGroup(group.id), { 'if-none-match': etag });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
    const organiser = await app.as(group.owner);
    const body = { title: 'Another name for it' };
    await organiser.call('PATCH /api/events/:id', { params: { id }, body });
    const changed = await readFeed(app, ofGroup(group.id), { 'if-none-match': etag });
    expect(changed.statusCode).toBe(200);
    clock.reset();
  });
});
