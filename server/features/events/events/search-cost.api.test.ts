import { beforeAll, describe, expect, it } from 'vitest';
import { statementsOf, type Statement } from '../../../../bench/speed/record.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();
const client = app.visitor();

const dates = 104;
/**
 * Returns more than 1,500 different trigrams: characters from `first` on in a non-repeating order.
 */
const longText = (first: number) =>
  Array.from({ length: 9_900 }, (_, n) =>
    String.fromCodePoint(0x4e00 + ((first + n * n * 7 + n * 31) % 20_011)),
  ).join('');

const trigramCalls = `SELECT coalesce(pg_stat_get_xact_function_calls('show_trgm(text)'::regprocedure), 0)::int AS calls`;

/**
 * Measures the database's work for a call: its plans, and how often it computed all trigrams of a
 * text.
 */
async function costOf(call: () => Promise<unknown>) {
  const statements = await statementsOf(call);
  const searches = statements.filter(({ text }) => text.includes('event_texts'));
  expect(searches).toHaveLength(1);
  const [search] = searches as [Statement];
  const connection = await app.db.$client.connect();
  try {
    await connection.query('BEGIN');
    await connection.query(`SET LOCAL track_functions = 'all'`);
    const calls = async () =>
      (await connection.query<{ calls: number }>(trigramCalls)).rows[0]?.calls ?? 0;
    const before = await calls();
    const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${search.text}`,
      search.values,
    );
    const nodes = rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan));
    return { textsCompared: rowsOf(nodes, 'event_texts'), trigrams: (await calls()) - before };
  } finally {
    await connection.query('ROLLBACK');
    connection.release();
  }
}

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const rowsOf = (nodes: Plan[], table: string) =>
  nodes
    .filter((node) => node['Relation Name'] === table)
    .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);

const searches = {
  'a word that nobody says': { q: 'zebracadabra' },
  'signs only': { q: '!?' },
  'a word in a place': { q: 'zebracadabra', location: 'hall' },
  'a letter again and again': { q: `${'a'.repeat(150)}b` },
};

describe('a search in dates that share a text of 9,900 characters', () => {
  let groupId = 0;
  beforeAll(async () => {
    const group = await app.make.group();
    groupId = group.id;
    const organiser = await app.as(group.owner);
    await organiser.call('POST /api/series', {
      body: {
        title: 'Choir',
        description: longText(0),
        location: 'The Hall',
        startTime: '2027-01-05T19:30:00Z',
        endTime: '2027-01-05T21:30:00Z',
        categoryId: 6,
        rrule: `FREQ=WEEKLY;COUNT=${dates}`,
        groupId: group.id,
      },
    });
    await app.db.$client.query('ANALYZE');
  });

  it.each(Object.entries(searches))(
    'compares the text a few times at most: %s',
    async (_, query) => {
      const ofAll = await costOf(() => client.call('GET /api/events', { query }));
      expect(ofAll.textsCompared).toBeLessThanOrEqual(6);
      const ofGroup = await costOf(() =>
        client.call('GET /api/events', { query: { ...query, group: groupId } }),
      );
      expect(ofGroup.textsCompared).toBeLessThanOrEqual(6);
    },
  );
});

describe('a search among events with a long text each', () => {
  const events = 104;
  beforeAll(async () => {
    const group = await app.make.group();
    for (let n = 1; n <= events; n += 1) {
      const startTime = new Date(app.clock.read().getTime() + n * 24 * 3_600_000);
      await app.make.event({ group, startTime, description: longText(n) });
    }
    await app.db.$client.query('ANALYZE');
  });

  it.each(Object.entries(searches))('computes none of their trigrams: %s', async (_, query) => {
    const ofAll = await costOf(() => client.call('GET /api/events', { query }));
    expect(ofAll.trigrams).toBeLessThan(events);
  });
});
