import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readPage } from '#tests/support/paging.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();

const ids = async (query: Record<string, unknown>) =>
  (await readPage(visitor, 'GET /api/groups', { query })).ids;

describe('groups near a place', () => {
  it('are in the towns within the distance, with most members first', async () => {
    const small = await make.group({ location: 'Penzance' });
    const large = await make.group({ location: 'Hayle, Cornwall' });
    await make.member(large);
    await make.group({ location: 'Truro' });
    await make.group({ location: null });
    await make.group({ location: 'Penzance', status: 'pending_approval' });
    for (const near of ['Penzance', 'TR18', 'tr18 4ab']) {
      expect(await ids({ near, within: 10 })).toEqual([large.id, small.id]);
    }
    expect(await ids({ near: 'TR18', within: 3 })).toEqual([small.id]);
    expect(await ids({ near: 'TR18', within: 10, sort: 'new' })).toEqual([large.id, small.id]);
    expect(await ids({ near: 'TR18', within: 10, q: 'group', limit: 1 })).toHaveLength(1);
    expect(await ids({ near: 'Penzance' })).toHaveLength(3);
  });

  it('have their distance, only if the request has a place', async () => {
    const group = await make.group({ location: 'Lerwick' });
    const read = async (query: { near?: string; within?: number }) =>
      (await visitor.call('GET /api/groups', { query })).body.find(({ id }) => id === group.id);
    expect((await read({ near: 'ZE2', within: 25 }))?.distanceMiles).toBeGreaterThan(2);
    expect(await read({})).not.toHaveProperty('distanceMiles');
  });

  it('have pages', async () => {
    const made = [];
    for (let count = 0; count < 5; count += 1) {
      made.push((await make.group({ location: 'Stornoway' })).id);
    }
    const first = await readPage(visitor, 'GET /api/groups', { query: { near: 'HS1', limit: 3 } });
    const query = { near: 'HS1', limit: 3, cursor: first.next };
    const second = await readPage(visitor, 'GET /api/groups', { query });
    expect(new Set([...first.ids, ...second.ids])).toEqual(new Set(made));
  });

  it.each([
    [{ near: 'ZZ9 9ZZ' }, 'near'],
    [{ near: 'Atlantis', within: 10 }, 'near'],
    [{ within: 10 }, 'near'],
    [{ near: 'TR18', within: 7 }, 'within'],
  ])('are refused for %j, with a sentence for %s', async (query, field) => {
    const { code, fields } = await visitor.refusal('GET /api/groups', { query });
    expect(code).toBe('invalid');
    expect(Object.keys(fields ?? {})).toEqual([field]);
  });
});
