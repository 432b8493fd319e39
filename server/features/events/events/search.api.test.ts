import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText, wordPatterns } from '#platform/db/words.ts';
import { startTestApp } from '#tests/support/app.ts';
import { readPage } from '#tests/support/paging.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const app = await startTestApp();
const { make, clock } = app;
const visitor = app.visitor();

const ids = async (query: Record<string, unknown>) =>
  (await readPage(visitor, 'GET /api/events', { query })).ids;

/** Tells whether a search among a group's events, and one among all, finds an event. */
async function finds(q: string, columns: object, groupColumns: object = {}): Promise<boolean> {
  const group = await make.group({ name: 'Neighbours', ...groupColumns });
  const event = await make.event({
    group,
    title: 'An evening',
    description: 'Nothing else.',
    ...columns,
  });
  const ofGroup = await ids({ q, group: group.id });
  const ofAll = await ids({ q, limit: 100 });
  expect(ofAll.includes(event.id)).toBe(ofGroup.includes(event.id));
  return ofGroup.includes(event.id);
}

describe('a search finds an event', () => {
  it.each([
    ['O’Neill’s session', "o'neills"],
    ["O'Neill's session", 'oneills'],
    ['ONeills session', 'O‘Neill‘s'],
    ['O´Neill`s session', 'O′Neill'],
    ['Children’s crafts', 'childrens craft'],
    ['Repair Café', 'repair cafe'],
    ['Repair Cafe\u0301', 'CAFÉS'],
    ['Repair cafe', 'répair càfë'],
    ['Ceòl agus Òrain', 'ceol orain'],
    ['Noson Gŵyl yr Ŷd', 'gwyl yd'],
    ['Smørrebrød at the Łódź club', 'smorrebrod lodz'],
    ['Straßenfest', 'STRASSENFEST'],
    ['Encyclopædia quiz', 'encyclopaedia'],
    ['Free Wi‑Fi clinic', 'wifi'],
    ['Free wifi clinic', 'wi-fi'],
    ['Free wi fi clinic', 'WiFi'],
    ['Free wi fi clinic', 'wi‑fi'],
    ['Free WiFi clinic', 'wi fi'],
    ['The co-op fair', 'coop'],
    ['The coop fair', 'co-op'],
    ['The co op fair', 'coops'],
    ['A fair of co ops', 'coop'],
    ['Talk=listen', 'listen talk'],
    ['Drop in, all afternoon', 'dropin'],
    ['Drop-in all afternoon', 'drop in'],
    ['Dropin all afternoon', 'drop–in'],
    ['A singalong', 'sing-along'],
    ['A sing along', 'sing-along'],
    ['Tai chi', 'taichi'],
    ['Couch to 5 k', '5k'],
    ['Walk/run', 'run walk'],
    ['Walk / run', 'walk/run'],
    ['W.I. meeting', 'wi'],
    ['WI meeting', 'W.I.'],
    ['Arts & crafts', 'arts and crafts'],
    ['Arts and crafts', 'crafts & arts'],
    ['Knit and natter', 'knit + natter'],
    ['Rock & roll', "rock'n'roll"],
    ['Bring n buy', 'bring-and-buy'],
    ['D&D night', 'DnD'],
    ['R’n’B night', 'R&B'],
    ['LGBTQ social', 'LGBTQ+'],
    ['LGBTQIA+ social', 'LGBTQ+'],
    ['50 plus walking', '50+'],
    ['C++ for beginners', 'c++'],
    ['St. Mary’s fete', 'saint marys'],
    ['Ｆｕｌｌ ｗｉｄｔｈ', 'full width'],
    ['Oﬃce ﬁlm', 'office film'],
    ['In\u00advis\u200bible ink', 'invisible'],
    ['Invisible ink', 'inv\u200bis\u00adible'],
    ['Βόλτα ΣΤΟΥΣ ΚΉΠΟΥΣ', 'βολτα στους κηπους'],
    ['Прогулка у реки', 'ПРОГУЛКА'],
    ['茶の湯の会', '茶の湯'],
    ['Paint 🎨 night', '🎨'],
  ])('%j by %j, however it is written', async (title, q) => {
    expect(await finds(q, { title })).toBe(true);
  });

  it.each([
    ['walks', 'A walk'],
    ['walk', 'Walks'],
    ['quizzes', 'Pub quiz'],
    ['quiz', 'Quizzes'],
    ['choirs', 'The choir'],
    ['classes', 'Yoga class'],
    ['class', 'Yoga classes'],
    ['parties', 'Street party'],
    ['party', 'Street parties'],
    ['boxes', 'Veg box'],
    ['lunches', 'Village lunch'],
    ['women', 'Every woman'],
    ['woman', 'Women’s hour'],
    ['children', 'Every child'],
    ['people', 'Every person'],
    ['knives', 'Sharpen a knife'],
    ['scarf', 'Knit scarves'],
    ['movies', 'A movie'],
    ['potatoes', 'Plant a potato'],
    ['buses', 'A bus ride'],
    ['mice', 'Paint a mouse'],
    ["walk's", 'A walk'],
    ['quiz nights', 'Quiz-night'],
    ['pub quizzes', 'Pub-quiz'],
    ['t shirts', 'Paint a T-shirt'],
    ['pubquiz', 'Pub quizzes'],
    ['grandchildren', 'Every grandchild'],
    ['dormouse', 'Count dormice'],
    ['fungus', 'Fungi walk'],
    ['cvs', 'Your CV'],
  ])('for %j by the other number in %j', async (q, title) => {
    expect(await finds(q, { title })).toBe(true);
  });

  it.each([
    ['walk york', { title: 'York: an easy walk' }, {}],
    ['supper walk', { title: 'Walk', description: 'With supper.' }, {}],
    ['walk ramblers', { title: 'Walk' }, { name: 'The Ramblers' }],
    ['creative walk', { title: 'Walk', categoryId: 5 }, {}],
    ['keswick walk', { title: 'Walk', town: 'Keswick' }, {}],
    ['“easy” walk, supper!', { title: 'Easy walk', description: 'Then supper.' }, {}],
  ])('for %j, each word anywhere, in any order', async (q, columns, groupColumns) => {
    expect(await finds(q, columns, groupColumns)).toBe(true);
  });

  it.each([
    ['walk supper', { title: 'Walk' }],
    ['arts', { title: 'Start of the party' }],
    ['toy', { title: 'Bring it to your door' }],
    ['wear', { title: 'Here we are' }],
    ['tea', { title: 'A seat each' }],
    ['12 foxglove', { location: '12 Foxglove Lane', town: 'Ambleside' }],
    ['.*', { title: 'Anything' }],
    ['walk|run', { title: 'Walk' }],
    ['classic', { title: 'Class' }],
    ['d&d', { title: 'Cooking and dancing' }],
    ['c++', { title: 'Meetup in C' }],
    ['buses', { title: 'Social for bi people' }],
    ['quiz nights', { title: 'Quiz', description: 'A fortnight.' }],
  ])('but not for %j', async (q, columns) => {
    expect(await finds(q, columns)).toBe(false);
  });

  it('with a word of ten thousand letters, or of a hundred words', async () => {
    const many = Array.from({ length: 66 }, (_, n) => `w${n}`).join(' ');
    expect(await finds(many.slice(0, 200), { description: many })).toBe(true);
    expect(await finds('a'.repeat(200), { description: 'a'.repeat(10_000) })).toBe(true);
  });
});

describe('a date of a series', () => {
  it('is found by the text that it shares, its own title and its group', async () => {
    const group = await make.group({ name: 'Bellringers' });
    const organiser = await app.as(group.owner);
    const { body: series } = await organiser.call('POST /api/series', {
      body: {
        title: 'Practice',
        description: 'With the Hyperborean café choir.',
        location: 'The Hall',
        startTime: '2027-01-05T19:30:00Z',
        endTime: '2027-01-05T21:30:00Z',
        categoryId: 6,
        rrule: 'FREQ=WEEKLY;COUNT=3',
        groupId: group.id,
      },
    });
    const dates = series.events.map(({ id }) => id);
    expect(await ids({ q: 'cafes hyperborean' })).toEqual(dates);
    expect(await ids({ q: 'practice choirs bellringer' })).toEqual(dates);
    const [first = 0] = dates;
    const params = { id: first };
    const { body: event } = await organiser.call('GET /api/events/:id', { params });
    const change = { revision: event.revision, title: 'Ünique' };
    await organiser.call('PATCH /api/events/:id', { params, body: change });
    expect(await ids({ q: 'unique hyperborean' })).toEqual([first]);
    await app.db.execute(sql`update groups set name = 'Ringers of Åby' where id = ${group.id}`);
    expect(await ids({ q: 'hyperborean aby' })).toEqual(dates);
  });
});

const titles = fc.stringMatching(/^[A-Za-z][\p{L}\p{N}\p{P}\p{S} ]{0,60}$/u);

it('the search folds its words as it folds the texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(titles, fc.string({ unit: 'binary' })), async (raw) => {
      const text = raw.replaceAll('\0', '').toWellFormed();
      const { rows } = await app.db.execute<{ folded: string }>(
        sql`select folded(${text}) as folded`,
      );
      expect(rows[0]?.folded.startsWith(foldText(text))).toBe(true);
    }),
    { numRuns: 300, seed: fuzzSeed },
  );
});

it('the search finds a title by any part of it', async () => {
  const part = fc.tuple(titles, fc.nat(), fc.nat()).map(([title, one, other]) => {
    const letters = [...title];
    const [from = 0, to = 0] = [one % letters.length, other % letters.length].toSorted(
      (a, b) => a - b,
    );
    return [title, letters.slice(from, to + 1).join('')] as const;
  });
  await fc.assert(
    fc.asyncProperty(part, async ([title, q]) => {
      const { rows } = await app.db.execute<{ found: boolean }>(
        sql`select folded(${title}) ~ all (${sql.param(wordPatterns(q))}::text[]) as found`,
      );
      expect(rows[0]?.found).toBe(true);
    }),
    { numRuns: 300, seed: fuzzSeed },
  );
});

describe('a list of some days', () => {
  it('has every event that takes place then, those under way first', async () => {
    const group = await make.group();
    const at = async (startTime: string, endTime: string) =>
      (await make.event({ group, startTime: new Date(startTime), endTime: new Date(endTime) })).id;
    const [long, before, night, inside, after] = [
      await at('2027-02-01T09:00:00Z', '2027-02-20T17:00:00Z'),
      await at('2027-02-09T19:00:00Z', '2027-02-10T00:00:00Z'),
      await at('2027-02-09T20:00:00Z', '2027-02-10T02:00:00Z'),
      await at('2027-02-10T00:00:00Z', '2027-02-10T01:00:00Z'),
      await at('2027-02-12T00:00:00Z', '2027-02-12T01:00:00Z'),
    ];
    const ofDays = (query: object) => ids({ group: group.id, ...query });
    const days = { from: '2027-02-10', to: '2027-02-11' };
    for (const when of ['upcoming', 'all']) {
      expect(await ofDays({ ...days, when })).toEqual([long, night, inside]);
      expect(await ofDays({ from: '2027-02-11', when })).toEqual([long, after]);
      expect(await ofDays({ to: '2027-02-09', when })).toEqual([long, before, night]);
      expect(await ofDays({ ...days, when, q: 'no such word' })).toEqual([]);
    }
    expect(await ids({ ...days, q: 'pub', limit: 100 })).not.toContain(long);
    const first = await readPage(visitor, 'GET /api/events', {
      query: { group: group.id, ...days, limit: 1 },
    });
    expect(first.ids).toEqual([long]);
    expect(await ofDays({ ...days, cursor: first.next })).toEqual([night, inside]);
    clock.advanceHours(24 * 300);
    expect(await ofDays({ ...days, when: 'past' })).toEqual([inside, night, long]);
    clock.reset();
  });
});
