import { describe, expect, it } from 'vitest';
import type { Series } from '#contract/events/series/series.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { readFeed } from '#tests/support/feeds.ts';
import { tuesdays } from '#tests/support/forms.ts';
import { broken } from '#tests/races/invariants.ts';

const app = await startTestApp();
const { make } = app;

const mostDates = 104;
const { description: words } = tuesdays;

/** Returns `length` characters from `first` on, in a non-repeating order. */
const scattered = (length: number, first: number, span: number) =>
  Array.from({ length }, (_, n) => String.fromCodePoint(first + ((n * n * 7 + n * 31) % span)));

/** Descriptions just below the maximum length. */
const worstTexts = {
  'Chinese characters': scattered(9_900, 0x4e00, 20_011).join(''),
  'Latin letters': scattered(9_900, 0x61, 23).join(''),
  'words of one letter': scattered(4_950, 0x61, 23).join(' '),
  emoji: scattered(4_950, 0x1f300, 509).join(''),
  'one letter': 'a'.repeat(9_900),
};

async function created(fields: Partial<typeof tuesdays> = {}) {
  const group = await make.group();
  const client = await app.as(group.owner);
  const body = { ...tuesdays, ...fields, groupId: group.id };
  const series = await client.call('POST /api/series', { body });
  return { client, owner: group.owner, series: series.body };
}

const numberOf = async (text: string, values: unknown[] = []) => {
  const { rows } = await app.db.$client.query<{ number: string }>(text, values);
  return Number(rows[0]?.number);
};

/** Returns the size of all tables with their indexes, in bytes. */
const stored = () =>
  numberOf(`SELECT sum(pg_total_relation_size(oid)) AS number FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);

async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = await stored();
  await work();
  return (await stored()) - before;
}

const textsOf = ({ id }: Series) =>
  numberOf('SELECT count(DISTINCT text_id) AS number FROM events WHERE series_id = $1', [id]);

const change = (client: Client, { id }: Series, fields: object) =>
  client.call('PATCH /api/series/:id', { params: { id }, body: { scope: 'all', ...fields } });

const descriptions = ({ events }: Series) => events.map(({ description }) => description);

describe("a series' text", () => {
  it.each(Object.entries(worstTexts))(
    'is stored and indexed once, however many dates share it: %s',
    async (_, text) => {
      const rrule = `FREQ=WEEKLY;COUNT=${mostDates}`;
      const long = {
        title: `Worst ${text.slice(0, 180)}`,
        description: text,
        location: `Worst ${text.slice(200, 480)}`,
      };
      await created({ rrule });
      const short = await growth(() => created({ rrule }));
      let made: Awaited<ReturnType<typeof created>> | undefined;
      const grown = await growth(async () => (made = await created({ ...long, rrule })));
      if (!made) throw new Error('nothing was made');
      const { client, series } = made;
      // Each date also stores its title and venue.
      const perDate = Buffer.byteLength(long.title + long.location) * mostDates;
      expect(grown).toBeLessThan(2 * short + 2 * perDate + 500_000);
      expect(new Set(descriptions(series))).toEqual(new Set([text]));

      const other = { title: `Other ${long.title.slice(6)}`, description: `Other ${text}` };
      const changed = await growth(() => change(client, series, other));
      expect(changed).toBeLessThan(2 * short + 2 * perDate + 500_000);
      expect(await textsOf(series)).toBe(1);
    },
  );

  it('is shown wherever an event’s is', async () => {
    const { client, series } = await created({ description: `Hyperborean. ${words}` });
    const [date] = series.events;
    const params = { id: date?.id ?? 0 };
    const { body: event } = await client.call('GET /api/events/:id', { params });
    expect(event.description).toBe(`Hyperborean. ${words}`);
    const found = { query: { q: 'hyperborean' } };
    const { body: listed } = await client.call('GET /api/events', found);
    expect(descriptions({ ...series, events: listed })).toEqual(descriptions(series));
    const admin = await app.as(await make.admin());
    const { body: ofAdmin } = await admin.call('GET /api/admin/events', found);
    expect(ofAdmin).toHaveLength(4);
    const [own, all, feed] = await Promise.all([
      client.call('GET /api/events/:id/calendar.ics', { params }),
      client.call('GET /api/series/:id/calendar.ics', { params: { id: series.id } }),
      readFeed(app, '/calendar.ics?q=hyperborean'),
    ]);
    expect(own.body).toContain('Hyperborean');
    expect(all.body.match(/Hyperborean/g)).toHaveLength(4);
    expect(feed.body.match(/Hyperborean/g)).toHaveLength(4);
  });

  it('stays with the other dates when one is edited', async () => {
    const { client, series } = await created();
    const [first, second] = series.events;
    const edit = (id: number | undefined, body: object) =>
      client.call('PATCH /api/events/:id', { params: { id: id ?? 0 }, body });
    await edit(first?.id, { description: `${words} Bring a lamp.` });
    await edit(second?.id, { title: 'Choir by candlelight', description: words });
    const { body: read } = await client.call('GET /api/series/:id', {
      params: { id: series.id },
    });
    expect(descriptions(read)).toEqual([`${words} Bring a lamp.`, words, words, words]);
    expect(read.events.map(({ title }) => title)[1]).toBe('Choir by candlelight');
    expect(await textsOf(series)).toBe(3);
    const { body: found } = await client.call('GET /api/events', { query: { q: 'candlelight' } });
    expect(found.map(({ id }) => id)).toEqual([second?.id]);
    expect(await broken(app.db)).toEqual({});
  });

  it('is deleted with its last date', async () => {
    const { client, series } = await created({ description: `${words} Ephemeral.` });
    const left = () =>
      numberOf(`SELECT count(*) AS number FROM event_texts WHERE description LIKE '%Ephemeral.'`);
    expect(await left()).toBe(1);
    await change(client, series, { description: `${words} Lasting.` });
    expect(await left()).toBe(0);
    await app.db.$client.query('DELETE FROM series WHERE id = $1', [series.id]);
    expect(
      await numberOf('SELECT count(*) AS number FROM events WHERE series_id = $1', [series.id]),
    ).toBe(0);
    expect(
      await numberOf(
        `SELECT count(*) AS number FROM event_texts WHERE description LIKE '%Lasting.'`,
      ),
    ).toBe(0);
  });

  it('comes back with restored dates', async () => {
    const { owner, series } = await created({ description: `${words} Once more.` });
    const admin = await app.as(await make.admin());
    const params = { id: owner.id };
    await admin.call('POST /api/admin/users/:id/cleanup', { params, body: {} });
    await admin.call('DELETE /api/admin/users/:id/cleanup', { params });
    const { body } = await admin.call('GET /api/series/:id', { params: { id: series.id } });
    expect(descriptions(body)).toEqual(descriptions(series));
  });
});
