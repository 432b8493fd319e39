import { describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { listLimit } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

const countOf = async (query: { q?: string; near?: string; group?: number }) =>
  (await app.visitor().call('GET /api/events/count', { query })).body;

describe('the number of events that a list finds', () => {
  it('covers all its pages, and follows its filters', async () => {
    const group = await make.group();
    for (const title of ['Kettle one', 'Kettle two', 'Kettle three'])
      await make.event({ group, title, town: 'Keswick' });
    await make.event({ group, title: 'Kettle of the past', startTime: app.clock.inHours(-48) });
    await make.cancelledEvent({ group, title: 'Kettle called off' });
    expect(await countOf({ q: 'kettle' })).toEqual({ count: 3 });
    expect(await countOf({ q: 'kettle', near: 'Keswick' })).toEqual({ count: 3 });
    expect(await countOf({ q: 'kettle two' })).toEqual({ count: 1 });
    expect(await countOf({ q: 'teapot' })).toEqual({ count: 0 });
  });

  it('stops at a hundred beyond a page', async () => {
    const group = await make.group();
    const { id } = await make.event({ group, title: 'Hundredfold' });
    await app.db
      .execute(sql`insert into events (group_id, title, description, location, town, start_time, end_time, category_id, created_by_id)
      select group_id, title, description, location, town, start_time + n * interval '1 hour', end_time + n * interval '1 hour', category_id, created_by_id
      from events cross join generate_series(1, ${listLimit}) n where id = ${id}`);
    expect(await countOf({ group: group.id })).toEqual({ count: listLimit, orMore: true });
  });

  it('leaves out what a visitor may not see', async () => {
    const group = await make.group({ status: 'pending_approval' });
    await make.event({ group, title: 'Samovar' });
    expect(await countOf({ q: 'samovar' })).toEqual({ count: 0 });
  });

  it('exists for groups, too', async () => {
    await make.group({ name: 'Ludlow Spoon Carvers' });
    await make.group({ name: 'Bewdley Spoon Carvers' });
    await make.group({ name: 'Hidden Spoon Carvers', status: 'pending_approval' });
    const { body } = await app.visitor().call('GET /api/groups/count', { query: { q: 'spoon' } });
    expect(body).toEqual({ count: 2 });
  });
});
