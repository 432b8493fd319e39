import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { readFeed } from '#tests/support/feeds.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const app = await startTestApp();
const { make, clock } = app;

const spellings = async (q?: string, more: Record<string, string> = {}, client = app.visitor()) =>
  (await client.call('GET /api/events/spellings', { query: { q, ...more } })).body;

const host = await make.group({ name: 'Library neighbours' });
const townEvent = (title: string, town = 'Keswick', columns: object = {}) =>
  make.event({ group: host, title, town, categoryId: 2, description: 'Nothing.', ...columns });

for (const title of [
  'Evening chess',
  'Chess for beginners',
  'Coffee morning',
  'The Repair Café',
  'O’Neill’s session',
  'Sing-along, all ages',
  'Walk/run',
  'Quizzes',
  'Knit “scarves”',
  'Baking bread',
  'Llwybr Gŵyl',
]) {
  await townEvent(title);
}
for (const each of ['Morris sides', 'Norris sides', 'Dorris sides', 'Torris sides'])
  await townEvent(each);
await townEvent('Kayaking', 'Penzance');
const pending = await make.group({ name: 'Unicyclists', status: 'pending_approval' });
await townEvent('Trombonists', 'Keswick', { group: pending });
await townEvent('Escapologists', 'Keswick', { status: 'hidden', hiddenFrom: 'scheduled' });
await make.cancelledEvent({ group: host, title: 'Ventriloquists' });
await make.pastEvent({ group: host, title: 'Jubilee' });
await townEvent('Something else', 'Keswick', { location: 'Foxglove cottage, 12 Mill Lane' });
await make.group({ name: 'Philatelists' });

describe('a search with a slip of the pen', () => {
  it.each([
    ['chses', ['chess']],
    ['CHSES', ['chess']],
    ['chese', ['chess']],
    ['chss', ['chess']],
    ['chesss', ['chess']],
    ['evning chess', ['Evening chess']],
    ['chess  evneing', ['chess Evening']],
    ['cofee mornign', ['Coffee morning']],
    ['repiar cafe', ['Repair cafe']],
    ['repair càffé', ['repair Café']],
    ['oneils', ['O’Neill’s']],
    ["o'neils sesion", ['O’Neill’s session']],
    ['sing-alnog', ['Sing-along']],
    ['alnog', ['along']],
    ['wakl/run', ['Walk/run']],
    ['quizes', ['Quizzes']],
    ['wlaks', ['Walk']],
    ['mornigns', ['morning']],
    ['scraves', ['scarves']],
    ['“bakin” braed', ['“bakin” bread']],
    ['gywl', ['Gŵyl']],
    ['libary', ['Library']],
    ['liberry chess', ['Library chess']],
    ['outdors', ['Outdoors']],
    ['keswik', ['Keswick']],
    ['chses kesiwck', ['chess Keswick']],
    ['kayakign pezance', ['Kayaking Penzance']],
    ['chses, evening!', ['chess evening!']],
    ['evneing + chess', ['Evening + chess']],
    ['coffeemorning', ['Coffee morning']],
    ['coffeemornings', ['Coffee morning']],
    ['bakingbreads', ['Baking bread']],
  ])('%j is offered as %j, its other words as they are', async (q, expected) => {
    expect(await spellings(q)).toEqual(expected);
  });

  it.each<[q: string | undefined, why: string]>([
    [undefined, 'no words'],
    ['', 'no words'],
    ['!?', 'signs'],
    ['chess', 'a word that is found'],
    ['ches', 'a part of one'],
    ['chess kayaking', 'words that no event has together'],
    ['chxxs', 'two slips in five letters'],
    ['mxrnxnx', 'three slips'],
    ['zeppelin', 'nothing alike'],
    ['rn', 'two letters'],
    ['chses zeppelin', 'one word with nothing alike'],
    ['chses chses1 chses2 evneing', 'many unknown words'],
    ['a'.repeat(200), 'a long word'],
    [`${'a'.repeat(98)}&${'a'.repeat(98)}`, 'two long ones'],
    ['unicyclsts', 'a group that isn’t approved'],
    ['trombonsts', 'an event of such a group'],
    ['escapologsts', 'a hidden event'],
    ['ventriloqists', 'a cancelled event'],
    ['jubliee', 'a past event'],
    ['foxglvoe', 'a venue'],
    ['nohting', 'a description'],
    ['philatelsts', 'a group without events'],
  ])('%j has no offers: %s', async (q) => {
    expect(await spellings(q)).toEqual([]);
  });

  it('has three offers at most', async () => {
    expect(await spellings('orris sides')).toEqual([]);
    expect(await spellings('Zorris sides')).toHaveLength(3);
  });

  it('has those that find an event by the other filters', async () => {
    expect(await spellings('kayakign')).toEqual(['Kayaking']);
    expect(await spellings('kayakign', { near: 'Keswick' })).toEqual([]);
    expect(await spellings('kayakign', { near: 'Penzance' })).toEqual(['Kayaking']);
    expect(await spellings('kayakign', { location: 'Keswick' })).toEqual([]);
    expect(await spellings('chses', { category: '5' })).toEqual([]);
    expect(await spellings('chses', { from: '2030-01-01' })).toEqual([]);
    expect(await spellings('jubliee', { when: 'all', from: '2020-01-01' })).toEqual([]);
    // A word that is found elsewhere is none to correct.
    expect(await spellings('chess kayakign', { near: 'Penzance' })).toEqual([]);
  });

  it('is the same for a member', async () => {
    const member = await app.as(await make.user());
    expect(await spellings('chses', {}, member)).toEqual(['chess']);
    expect(await spellings('foxglvoe', {}, member)).toEqual([]);
    expect(await spellings('chses', { location: 'foxglove' }, member)).toEqual([]);
  });

  it('refuses what the list refuses, by the field', async () => {
    const refused = await app.visitor().refusal('GET /api/events/spellings', {
      query: { q: 'chses', near: 'ZZ9', within: '10' },
    });
    expect(refused).toMatchObject({
      code: 'invalid',
      fields: { near: expect.any(String) as unknown },
    });
  });
});

describe('a search without a space between two words that occur here', () => {
  const titles = async (q: string) =>
    (await app.visitor().call('GET /api/events', { query: { q } })).body.map(({ title }) => title);

  it.each([
    ['coffeemorning', ['Coffee morning']],
    ['COFFEEMORNINGS!', ['Coffee morning']],
    ['coffeemorning keswick', ['Coffee morning']],
    ['repaircafé', ['The Repair Café']],
    ['eveningchess', ['Evening chess']],
    ['beginnerschess', []],
    ['morningcoffee', []],
    ['kayaking', ['Kayaking']],
  ])('%j finds %j', async (q, expected) => {
    expect(await titles(q)).toEqual(expected);
  });

  it('is counted, listed in its month and in its calendar', async () => {
    const query = { q: 'coffeemorning' };
    const count = await app.visitor().call('GET /api/events/count', { query });
    const { body } = await app.visitor().call('GET /api/events/month', { query });
    const feed = await readFeed(app, '/calendar.ics?q=coffeemorning');
    expect(count.body).toMatchObject({ count: 1 });
    expect(JSON.stringify(body)).toContain('Coffee morning');
    expect(feed.body).toContain('Coffee morning');
  });
});

/** A word with one letter dropped, doubled, replaced or swapped with the next. */
const slipped = fc
  .tuple(fc.constantFrom('coffee', 'beginners', 'kayaking', 'scarves', 'session'), fc.nat())
  .chain(([word, at]) => {
    const place = at % (word.length - 1);
    const [before, letter, next, after] = [
      word.slice(0, place),
      word.charAt(place),
      word.charAt(place + 1),
      word.slice(place + 2),
    ];
    return fc.constantFrom(
      before + next + after,
      before + letter + letter + next + after,
      `${before}x${next}${after}`,
      before + next + letter + after,
    );
  });

it('a correction leads from any one mistake back to a search that finds something', async () => {
  const finds = async (q: string) =>
    (await app.visitor().call('GET /api/events', { query: { q, limit: 1 } })).body.length > 0;
  await fc.assert(
    fc.asyncProperty(slipped, async (q) => {
      if (await finds(q)) return;
      const offered = await spellings(q);
      expect(offered).not.toEqual([]);
      for (const each of offered) expect(await finds(each)).toBe(true);
    }),
    { numRuns: 60, seed: fuzzSeed },
  );
});

it('corrections know the words of a new event ten minutes later, and none of a deleted one', async () => {
  await spellings('chses');
  const event = await townEvent('Xylophones');
  expect(await spellings('xylohpones')).toEqual([]);
  clock.advanceHours(0.2);
  expect(await spellings('xylohpones')).toEqual(['Xylophones']);
  await app.db.$client.query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [event.id]);
  expect(await spellings('xylohpones')).toEqual([]);
  clock.reset();
});
