import { describe, expect, it } from 'vitest';
import { statementsOf } from '../../../../bench/speed/record.ts';
import { startTestApp } from '#tests/support/app.ts';
import { tuesdays } from '#tests/support/forms.ts';

const app = await startTestApp();

/**
 * The embedded engine serves nobody else during a transaction, and statements with thousands of
 * parameters are slow there.
 */
const fewParameters = 120;

const mostParameters = async (work: () => Promise<unknown>) => {
  const statements = await statementsOf(work);
  return Math.max(...statements.map(({ values }) => values.length));
};

describe('a series of 104 dates', () => {
  it('is created by statements with few parameters', async () => {
    const group = await app.make.group();
    const client = await app.as(group.owner);
    const body = { ...tuesdays, rsvpClosesAt: '2027-01-05T12:00:00Z', groupId: group.id };
    const made: { id: number }[] = [];
    const parameters = await mostParameters(async () => {
      const rrule = 'FREQ=WEEKLY;COUNT=104';
      made.push((await client.call('POST /api/series', { body: { ...body, rrule } })).body);
    });
    expect(parameters).toBeLessThan(fewParameters);

    const [series] = made;
    const params = { id: series?.id ?? 0 };
    const { body: read } = await client.call('GET /api/series/:id', { params });
    expect(read.events).toHaveLength(104);
    expect(read.events[103]).toMatchObject({
      title: body.title,
      description: body.description,
      rsvpClosesAt: '2028-12-26T12:00:00.000Z',
    });
  });

  it('is extended by statements with few parameters', async () => {
    const group = await app.make.group();
    const client = await app.as(group.owner);
    const { body: series } = await client.call('POST /api/series', {
      body: { ...tuesdays, groupId: group.id, rrule: 'FREQ=WEEKLY;COUNT=2' },
    });
    const params = { id: series.id };
    const parameters = await mostParameters(() =>
      client.call('PATCH /api/series/:id', {
        params,
        body: { scope: 'all', rrule: 'FREQ=WEEKLY;COUNT=100' },
      }),
    );
    expect(parameters).toBeLessThan(fewParameters);
    const { body: read } = await client.call('GET /api/series/:id', { params });
    expect(read.events).toHaveLength(100);
    expect(new Set(read.events.map(({ title }) => title))).toEqual(new Set(['Tuesday choir']));
  });
});
