import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();

const monthOf = async (query: Record<string, unknown>, client: Client = visitor) =>
  (await client.call('GET /api/events/month', { query })).body;

/** Indexes the days of a month by date. */
const daysOf = async (query: Record<string, unknown>, client: Client = visitor) =>
  Object.fromEntries(
    (await monthOf(query, client)).days.map(({ date, events }) => [
      date,
      events.map(({ id }) => id),
    ]),
  );

/** Creates an event at this moment. */
const at = (group: { id: number }, startTime: string, columns: object = {}) => {
  const start = new Date(startTime);
  return make.event({
    group,
    startTime: start,
    endTime: new Date(start.getTime() + 1_000),
    ...columns,
  });
};

describe('a month of events', () => {
  it('has each event on its London day, by time', async () => {
    const group = await make.group();
    const late = await at(group, '2026-07-01T18:00:00Z');
    const early = await at(group, '2026-06-30T23:00:00Z');
    await at(group, '2026-06-30T22:59:00Z');
    const last = await at(group, '2026-07-31T22:59:00Z');
    await at(group, '2026-07-31T23:00:00Z');
    expect(await daysOf({ month: '2026-07', group: group.id })).toEqual({
      '2026-07-01': [early.id, late.id],
      '2026-07-31': [last.id],
    });
  });

  it('has whole days at both clock changes', async () => {
    const group = await make.group();
    const [before, on, after] = [
      await at(group, '2027-03-27T23:30:00Z'),
      await at(group, '2027-03-28T22:30:00Z'),
      await at(group, '2027-03-28T23:30:00Z'),
    ];
    expect(await daysOf({ month: '2027-03', group: group.id })).toEqual({
      '2027-03-27': [before.id],
      '2027-03-28': [on.id],
      '2027-03-29': [after.id],
    });
  });

  it('shows little of each event, and no venue, to anybody', async () => {
    const event = await make.event({ location: '12 Foxglove Lane', town: 'Ambleside' });
    const query = { month: event.startTime.toISOString().slice(0, 7), group: event.groupId };
    const member = await app.as(await make.user());
    for (const client of [visitor, member]) {
      expect((await monthOf(query, client)).days[0]?.events).toEqual([
        {
          id: event.id,
          title: event.title,
          startTime: event.startTime.toISOString(),
          endTime: event.endTime.toISOString(),
          categoryId: event.categoryId,
          town: 'Ambleside',
        },
      ]);
    }
  });

  it("is the current one by default, with today's date", async () => {
    const today = app.clock.read().toISOString().slice(0, 10);
    for (const month of [undefined, ''])
      expect(await monthOf({ month })).toMatchObject({ month: today.slice(0, 7), today });
    expect(await monthOf({ month: '2031-02' })).toEqual({ month: '2031-02', today, days: [] });
  });

  it('includes past events, and no cancelled or private ones', async () => {
    const group = await make.group();
    const over = await make.pastEvent({ group, startTime: new Date('2025-02-03T10:00:00Z') });
    await make.cancelledEvent({ group, startTime: new Date('2025-02-04T10:00:00Z') });
    const hidden = await make.group({ status: 'pending_approval' });
    await at(hidden, '2025-02-05T10:00:00Z');
    expect(await daysOf({ month: '2025-02', group: group.id })).toEqual({
      '2025-02-03': [over.id],
    });
    expect(await daysOf({ month: '2025-02', group: hidden.id })).toEqual({});
  });

  it('has an event on each day on which it takes place, after those that begin there', async () => {
    const group = await make.group();
    const long = await at(group, '2027-08-30T09:00:00Z', {
      endTime: new Date('2027-09-03T16:00:00Z'),
      title: 'Zebracadabra',
    });
    const own = await at(group, '2027-09-02T18:00:00Z');
    await at(group, '2027-09-04T10:00:00Z', { endTime: new Date('2027-09-04T23:00:00Z') });
    const month = '2027-09';
    const days = await daysOf({ month, group: group.id });
    expect(Object.keys(days)).toEqual(['2027-09-01', '2027-09-02', '2027-09-03', '2027-09-04']);
    expect(days['2027-09-02']).toEqual([own.id, long.id]);
    const found = { '2027-09-01': [long.id], '2027-09-02': [long.id], '2027-09-03': [long.id] };
    expect(await daysOf({ month, q: 'zebracadabra' })).toEqual(found);
  });

  it('has the first four of a day, and counts up to fifty', async () => {
    const group = await make.group();
    const eventsOn = async (day: number, count: number) => {
      const made = [];
      for (let minute = 0; minute < count; minute += 1) {
        const startTime = new Date(Date.UTC(2027, 4, day, 9, minute));
        made.push((await make.event({ group, startTime })).id);
      }
      return made;
    };
    const made = await eventsOn(12, 40);
    await eventsOn(13, 49);
    await eventsOn(14, 51);
    const { days } = await monthOf({ month: '2027-05', group: group.id });
    expect(days.map(({ date, count, orMore }) => [date, count, orMore])).toEqual([
      ['2027-05-12', 40, undefined],
      ['2027-05-13', 49, undefined],
      ['2027-05-14', 50, true],
    ]);
    expect(days[0]?.events.map(({ id }) => id)).toEqual(made.slice(0, 4));
  });
});

describe('the filters of a month', () => {
  const createFixture = async (columns: object, others: object = {}) => {
    const group = await make.group();
    const event = await at(group, '2028-01-10T10:00:00Z', columns);
    await at(group, '2028-01-11T10:00:00Z', others);
    return { event, found: { '2028-01-10': [event.id] } };
  };
  const month = '2028-01';

  it('can be words in title or description', async () => {
    const { found } = await createFixture({ title: 'Bouldering at Kendal Wall' });
    expect(await daysOf({ month, q: 'kendal WALL' })).toEqual(found);
  });

  it('can be a category, and free events', async () => {
    const { event, found } = await createFixture(
      { categoryId: 9, free: true },
      { categoryId: 9, free: false },
    );
    expect(await daysOf({ month, category: 9, free: 'true', group: event.groupId })).toEqual(found);
    expect(await daysOf({ month, category: 8, group: event.groupId })).toEqual({});
  });

  it('can be a place, found in the venue for members only', async () => {
    const { found } = await createFixture({ location: '7 Larkspur Way', town: 'Coniston' });
    const member = await app.as(await make.user());
    expect(await daysOf({ month, location: 'larkspur' }, member)).toEqual(found);
    expect(await daysOf({ month, location: 'larkspur' })).toEqual({});
    expect(await daysOf({ month, location: 'conis' })).toEqual(found);
  });

  it('can be the towns near a place, with words besides', async () => {
    const { found } = await createFixture(
      { town: 'Oban', title: 'Seal watching' },
      { town: 'Truro' },
    );
    expect(await daysOf({ month, near: 'Oban' })).toEqual(found);
    expect(await daysOf({ month, near: 'Oban', q: 'seal' })).toEqual(found);
    expect(await daysOf({ month, near: 'Oban', q: 'otter' })).toEqual({});
  });

  it.each([
    ['is often said', Array.from({ length: 30 }, (_, day) => day)],
    ['is seldom said', [3, 17]],
  ])('find a word that %s in a month of many events', async (_, days) => {
    const group = await make.group();
    const word = `quokka${days.length}`;
    const year = 2030 + days.length;
    const found: Record<string, number[]> = {};
    for (let count = 0; count < 510; count += 1) await at(group, `${year}-06-30T12:00:00Z`);
    for (const day of days) {
      const { id, startTime } = await at(
        group,
        new Date(Date.UTC(year, 5, day + 1)).toISOString(),
        {
          title: `A ${word}`,
        },
      );
      found[startTime.toISOString().slice(0, 10)] = [id];
    }
    const query = { month: `${year}-06`, q: word };
    expect(await daysOf(query)).toEqual(found);
    expect(await daysOf({ ...query, near: 'Penzance' })).toEqual({});
  });
});

it.each(['2027', '2027-13', '2027-3', 'March', '1969-12', '9999-12'])(
  'the month refuses the invalid month %j',
  async (month) => {
    expect(await visitor.refusal('GET /api/events/month', { query: { month } })).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { month: 'Please send a month as YYYY-MM' },
    });
  },
);
