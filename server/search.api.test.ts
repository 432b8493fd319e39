import { and, sql, type SQL } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import type { ApiKey } from '#contract/api.ts';
import {
  filterValues,
  publicEventQuery,
  isScheduled,
} from './features/events/events/queries/list.ts';
import { withNamed } from './features/events/events/queries/search.ts';
import { events } from './features/events/events/tables.ts';
import { findPlace } from '#platform/geo/find-place.ts';
import { wordPatterns } from './platform/db/words.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { readPages } from '#tests/support/paging.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const app = await startTestApp();
const rows = (text: string, values: unknown[] = []) =>
  app.db.$client.query<{ id: unknown }>(text, values);

/** More rows than are checked one by one before an index is used. */
const many = 2_600;

/**
 * Text in which `walk` is common, `zither` is rare, and `book club` is rare though both its words
 * are common.
 */
const textOf = (n: string) => `concat_ws(' ',
  CASE WHEN ${n} % 2 = 0 THEN 'Walk' END, (ARRAY['book', 'tea', 'Fell', 'club', 'ÉCLAIR', '50% off', 'a_b'])[1 + ${n} / 3 % 7],
  CASE WHEN ${n} % 3 = 0 THEN 'Club' END, CASE WHEN ${n} % 301 = 0 THEN 'zither' END,
  CASE WHEN ${n} % 97 = 5 THEN 'Book club' END, CASE WHEN ${n} > 1900 THEN 'lantern' END)`;
const townOf = (n: string) => `(ARRAY['Keswick', 'Kendal', 'York', NULL, 'Ely'])[1 + ${n} / 5 % 5]`;

beforeAll(async () => {
  const now = app.clock.read();
  await rows(
    `INSERT INTO users (id, email, first_name, last_name, created_at)
     SELECT 'w' || n, 'w' || n || '@example.org', ${textOf('n')}, CASE WHEN n % 4 = 0 THEN 'Keswick' END,
       $1::timestamptz - (n / 2) * interval '1 minute' FROM generate_series(1, ${many}) n`,
    [now],
  );
  await rows(
    `INSERT INTO groups (name, description, category_id, group_type, charge_for_events, status, created_by_id, member_count, created_at)
     SELECT ${textOf('n')}, ${textOf('n * 7')}, 2 + n % 3, 'foodDrink', 'free',
       CASE WHEN n % 6 = 0 THEN 'rejected' ELSE 'approved' END, 'w1', n % 40, $1::timestamptz - n * interval '1 hour'
     FROM generate_series(1, ${many}) n`,
    [now],
  );
  await rows(
    `INSERT INTO events (group_id, category_id, title, description, location, town, start_time, end_time, status)
     SELECT (SELECT min(id) FROM groups) + n % 50, 2 + n % 3, ${textOf('n')}, ${textOf('n * 11')}, 'The Hall, ' || ${townOf('n * 3')}, ${townOf('n')},
       $1::timestamptz + (n / 3 - 120) * interval '1 hour', $1::timestamptz + (n / 3 - 120 + n % 5 + 1) * interval '1 hour',
       CASE WHEN n % 17 = 0 THEN 'cancelled' ELSE 'scheduled' END
     FROM generate_series(1, ${many * 2}) n WHERE ${townOf('n * 3')} IS NOT NULL`,
    [now],
  );
  // One event a day, so that sparse periods skip the index.
  await rows(
    `INSERT INTO events (group_id, category_id, title, description, location, town, start_time, end_time)
     SELECT (SELECT min(id) FROM groups) + n % 50, 7, ${textOf('n')}, ${textOf('n * 11')}, 'The Hall', ${townOf('n')},
       $1::timestamptz + (n - 150) * interval '1 day', $1::timestamptz + (n - 149) * interval '1 day'
     FROM generate_series(1, 450) n`,
    [now],
  );
  await rows(
    `INSERT INTO comments (event_id, user_id, content, created_at)
     SELECT (SELECT min(id) FROM events) + n % 50, 'w' || (1 + n * 3 % ${many}), ${textOf('n * 5')}, $1
     FROM generate_series(1, ${many}) n`,
    [now],
  );
  // Some texts have more trigrams than an index takes; others are as long but have few.
  await rows(
    `UPDATE groups SET description = description || ' ' || ${longText('id')} WHERE id % 40 = 3`,
  );
  await rows(
    `UPDATE events SET description = description || ' ' || ${longText('id')} WHERE id % 40 = 3`,
  );
  await shareTexts();
  const towns = ['Keswick', 'Kendal', 'York', 'Ely'].map((town) => [
    town,
    findPlace(town)?.position,
  ]);
  await rows(
    `UPDATE events SET easting = (at->>'x')::int + id % 30000, northing = (at->>'y')::int - id % 20000
     FROM jsonb_array_elements($1) place, LATERAL (SELECT place->>0 AS name, place->1 AS at) known WHERE town = name`,
    [JSON.stringify(towns)],
  );
  await rows('ANALYZE');
});

/** Returns sixteen hundred characters, all different or all the same, with a word at the end. */
const longText = (n: string) => `(SELECT CASE WHEN ${n} % 3 = 0 THEN repeat('a', 1600)
  ELSE string_agg(chr(19968 + (${n} * 7 + letter * 31) % 20000), '') END FROM generate_series(1, 1600) letter)
  || CASE WHEN ${n} % 80 = 3 THEN ' zither end' ELSE ' lantern' END`;

/** Turns every third event into a date of a series; such dates share the first one's text. */
async function shareTexts() {
  await rows(`INSERT INTO series (group_id, rrule, first_date, starts_at)
    SELECT (SELECT min(id) FROM groups), 'FREQ=DAILY;COUNT=30', '2026-01-01', '19:30' FROM generate_series(1, 60)`);
  await rows(`CREATE TABLE dates AS
    SELECT events.id, (SELECT min(id) FROM series) + (events.id / 90) % 60 AS series_id,
      min(events.id) OVER (PARTITION BY (events.id / 90) % 60) AS first FROM events WHERE events.id % 3 = 0`);
  await rows(`INSERT INTO event_texts (id, title, description, location, town) OVERRIDING SYSTEM VALUE
    SELECT id, title, description, location, town FROM events WHERE id IN (SELECT first FROM dates)`);
  await rows(`UPDATE events SET title = said.title, description = '', location = said.location, town = said.town, text_id = said.id,
      series_id = dates.series_id, series_date = '2026-01-01'::date + dates.id, series_position = 1, series_count = 1, series_text = 'Daily'
    FROM dates JOIN event_texts said ON said.id = dates.first WHERE events.id = dates.id`);
  // Rare enough that the search asks an index.
  await rows(`UPDATE event_texts SET description = description || ' bassoon' WHERE id IN
    (SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM event_texts) WHERE n % 9 = 0)`);
}

const words = fc.constantFrom(
  'walk',
  'WALK',
  'book club',
  'k cl',
  'zither',
  'lantern',
  'Walk book',
  'walk zither',
  'tea',
  'éclair',
  'e',
  'zz',
  '%',
  '50% off',
  '_b',
  'no such words',
  'Club\\',
  'zither end',
  'bassoon',
  'aaaa',
  'A'.repeat(150),
  `${'a'.repeat(40)} zither`,
  `${'a'.repeat(150)}b`,
  '\u{9876}\u{9895}\u{98b4}',
  undefined,
);
const place = fc.constantFrom('keswick', 'Hall', 'ely', 'e', 'atlantis', undefined, undefined);
/** By the towns around, and by small and large squares. */
const arounds = [
  { near: 'Keswick' },
  { near: 'Keswick', within: '10' },
  { near: 'Ely', within: '50' },
];

/** Reads all events around a place, whatever their words. */
const idsAround = async (client: Client, around: (typeof arounds)[number]) =>
  (
    await readPages(
      client,
      'GET /api/events',
      { query: { ...around, when: 'all', limit: 100 } },
      'id',
      99,
    )
  ).flat();

const category = fc.constantFrom(2, 4, 7, undefined, undefined);
const limit = fc.constantFrom(3, 9, 25, 100);

/** Returns all ids that a plain query finds, in the order of the list. */
async function plainly(select: string, values: unknown[]): Promise<unknown[]> {
  const found = await rows(select, values);
  return found.rows.map(({ id }) => id);
}

/** Compares the first pages of a list with the plain query. */
async function expectPages(
  client: Client,
  call: ApiKey,
  query: { limit: number } & Record<string, unknown>,
  plain: Promise<unknown[]>,
) {
  const pages = await readPages(client, call, { query }, 'id', 3);
  const all = await plain;
  expect(pages.flat()).toEqual(all.slice(0, 3 * query.limit));
}

const like = (text: string, placeholder: string) =>
  `(${placeholder}::text IS NULL OR (${text}) ILIKE '%' || regexp_replace(${placeholder}, '([%_\\\\])', '\\\\\\1', 'g') || '%')`;

/** Matches rows that have each word in one of their texts, folded row by row. */
const hasWords = (placeholder: string, ...texts: string[]) =>
  `NOT EXISTS (SELECT FROM unnest(${placeholder}::text[]) word
     WHERE NOT coalesce(${texts.map((text) => `folded(${text}) ~ word`).join(' OR ')}, false))`;

const eventTexts = [
  `concat_ws(' / ', e.title, e.description, e.town)`,
  `(SELECT description FROM event_texts WHERE id = e.text_id)`,
  `(SELECT name FROM groups WHERE id = e.group_id)`,
  `(SELECT name FROM categories WHERE id = e.category_id)`,
];
const patterns = (text: string | undefined) => wordPatterns(text ?? '');

/** `npm run test:long` searches for many more. */
const runs = { numRuns: Number(process.env.SEARCH_CASES ?? 20), seed: fuzzSeed };

it('the search indexes have no pending list', async () => {
  const indexes = await rows(
    `SELECT indexrelid::regclass::text AS id FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     JOIN pg_am ON pg_am.oid = relam WHERE amname = 'gin'`,
  );
  const waiting = indexes.rows.map(
    async ({ id }) => (await rows('SELECT gin_clean_pending_list($1) AS id', [id])).rows[0]?.id,
  );
  expect((await Promise.all(waiting)).map(Number)).toEqual(indexes.rows.map(() => 0));
  expect(indexes.rows.length).toBeGreaterThan(5);
});

describe('a search finds the same, page by page, as a plain query', () => {
  const span = {
    upcoming: 'end_time > $4',
    past: 'end_time <= $4',
    all: '$4::timestamptz IS NOT NULL',
  };

  it.each(['signed in', 'signed out'])('of events, %s', async (visit) => {
    const client = visit === 'signed in' ? await app.as({ id: 'w7' }) : app.visitor();
    const where = visit === 'signed in' ? ['e.location', 'e.town'] : ['e.town'];
    const when = fc.constantFrom('upcoming' as const, 'past' as const, 'all' as const);
    const there = await Promise.all(arounds.map((around) => idsAround(client, around)));
    const around = fc.constantFrom(undefined, undefined, ...arounds);
    const cases = [words, place, category, when, limit, around] as const;
    await fc.assert(
      fc.asyncProperty(...cases, async (q, location, of, at, size, near) => {
        const down = at === 'past' ? 'DESC' : 'ASC';
        const plain = plainly(
          `SELECT e.id FROM events e JOIN groups g ON g.id = e.group_id
           WHERE g.status = 'approved' AND e.status = 'scheduled' AND ${span[at]}
             AND ${hasWords('$1', ...eventTexts)}
             AND ($3::int IS NULL OR e.category_id = $3) AND ${hasWords('$2', ...where)}
             AND ($5::int[] IS NULL OR e.id = ANY ($5))
           ORDER BY e.start_time ${down}, e.id ${down}`,
          [
            patterns(q),
            patterns(location),
            of,
            app.clock.read(),
            near && there[arounds.indexOf(near)],
          ],
        );
        const query = { q, location, category: of, when: at, limit: size, ...near };
        await expectPages(client, 'GET /api/events', query, plain);
      }),
      {
        ...runs,
        examples: [
          ['Walk book', undefined, undefined, 'past', 100, undefined],
          ['walk', undefined, undefined, 'all', 100, arounds[0]],
          ['zither', undefined, 2, 'upcoming', 3, arounds[1]],
          ['lantern', 'Hall', undefined, 'all', 25, arounds[2]],
        ],
      },
    );
  });

  const groupText = `concat_ws(' / ', g.name, g.description)`;

  it.each(['popular', 'new'])('of groups, %s first', async (sort) => {
    const order = sort === 'popular' ? 'g.member_count' : 'g.created_at';
    await fc.assert(
      fc.asyncProperty(words, category, limit, async (q, of, size) => {
        const plain = plainly(
          `SELECT g.id FROM groups g WHERE g.status = 'approved' AND ${hasWords('$1', groupText)}
             AND ($2::int IS NULL OR g.category_id = $2) ORDER BY ${order} DESC, g.id DESC`,
          [patterns(q), of],
        );
        const query = { q, category: of, sort, limit: size };
        await expectPages(app.visitor(), 'GET /api/groups', query, plain);
      }),
      runs,
    );
  });

  const userText = `u.first_name || ' ' || coalesce(u.last_name, '') || ' ' || u.email`;
  const adminLists: [ApiKey, string, (q: string | undefined) => unknown][] = [
    [
      'GET /api/admin/users',
      `SELECT u.id FROM users u WHERE ${like(userText, '$1')} ORDER BY u.created_at DESC, u.id DESC`,
      (q) => q,
    ],
    [
      'GET /api/admin/groups',
      `SELECT g.id FROM groups g WHERE ${hasWords('$1', groupText)} ORDER BY g.id DESC`,
      patterns,
    ],
    [
      'GET /api/admin/events',
      `SELECT e.id FROM events e WHERE ${hasWords('$1', ...eventTexts)} ORDER BY e.id DESC`,
      patterns,
    ],
    [
      'GET /api/admin/comments',
      `SELECT c.id FROM comments c WHERE ${like('c.content', '$1')} OR c.user_id IN
         (SELECT u.id FROM users u WHERE ${like(userText, '$1')} ORDER BY u.created_at DESC, u.id DESC LIMIT 100)
       ORDER BY c.id DESC`,
      (q) => q,
    ],
  ];

  it.each(adminLists)('of the admin pages: %s', async (call, select, valueOf) => {
    const client = await app.as(await app.make.admin());
    await fc.assert(
      fc.asyncProperty(words, limit, (q, size) =>
        expectPages(client, call, { q, limit: size }, plainly(select, [valueOf(q)])),
      ),
      runs,
    );
  });
});

it('a month counts, by any words, the events of each day', async () => {
  const [around = { near: '' }] = arounds;
  const there = await idsAround(app.visitor(), around);
  await fc.assert(
    fc.asyncProperty(words, category, fc.boolean(), async (q, of, isNear) => {
      const { rows: plain } = await app.db.$client.query<{ date: string; count: number }>(
        `SELECT day::date::text AS date, least(count(*), 50)::int AS count
         FROM generate_series('2026-06-01'::date, '2026-06-30', '1 day') day
         JOIN events e ON e.start_time < (day + interval '1 day')::timestamp AT TIME ZONE 'Europe/London'
           AND e.end_time > day::timestamp AT TIME ZONE 'Europe/London'
         JOIN groups g ON g.id = e.group_id
         WHERE g.status = 'approved' AND e.status = 'scheduled' AND ${hasWords('$1', ...eventTexts)}
           AND ($2::int IS NULL OR e.category_id = $2) AND ($3::int[] IS NULL OR e.id = ANY ($3))
         GROUP BY day ORDER BY day`,
        [patterns(q), of, isNear ? there : null],
      );
      const query = { month: '2026-06', q, category: of, ...(isNear && around) };
      const { body: month } = await app.visitor().call('GET /api/events/month', { query });
      expect(month.days.map(({ date, count }) => ({ date, count }))).toEqual(plain);
    }),
    {
      ...runs,
      examples: [
        ['zither', undefined, false],
        ['bassoon', undefined, true],
        ['walk', undefined, false],
        ['walk', undefined, true],
        ['lantern', undefined, false],
      ],
    },
  );
});

it.each(['signed in', 'signed out'])('the index of words finds every match, %s', async (visit) => {
  const viewer = visit === 'signed in' ? { id: 'w7' } : null;
  let searches = 0;
  const idsOf = async (
    from: SQL,
    { joined, match, lookup }: ReturnType<typeof publicEventQuery>,
    values: object,
  ) => {
    searches += 1;
    const list = app.db
      .selectDistinct({ id: sql<number>`found.id`.as('id') })
      .from(
        sql`(${withNamed(lookup, sql`select events.id from (${from}) ${events} ${joined ?? sql``} where ${and(isScheduled, match)}`)}) found`,
      )
      .orderBy(sql`id`);
    const all = await list
      .prepare(`found_${viewer ? 'in' : 'out'}_${searches}`)
      .execute({ ...values });
    return all.map(({ id }) => id);
  };
  await fc.assert(
    fc.asyncProperty(words, place, async (q, location) => {
      const filter = {
        q: q === undefined ? q : cleanText(q),
        location: location === undefined ? location : cleanText(location),
      };
      const query = publicEventQuery(viewer, filter);
      const values = filterValues(filter);
      if (!query.lookup) return;
      const { own, ofNamed, isCommon = sql`false` } = query.lookup;
      const found = sql`(${own()}) ${ofNamed ? sql`union all (${ofNamed()})` : sql``}
        union all (select * from ${events} where ${isCommon})`;
      expect(await idsOf(found, query, values)).toEqual(
        await idsOf(sql`select * from ${events}`, query, values),
      );
    }),
    {
      ...runs,
      examples: [
        ['walk zither', 'keswick'],
        ['bassoon', undefined],
      ],
    },
  );
});
