import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import type { SeriesChanges } from '#contract/events/series/series-changes.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { events } from '#features/events/events/tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;

beforeEach(() => clock.reset());

/**
 * Creates a series on four Wednesdays from 17 June at 19:30 in London, without a clock change, and
 * its organiser.
 */
async function weekly(columns: Parameters<typeof make.series>[0] = {}) {
  const group = await make.group();
  const startTime = new Date('2026-06-17T18:30:00Z');
  const { id, events: dates } = await make.series({ group, dates: 4, startTime, ...columns });
  const organiser = await app.as(group.owner);
  const ids = dates.map((date) => date.id);
  return { id, group, ids, organiser, change: changeBy(organiser, id) };
}

const changeBy =
  (client: Client, id: number) => async (body: Partial<z.input<typeof SeriesChanges>>) => {
    const input = { params: { id }, body: { scope: 'all' as const, ...body } };
    return (await client.call('PATCH /api/series/:id', input)).body;
  };

/** Returns each date as 'day hour' in UTC with its state, in the order of the rule's days. */
async function datesOf(id: number) {
  const rows = await db
    .select()
    .from(events)
    .where(eq(events.seriesId, id))
    .orderBy(events.seriesDate);
  return rows.map(
    ({ startTime, status }) =>
      `${startTime.toISOString().slice(5, 16)}${status === 'cancelled' ? ' off' : ''}`,
  );
}

const wednesdays = ['06-17T18:30', '06-24T18:30', '07-01T18:30', '07-08T18:30'];

describe('PATCH /api/series/:id', () => {
  it('changes all upcoming dates, and none that has begun', async () => {
    const { id, ids, change } = await weekly();
    clock.advanceHours(8 * 24);
    const answer = await change({
      title: 'Evening choir',
      startTime: '2026-06-24T19:00:00Z',
      endTime: '2026-06-24T21:00:00Z',
    });
    expect(await datesOf(id)).toEqual(['06-17T18:30', '06-24T19:00', '07-01T19:00', '07-08T19:00']);
    expect(answer.events.map(({ title }) => title === 'Evening choir')).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(answer.events.map((event) => event.id)).toEqual(ids);
  });

  it('keeps the hour in London across a change of the clocks', async () => {
    const { id, change } = await weekly({ startTime: new Date('2026-10-21T18:30:00Z') });
    await change({ startTime: '2026-10-21T19:00:00Z', endTime: '2026-10-21T20:00:00Z' });
    expect(await datesOf(id)).toEqual(['10-21T19:00', '10-28T20:00', '11-04T20:00', '11-11T20:00']);
  });

  it('leaves edited dates alone by default', async () => {
    const { id, ids, organiser, change } = await weekly();
    const [, second] = ids;
    const body = { startTime: '2026-06-25T17:00:00Z', endTime: '2026-06-25T19:00:00Z' };
    await organiser.call('PATCH /api/events/:id', { params: { id: second! }, body });
    const times = { startTime: '2026-06-17T19:00:00Z', endTime: '2026-06-17T21:00:00Z' };
    await change({ ...times, title: 'Evening choir' });
    expect(await datesOf(id)).toEqual(['06-17T19:00', '06-25T17:00', '07-01T19:00', '07-08T19:00']);
    await change({ title: 'Morning choir', includeEdited: true });
    const [edited] = await db.select().from(events).where(eq(events.id, second!));
    expect(edited).toMatchObject({ title: 'Morning choir', seriesEdited: true });
    expect(edited?.startTime).toEqual(new Date('2026-06-25T17:00:00Z'));
    await change({ ...times, includeEdited: true });
    expect(await datesOf(id)).toContain('06-24T19:00');
  });

  it('keeps the dates that both rules share, with everything that belongs to them', async () => {
    const { id, ids, group, change } = await weekly({ capacity: 1 });
    const [going, waiting] = [await make.member(group), await make.member(group)];
    await make.rsvp({ id: ids[2]! }, going);
    await make.waiting({ id: ids[2]! }, waiting);
    const comment = await make.comment({ id: ids[2]! }, going);
    const answer = await change({ rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=3' });
    expect(await datesOf(id)).toEqual([
      '06-17T18:30',
      '06-24T18:30 off',
      '07-01T18:30',
      '07-08T18:30 off',
      '07-15T18:30',
    ]);
    expect(answer).toMatchObject({ text: 'Every two weeks on Wednesday' });
    expect(answer.events[2]).toMatchObject({ id: ids[2], attendeeCount: 1 });
    expect(answer.events.map(({ series }) => [series?.position, series?.count])).toEqual(
      [1, 2, 3, 4, 5].map((position) => [position, 5]),
    );
    const client = await app.as(waiting);
    const response = await client.call('GET /api/events/:id', { params: { id: ids[2]! } });
    expect(response.body.rsvp).toMatchObject({ status: 'waiting', position: 1 });
    const comments = await client.call('GET /api/events/:id/comments', {
      params: { id: ids[2]! },
    });
    expect(comments.body.map((each) => each.id)).toEqual([comment.id]);
  });

  it('adds dates like the nearest unedited one', async () => {
    const { id, ids, organiser, change } = await weekly();
    const body = { title: 'Choir in the park' };
    await organiser.call('PATCH /api/events/:id', { params: { id: ids[3]! }, body });
    const { events: dates } = await change({
      title: 'Evening choir',
      capacity: 12,
      rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=5',
    });
    expect(await datesOf(id)).toEqual([...wednesdays, '07-15T18:30']);
    expect(dates.map(({ title }) => title)).toEqual([
      ...Array.from({ length: 3 }, () => 'Evening choir'),
      'Choir in the park',
      'Evening choir',
    ]);
    expect(dates[4]).toMatchObject({ capacity: 12, attendeeCount: 0, series: { position: 5 } });
  });

  it('moves to another day by a rule that begins there', async () => {
    const { id, change, organiser } = await weekly();
    const thursday = { startTime: '2026-06-18T18:30:00Z', endTime: '2026-06-18T20:30:00Z' };
    const refused = await organiser.refusal('PATCH /api/series/:id', {
      params: { id },
      body: { scope: 'all', ...thursday },
    });
    expect(refused).toMatchObject({ status: 400, fields: { startTime: expect.any(String) } });
    await change({ ...thursday, rrule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=2' });
    expect(await datesOf(id)).toEqual([
      '06-17T18:30 off',
      '06-18T18:30',
      '06-24T18:30 off',
      '06-25T18:30',
      '07-01T18:30 off',
      '07-08T18:30 off',
    ]);
  });

  it('skips days, and includes them again', async () => {
    const { id, change } = await weekly();
    await change({ exdates: ['2026-06-24'] });
    expect(await datesOf(id)).toEqual([
      '06-17T18:30',
      '06-24T18:30 off',
      '07-01T18:30',
      '07-08T18:30',
    ]);
    await change({ exdates: [] });
    expect(await datesOf(id)).toEqual(wednesdays);
  });

  it.each([
    ['a rule it can’t read', { rrule: 'FREQ=DAILY;COUNT=3' }, 'rrule'],
    ['too many dates', { rrule: 'FREQ=WEEKLY;BYDAY=WE;COUNT=105' }, 'rrule'],
    ['a first date in the past', { startTime: '2026-06-03T18:30:00Z' }, 'startTime'],
    ['an end before the start', { endTime: '2026-06-17T18:00:00Z' }, 'endTime'],
    ['what follows nothing', { scope: 'following' }, 'fromEventId'],
    ['what follows a stranger', { scope: 'following', fromEventId: 999_999 }, 'fromEventId'],
    ['RSVPs that close after the start', { rsvpClosesAt: '2026-06-17T19:00:00Z' }, 'rsvpClosesAt'],
  ])('refuses %s, naming the field', async (_, body, field) => {
    const { id, organiser } = await weekly();
    const input = { params: { id }, body: { scope: 'all', ...body } };
    const refused = await organiser.refusal('PATCH /api/series/:id', input);
    expect(refused).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } });
    expect(await datesOf(id)).toEqual(wednesdays);
  });

  it('refuses fewer places than a date has taken, and names that date', async () => {
    const { id, ids, group, organiser } = await weekly();
    for (const guests of [0, 1]) {
      await make.rsvp({ id: ids[1]! }, await make.member(group), undefined, guests);
    }
    const body = { scope: 'all', capacity: 2, title: 'Evening choir' };
    const refused = await organiser.refusal('PATCH /api/series/:id', { params: { id }, body });
    const sentence = 'Jun 24, 2026: 3 places are taken already';
    expect(refused).toMatchObject({ status: 409, fields: { capacity: sentence } });
    const rows = await db.select().from(events).where(eq(events.seriesId, id));
    expect(rows.filter(({ title }) => title === 'Evening choir')).toEqual([]);
  });

  it('offers new room to the people waiting', async () => {
    const { ids, group, change } = await weekly({ capacity: 1 });
    const [first] = ids;
    await make.rsvp({ id: first! }, await make.member(group));
    const waiting = await make.member(group);
    await make.waiting({ id: first! }, waiting);
    await change({ capacity: 2 });
    const client = await app.as(waiting);
    const { body } = await client.call('GET /api/events/:id', { params: { id: first! } });
    expect(body).toMatchObject({ rsvpState: 'offered', placesTaken: 2 });
  });

  it('closes RSVPs equally long before each date, by the clock', async () => {
    const { id, change } = await weekly({ startTime: new Date('2026-10-21T18:30:00Z') });
    await change({ rsvpClosesAt: '2026-10-20T11:00:00Z' });
    const rows = await db.select().from(events).where(eq(events.seriesId, id)).orderBy(events.id);
    expect(rows.map((row) => row.rsvpClosesAt?.toISOString().slice(5, 16))).toEqual([
      '10-20T11:00',
      '10-27T12:00',
      '11-03T12:00',
      '11-10T12:00',
    ]);
  });

  it('leaves a log entry for an admin', async () => {
    const { id } = await weekly();
    const admin = await make.admin();
    await changeBy(await app.as(admin), id)({ title: 'Evening choir' });
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries).toMatchObject([
      { action: 'series.edit', targetId: String(id), after: { scope: 'all', fields: ['title'] } },
    ]);
  });

  it('is refused without upcoming dates', async () => {
    const { id, group } = await weekly();
    clock.advanceHours(60 * 24);
    const organiser = await app.as(group.owner);
    const body = { scope: 'all', title: 'Evening choir' };
    expect(await organiser.outcome('PATCH /api/series/:id', { params: { id }, body })).toBe(
      'conflict',
    );
  });

  it('raises the revision of each changed date once, and of no other', async () => {
    const { id, ids, change } = await weekly();
    const [, second] = ids;
    await db
      .update(events)
      .set(cleanTexts({ title: 'Evening choir' }))
      .where(eq(events.id, second!));
    await change({ title: 'Evening choir' });
    const rows = await db.select().from(events).where(eq(events.seriesId, id)).orderBy(events.id);
    expect(rows.map(({ revision }) => revision)).toEqual([1, 0, 1, 1]);
  });
});

describe('POST /api/series/:id/preview', () => {
  it('describes a change, without making it', async () => {
    const { id, ids, organiser } = await weekly();
    const edit = { params: { id: ids[1]! }, body: { title: 'Choir in the park' } };
    await organiser.call('PATCH /api/events/:id', edit);
    const before = await datesOf(id);
    const { body } = await organiser.call('POST /api/series/:id/preview', {
      params: { id },
      body: {
        scope: 'all',
        startTime: '2026-06-17T19:00:00Z',
        endTime: '2026-06-17T20:30:00Z',
        rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=3',
      },
    });
    expect(body).toEqual({
      changed: [
        {
          id: ids[0],
          startTime: '2026-06-17T18:30:00.000Z',
          attendeeCount: 0,
          newStartTime: '2026-06-17T19:00:00.000Z',
          newEndTime: '2026-06-17T20:30:00.000Z',
        },
        {
          id: ids[2],
          startTime: '2026-07-01T18:30:00.000Z',
          attendeeCount: 0,
          newStartTime: '2026-07-01T19:00:00.000Z',
          newEndTime: '2026-07-01T20:30:00.000Z',
        },
      ],
      added: [{ startTime: '2026-07-15T19:00:00.000Z', endTime: '2026-07-15T20:30:00.000Z' }],
      cancelled: [{ id: ids[3], startTime: '2026-07-08T18:30:00.000Z', attendeeCount: 0 }],
      revived: [],
      leftAlone: [{ id: ids[1], startTime: '2026-06-24T18:30:00.000Z', attendeeCount: 0 }],
    });
    expect(await datesOf(id)).toEqual(before);
  });
});

describe('DELETE /api/series/:id', () => {
  it('cancels all upcoming or following dates, and a repeat changes nothing', async () => {
    const { id, ids, organiser } = await weekly();
    clock.advanceHours(8 * 24);
    const call = (body: { scope: 'all' | 'following'; fromEventId?: number }) =>
      organiser.call('DELETE /api/series/:id', { params: { id }, body });
    const following = { scope: 'following' as const, fromEventId: ids[3]! };
    expect(await call(following)).toMatchObject({ status: 204 });
    expect(await datesOf(id)).toEqual([...wednesdays.slice(0, 3), '07-08T18:30 off']);
    await call({ scope: 'all' });
    await call({ scope: 'all' });
    const rows = await db.select().from(events).where(eq(events.seriesId, id)).orderBy(events.id);
    expect(rows.map(({ status, revision }) => [status, revision])).toEqual([
      ['scheduled', 0],
      ['cancelled', 1],
      ['cancelled', 1],
      ['cancelled', 1],
    ]);
  });

  it('empties the waiting lists, and leaves an entry for an admin', async () => {
    const { id, ids, group } = await weekly({ capacity: 1 });
    await make.rsvp({ id: ids[0]! }, await make.member(group));
    await make.waiting({ id: ids[0]! }, await make.member(group));
    const admin = await make.admin();
    const client = await app.as(admin);
    await client.call('DELETE /api/series/:id', { params: { id }, body: { scope: 'all' } });
    const waiting = await client.call('GET /api/events/:id/waitlist', {
      params: { id: ids[0]! },
    });
    expect(waiting.body).toEqual([]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entries).toMatchObject([{ action: 'series.cancel', after: { dates: 4 } }]);
  });
});

describe('DELETE /api/events/:id', () => {
  it('cancels that date only', async () => {
    const { id, ids, organiser } = await weekly();
    await organiser.call('DELETE /api/events/:id', { params: { id: ids[1]! } });
    const rows = await db.select().from(events).where(eq(events.seriesId, id)).orderBy(events.id);
    expect(rows.map(({ seriesEdited }) => seriesEdited)).toEqual([false, true, false, false]);
  });
});
