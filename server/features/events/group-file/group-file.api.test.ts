import { describe, expect, it } from 'vitest';
import type { ExportedGroup } from '#contract/events/group-file.ts';
import { eq, sql } from 'drizzle-orm';
import { events as eventsTable } from '#features/events/events/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { tuesdays } from '#tests/support/forms.ts';
import { raisedQuotas } from '#platform/config-settings.ts';

const app = await startTestApp();
const { make, clock } = app;

const rehearsals = {
  ...tuesdays,
  rsvpClosesAt: '2027-01-05T12:00:00Z',
  rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=6',
  exdates: ['2027-01-19'],
};

const download = async (client: Client, id: number) =>
  (await client.call('GET /api/groups/:id/export.json', { params: { id } })).body;

/** Starts a group from a file, as somebody else would on another site. */
async function startFrom(file: ExportedGroup): Promise<{ client: Client; id: number }> {
  const client = await app.as(await make.user());
  const { body } = await client.call('POST /api/groups/import', { body: file });
  return { client, id: body.id };
}

/** The parts of a file that another site has as well. */
const portable = ({ url: _, exportedAt: __, memberCount: ___, ...file }: ExportedGroup) => file;

async function choir() {
  const group = await make.group({ location: 'Bath', attendeeNames: 'members' });
  const client = await app.as(group.owner);
  const { body: series } = await client.call('POST /api/series', {
    body: { ...rehearsals, groupId: group.id },
  });
  return { group, client, series };
}

describe('a downloaded group', () => {
  it('has its texts and settings, and no member but the count of them', async () => {
    const { group, client } = await choir();
    const member = await make.member(group);
    const file = await download(client, group.id);
    expect(file).toMatchObject({
      format: 'villagehall-group',
      version: 1,
      memberCount: 2,
      group: { name: group.name, location: 'Bath', attendeeNames: 'members' },
    });
    expect(JSON.stringify(file)).not.toContain(member.firstName);
    expect(JSON.stringify(file)).not.toContain(group.owner.id);
  });

  it('has a series once, with its rule and the days that it leaves out', async () => {
    const { group, client } = await choir();
    const { events, series } = await download(client, group.id);
    expect(events).toEqual([]);
    expect(series).toMatchObject([
      {
        title: 'Tuesday choir',
        startTime: '2027-01-05T19:30:00.000Z',
        rsvpClosesAt: '2027-01-05T12:00:00.000Z',
        rrule: 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270209',
        exdates: ['2027-01-19'],
      },
    ]);
  });

  it('has a date that was changed by hand as an event of its own', async () => {
    const { group, client, series } = await choir();
    const [, second, third] = series.events;
    if (!second || !third) throw new Error('the series has too few dates');
    const title = 'Tuesday choir: a concert';
    await client.call('PATCH /api/events/:id', { params: { id: second.id }, body: { title } });
    await client.call('DELETE /api/events/:id', { params: { id: third.id } });
    const file = await download(client, group.id);
    expect(file.events.map((event) => [event.title, event.status])).toEqual([
      [title, 'scheduled'],
      ['Tuesday choir', 'cancelled'],
    ]);
    expect(file.series[0]?.exdates).toEqual(['2027-01-12', '2027-01-19', '2027-01-26']);
  });

  it('leaves out what an admin has hidden', async () => {
    const group = await make.group();
    await make.event({ group, status: 'hidden', hiddenFrom: 'scheduled' });
    expect((await download(await app.as(group.owner), group.id)).events).toEqual([]);
  });
});

describe('a group from a file', () => {
  it('is the same group again, and waits for approval', async () => {
    const { group, client } = await choir();
    await make.event({ group, postcode: 'BA1', priceText: '£3 on the door', capacity: 12 });
    const file = await download(client, group.id);
    const copy = await startFrom(file);
    const { body } = await copy.client.call('GET /api/groups/:id', { params: { id: copy.id } });
    expect(body.status).toBe('pending_approval');
    expect(portable(await download(copy.client, copy.id))).toEqual(portable(file));
  });

  it('has the dates to come of a series that has begun, and no past or cancelled event', async () => {
    const group = await make.group();
    const client = await app.as(group.owner);
    await make.event({ group, startTime: clock.inHours(-48), endTime: clock.inHours(-46) });
    await make.event({ group, status: 'cancelled' });
    await client.call('POST /api/series', { body: { ...rehearsals, groupId: group.id } });
    const file = await download(client, group.id);
    clock.advanceHours((Date.parse('2027-01-20T12:00:00Z') - clock.read().getTime()) / 3_600_000);
    const copy = await startFrom(file);
    clock.reset();
    const { events, series } = await download(copy.client, copy.id);
    expect(events).toEqual([]);
    expect(series).toMatchObject([{ startTime: '2027-01-26T19:30:00.000Z', exdates: [] }]);
  });

  it('is not started at all when one of its events is refused', async () => {
    const { group, client } = await choir();
    const file = await download(client, group.id);
    const other = await app.as(await make.user());
    const [series] = file.series;
    if (!series) throw new Error('the file has no series');
    const refused = await other.refusal('POST /api/groups/import', {
      body: { ...file, series: [{ ...series, rrule: 'FREQ=DAILY' }] },
    });
    expect(refused.fields).toEqual({ 'series.0.rrule': 'FREQ is WEEKLY or MONTHLY' });
    expect((await other.call('GET /api/user/groups', {})).body).toEqual([]);
  });

  it('is imported whole: 500 single events, long series and their changed dates', async () => {
    const group = await make.group({ location: 'Bath' });
    const client = await app.as(group.owner);
    const model = await make.event({ group, title: 'Single' });
    await app.db
      .execute(sql`insert into events (group_id, title, description, location, town, start_time, end_time, category_id, created_by_id)
      select group_id, title || n, description, location, town, start_time + n * interval '1 hour', end_time + n * interval '1 hour', category_id, created_by_id
      from events cross join generate_series(1, 499) n where id = ${model.id}`);
    for (const title of ['Choir', 'Singing', 'Rehearsal']) {
      const rrule = 'FREQ=WEEKLY;BYDAY=TU;COUNT=104';
      const { body } = await client.call('POST /api/series', {
        body: { ...rehearsals, title, rrule, exdates: [], groupId: group.id },
      });
      for (const { id } of body.events.slice(2, 5)) {
        const changes = { params: { id }, body: { title: 'A concert' } };
        await client.call('PATCH /api/events/:id', changes);
      }
    }
    const file = await download(client, group.id);
    expect([file.events.length, file.series.length]).toEqual([509, 3]);
    const site = await app.another({ quotas: raisedQuotas(new Map([['comingDates', 10]])) });
    const other = new Client(site).withSession(await make.session(await make.user()));
    const { body } = await other.call('POST /api/groups/import', { body: file });
    const dates = (id: number) =>
      app.db
        .select({ title: eventsTable.title, startTime: eventsTable.startTime })
        .from(eventsTable)
        .where(eq(eventsTable.groupId, id))
        .orderBy(eventsTable.startTime, eventsTable.title);
    expect(await dates(body.id)).toEqual(await dates(group.id));
  });

  it('is refused by a quota with both numbers: in the file and allowed', async () => {
    const { group, client } = await choir();
    const file = await download(client, group.id);
    const [series] = file.series;
    if (!series) throw new Error('the file has no series');
    const other = await app.as(await make.user());
    const refused = await other.refusal('POST /api/groups/import', {
      body: { ...file, series: Array.from({ length: 30 }, () => series) },
    });
    expect(refused).toMatchObject({
      code: 'quota',
      message:
        'This file has 150 dates to come. This group can have 110 upcoming dates until it is approved, and has 0.',
      quota: { name: 'comingDates', limit: 110, used: 0 },
    });
    expect((await other.call('GET /api/user/groups', {})).body).toEqual([]);
  });

  it('is undone whole when a later part of the file is refused', async () => {
    const { group, client } = await choir();
    await make.event({ group });
    const file = await download(client, group.id);
    const [series] = file.series;
    if (!series) throw new Error('the file has no series');
    const other = await app.as(await make.user());
    const body = { ...file, series: [series, { ...series, categoryId: 11 }] };
    expect(await other.outcome('POST /api/groups/import', { body })).toBe('invalid');
    expect((await other.call('GET /api/user/groups', {})).body).toEqual([]);
  });

  it.each([
    ['of another kind', { format: 'something-else' }, 'format'],
    ['of a later version', { version: 2 }, 'version'],
    ['without a name', { group: { description: 'x' } }, 'group.name'],
  ])('is refused for a file %s', async (_, change, field) => {
    const { group, client } = await choir();
    const body = { ...(await download(client, group.id)), ...change };
    const response = await client.request({
      method: 'POST',
      url: '/api/groups/import',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toHaveProperty([field]);
  });
});
