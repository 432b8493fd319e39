import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { Series } from '#contract/events/series/series.ts';
import { statementsOf } from '../../../../bench/speed/record.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { tuesdays } from '#tests/support/forms.ts';

const app = await startTestApp();
const { make, clock } = app;

async function organiser() {
  const group = await make.group();
  return { group, client: await app.as(group.owner) };
}

/** Creates an organiser of a group with a weekly series. */
async function weekly(fields: Partial<typeof tuesdays> & Record<string, unknown> = {}) {
  const { group, client } = await organiser();
  const series = await create(client, { ...fields, groupId: group.id });
  return { group, client, series };
}

async function create(
  client: Client,
  fields: { groupId: number } & Record<string, unknown>,
): Promise<Series> {
  const { status, body } = await client.call('POST /api/series', {
    body: { ...tuesdays, ...fields },
  });
  expect(status).toBe(201);
  return body;
}

describe('a new series', () => {
  it('has an event on each date', async () => {
    const { group, series } = await weekly({
      exdates: ['2027-01-19'],
      capacity: 8,
      guestsAllowed: 2,
    });
    expect(series).toMatchObject({
      rrule: tuesdays.rrule,
      text: 'Every Tuesday',
      group: { id: group.id, name: group.name },
      can: { edit: true, attend: 3 },
    });
    expect(series.events.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      ['2027-01-05T19:30:00.000Z', '2027-01-05T21:30:00.000Z'],
      ['2027-01-12T19:30:00.000Z', '2027-01-12T21:30:00.000Z'],
      ['2027-01-26T19:30:00.000Z', '2027-01-26T21:30:00.000Z'],
    ]);
    for (const [index, event] of series.events.entries()) {
      expect(event).toMatchObject({
        title: 'Tuesday choir',
        town: 'Keswick',
        capacity: 8,
        guestsAllowed: 2,
        series: { id: series.id, position: index + 1, count: 3, text: 'Every Tuesday' },
      });
    }
  });

  it('is in each of its events, and in no single event', async () => {
    const { group, client, series } = await weekly();
    const [first] = series.events;
    const { body } = await client.call('GET /api/events/:id', { params: { id: first?.id ?? 0 } });
    expect(body.series).toEqual({ id: series.id, position: 1, count: 4, text: 'Every Tuesday' });
    const { id } = await make.event({ group });
    const alone = await client.call('GET /api/events/:id', { params: { id } });
    expect(alone.body.series).toBeNull();
  });

  it('closes RSVPs equally long before each date, by the clock', async () => {
    const { series } = await weekly({
      startTime: '2027-03-23T19:30:00Z',
      endTime: '2027-03-23T21:30:00Z',
      rsvpClosesAt: '2027-03-21T18:00:00Z',
      rrule: 'FREQ=WEEKLY;COUNT=2',
    });
    expect(series.events.map(({ rsvpClosesAt }) => rsvpClosesAt)).toEqual([
      '2027-03-21T18:00:00.000Z',
      '2027-03-28T17:00:00.000Z',
    ]);
  });

  it('is refused with its errors, and leaves nothing behind', async () => {
    const { group, client } = await organiser();
    const refused = async (fields: Record<string, unknown>) => {
      const body = { ...tuesdays, groupId: group.id, ...fields };
      const response = await client.send('POST /api/series', { body });
      expect(response.statusCode).toBe(400);
      return Object.keys(response.json<{ fields: object }>().fields);
    };
    expect(await refused({ rrule: 'FREQ=DAILY;COUNT=4' })).toEqual(['rrule']);
    expect(await refused({ rrule: undefined })).toEqual(['rrule']);
    expect(await refused({ rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=4' })).toEqual(['startTime']);
    expect(await refused({ exdates: ['5 January'] })).toEqual(['exdates.0']);
    expect(await refused({ endTime: tuesdays.startTime })).toEqual(['endTime']);
    expect(await refused({ categoryId: 9_999 })).toEqual(['categoryId']);
    expect(await refused({ imageUrl: `/media/${'0'.repeat(64)}.webp` })).toEqual(['imageUrl']);
    const { body } = await client.call('GET /api/events/group/:groupId', {
      params: { groupId: group.id },
      query: { when: 'all' },
    });
    expect(body).toEqual([]);
  });

  it('is announced once', async () => {
    const { group, client } = await organiser();
    await make.member(group);
    await create(client, { groupId: group.id, rrule: 'FREQ=WEEKLY;COUNT=104' });
    const { rows } = await app.db.execute(
      `select payload from outbox where kind = 'group_news' and payload ->> 'groupId' = '${group.id}'`,
    );
    expect(rows).toHaveLength(1);
  });

  it('by an admin is in the log', async () => {
    const { group } = await organiser();
    const admin = await app.as(await make.admin());
    const { id } = await create(admin, { groupId: group.id });
    const { body } = await admin.call('GET /api/admin/audit', {
      query: { action: 'series.create' },
    });
    expect(body.find(({ target }) => target.id === String(id))).toMatchObject({
      after: { dates: 4 },
    });
  });

  it('needs no more statements for the most dates than for two', async () => {
    const { group, client } = await organiser();
    const of = (dates: number) =>
      statementsOf(async () => {
        const rrule = `FREQ=WEEKLY;COUNT=${dates}`;
        expect((await create(client, { groupId: group.id, rrule })).events).toHaveLength(dates);
      });
    const [few, most] = [await of(2), await of(104)];
    expect(most.length).toBeLessThanOrEqual(few.length);
  });
});

describe('a preview', () => {
  const preview = async (fields: object) => {
    const client = await app.as(await make.user());
    const { startTime, endTime, rrule } = tuesdays;
    const body = { startTime, endTime, rrule, ...fields };
    return (await client.call('POST /api/series/preview', { body })).body;
  };

  it('lists the dates that a form would create', async () => {
    const { group, client } = await organiser();
    const form = { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=60', exdates: ['2027-12-28'] };
    const { text, dates } = await preview(form);
    const { events } = await create(client, { ...form, groupId: group.id });
    expect(text).toBe('Every Tuesday');
    expect(dates.map(({ startTime, endTime }) => [startTime, endTime])).toEqual(
      events.map(({ startTime, endTime }) => [startTime, endTime]),
    );
  });

  it('names bank holidays, clock changes and skipped months', async () => {
    const holidays = await preview({ rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=60' });
    expect(holidays.dates.filter(({ bankHoliday }) => bankHoliday)).toEqual([
      {
        startTime: '2027-11-30T19:30:00.000Z',
        endTime: '2027-11-30T21:30:00.000Z',
        bankHoliday: 'St Andrew’s Day (Scotland)',
      },
      {
        startTime: '2027-12-28T19:30:00.000Z',
        endTime: '2027-12-28T21:30:00.000Z',
        bankHoliday: 'Boxing Day, substitute day (England and Wales, Scotland, Northern Ireland)',
      },
      {
        startTime: '2028-01-04T19:30:00.000Z',
        endTime: '2028-01-04T21:30:00.000Z',
        bankHoliday: '2nd January, substitute day (Scotland)',
      },
    ]);
    const short = await preview({
      startTime: '2027-01-31T01:30:00Z',
      endTime: '2027-01-31T02:30:00Z',
      rrule: 'FREQ=MONTHLY;COUNT=6',
    });
    expect(short.note).toBe('Where a month has no 31st, that date is left out.');
    expect(short.dates.find(({ startTime }) => startTime.startsWith('2027-10-31'))?.note).toBe(
      'The clocks go back that night and show 1:30 AM twice; it starts the first time.',
    );
  });

  it('stores nothing', async () => {
    const before = await app.db.execute('select count(*) from series');
    await preview({});
    expect((await app.db.execute('select count(*) from series')).rows).toEqual(before.rows);
  });
});

describe('a series', () => {
  it('shows a member how many dates they could attend', async () => {
    const group = await make.group();
    const { id, events } = await make.series({ group, dates: 5, startTime: clock.inHours(-1) });
    const member = await make.member(group);
    const attend = async () => {
      const { body } = await (await app.as(member)).call('GET /api/series/:id', { params: { id } });
      return body.can.attend;
    };
    const { body: seen } = await app.visitor().call('GET /api/series/:id', { params: { id } });
    expect(seen.can).toEqual({ edit: false, attend: 0 });
    expect(await attend()).toBe(4);
    const [, second] = events;
    if (second) await make.rsvp(second, member);
    expect(await attend()).toBe(3);
  });
});

describe("a series' calendar", () => {
  const calendarOf = async (client: Client, id: number) => {
    const response = await client.send('GET /api/series/:id/calendar.ics', { params: { id } });
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const calendar = new ICAL.Component(ICAL.parse(response.body) as string);
    return calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry));
  };
  it("has each date under its event's UID, with its number of changes", async () => {
    const { client, series } = await weekly();
    const [first, second] = series.events.map(({ id }) => id);
    await client.call('PATCH /api/events/:id', {
      params: { id: first ?? 0 },
      body: { title: 'Concert' },
    });
    await client.call('DELETE /api/events/:id', { params: { id: second ?? 0 } });
    const entries = await calendarOf(client, series.id);
    const status = (entry: ICAL.Event) => entry.component.getFirstPropertyValue('status');
    expect(entries.map((entry) => [entry.summary, entry.sequence, status(entry)])).toEqual([
      ['Concert', 1, 'CONFIRMED'],
      ['Cancelled: Tuesday choir', 1, 'CANCELLED'],
      ['Tuesday choir', 0, 'CONFIRMED'],
      ['Tuesday choir', 0, 'CONFIRMED'],
    ]);
    for (const [index, { id }] of series.events.entries()) {
      const own = await client.send('GET /api/events/:id/calendar.ics', { params: { id } });
      expect(own.body).toContain(`UID:${entries[index]?.uid}`);
      expect(entries[index]?.component.getFirstProperty('recurrence-id')).toBeNull();
    }
  });
});

describe('a group’s list with a series', () => {
  const visitor = app.visitor();
  const listed = async (groupId: number, query: object = {}) =>
    (
      await visitor.call('GET /api/events/group/:groupId', {
        params: { groupId },
        query: { series: 'next', ...query },
      })
    ).body;

  it('shows the series by its next date, with some that follow', async () => {
    const group = await make.group();
    const { events } = await make.series({ group, dates: 7, startTime: clock.inHours(-24) });
    const soon = await make.event({ group, startTime: clock.inHours(24) });
    const late = await make.event({ group, startTime: clock.inHours(20 * 24) });
    const found = await listed(group.id);
    expect(found.map(({ id }) => id)).toEqual([soon.id, events[1]?.id, late.id]);
    expect(found[0]?.series).toBeNull();
    expect(found[1]?.series).toMatchObject({ position: 2, count: 7 });
    expect(found[1]?.series?.next?.map(({ id }) => id)).toEqual(
      events.slice(2, 5).map(({ id }) => id),
    );
  });

  it('shows each date on request, or past ones', async () => {
    const group = await make.group();
    const { events } = await make.series({ group, dates: 3, startTime: clock.inHours(-24) });
    const ids = events.map(({ id }) => id);
    expect((await listed(group.id, { series: 'each' })).map(({ id }) => id)).toEqual(ids.slice(1));
    expect((await listed(group.id, { when: 'past' })).map(({ id }) => id)).toEqual(ids.slice(0, 1));
    expect((await listed(group.id, { when: 'all' })).map(({ id }) => id)).toEqual(ids);
  });

  it('prefers an ongoing date, and skips cancelled ones', async () => {
    const group = await make.group();
    const begun = await make.series({ group, dates: 3, startTime: clock.inHours(-1) });
    const off = await make.series({ group, dates: 3, startTime: clock.inHours(3) });
    const under = await make.event({ group, startTime: clock.inHours(-0.5) });
    const owner = await app.as(group.owner);
    await owner.call('DELETE /api/events/:id', { params: { id: off.events[0]?.id ?? 0 } });
    const found = await listed(group.id);
    expect(found.map(({ id }) => id)).toEqual([begun.events[0]?.id, under.id, off.events[1]?.id]);
  });

  it('follows by a cursor', async () => {
    const group = await make.group();
    const ids = [];
    for (const hours of [50, 10, 30]) {
      const { events } = await make.series({ group, dates: 3, startTime: clock.inHours(hours) });
      ids.push([hours, events[0]?.id]);
      ids.push([hours + 5, (await make.event({ group, startTime: clock.inHours(hours + 5) })).id]);
    }
    const inOrder = ids.toSorted(([one = 0], [other = 0]) => one - other).map(([, id]) => id);
    const pages = await readPages(visitor, 'GET /api/events/group/:groupId', {
      params: { groupId: group.id },
      query: { series: 'next', limit: 2 },
    });
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(pages.flat()).toEqual(inOrder);
  });
});
