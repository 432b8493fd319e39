import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { fill } from '../bench/speed/data.ts';
import { plannedAnew, readingWholeTables } from '../bench/speed/plans.ts';
import { statementsOf } from '../bench/speed/record.ts';
import type { ApiKey } from '../contract/api.ts';
import { table } from '../tests/access/table.ts';
import { play } from '../tests/access/scene.ts';
import { startTestApp } from '../tests/support/app.ts';

const app = await startTestApp();

/** Enough of everything for the planner to think before it reads a whole table. */
const scale = {
  users: 20_000,
  groups: 20_000,
  events: 40_000,
  rsvpsPerEvent: 3,
  membersPerGroup: 3,
  largeGroup: 5_000,
};

/** What lists can be asked for besides what the table of access asks. */
const narrowed: [ApiKey, Record<string, string>][] = [
  ['GET /api/events', { q: 'walk bake', limit: '9' }],
  ['GET /api/events', { q: 'walk', when: 'past', limit: '9' }],
  ['GET /api/events', { location: 'keswick' }],
  ['GET /api/events', { category: '6' }],
  ['GET /api/events', { when: 'all', group: '7' }],
  ['GET /api/events', { when: 'past', category: '6' }],
  ['GET /api/groups', { q: 'walk and bake', limit: '8' }],
  ['GET /api/groups', { category: '6' }],
  ['GET /api/groups', { type: 'foodDrink', sort: 'new' }],
  ['GET /api/user/events', { when: 'past' }],
  ['GET /api/admin/users', { q: 'bake', limit: '25' }],
  ['GET /api/admin/groups', { q: 'walk and bake', limit: '25' }],
  ['GET /api/admin/events', { q: 'walk bake', limit: '25' }],
  ['GET /api/admin/comments', { q: 'walk bake', limit: '25' }],
];

describe.runIf(app.engine === 'postgres')('reads no whole table', () => {
  beforeAll(async () => {
    const client = new pg.Client(app.db.$client.options);
    await client.connect();
    await fill(client, scale, app.clock.read());
    await client.end();
  });

  const asked = [
    ...(Object.keys(table) as ApiKey[]).map((key) => [key, {}] as [ApiKey, object]),
    ...narrowed,
  ];

  it.each(asked)('%s %o', async (key, query) => {
    const { client, ...scene } = await play(app, key.includes('/admin/') ? 'admin' : 'owner');
    const { query: usual, ...request } = table[key].request(scene);
    const ask = () => client.outcome(key, { ...request, query: { ...usual, ...query } });
    // What is counted once and kept (decision 10) is not counted again by those who read it.
    if (key.startsWith('GET ')) await ask();
    const statements = await statementsOf(ask);
    expect(await readingWholeTables(app.db, statements)).toEqual([]);
    expect(await plannedAnew(app.db, statements)).toEqual([]);
  });
});
