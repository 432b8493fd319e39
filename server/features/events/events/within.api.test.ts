import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findPlace } from '#platform/geo/find-place.ts';
import { startTestApp } from '#tests/support/app.ts';
import { readPage, readPages } from '#tests/support/paging.ts';
import { findPositions } from './jobs/positions.ts';
import { events } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const visitor = app.visitor();

const ids = async (query: Record<string, unknown>) =>
  (await readPage(visitor, 'GET /api/events', { query })).ids;

interface Made {
  placePublic?: boolean;
  town?: string;
  postcode?: string;
  access?: object;
  onlineUrl?: string;
  inPersonToo?: boolean;
}

function positionAt(postcode: string) {
  const { x: easting = 0, y: northing = 0 } = findPlace(postcode)?.position ?? {};
  return { easting, northing };
}

const group = await make.group();
const organiser = await app.as(group.owner);
let hours = 20;

/** Creates events by the API, an hour apart. */
async function host(...made: Made[]): Promise<number[]> {
  const hosted = [];
  for (const event of made) {
    hours += 1;
    const body = {
      title: 'Pilot gig rowing',
      description: 'An hour on the water, and tea on the quay afterwards.',
      location: 'The slip by the harbour wall',
      startTime: clock.inHours(hours).toISOString(),
      endTime: clock.inHours(hours + 2).toISOString(),
      categoryId: 2,
      groupId: group.id,
      town: 'Nowhere-on-Sea',
      placePublic: true,
      ...event,
    };
    hosted.push((await organiser.call('POST /api/events', { body })).body.id);
  }
  return hosted;
}

describe('events within a distance', () => {
  it('are found by town, outward code, sector and whole postcode, by time', async () => {
    const [penzance, marazion, hayle, truro] = await host(
      { town: 'Penzance' },
      { postcode: 'TR17 0EG' },
      { town: 'Hayle' },
      { postcode: 'TR1 2AF' },
    );
    const typed = ['TRI8 4AB', 'tr18-4ab', 'TR18.4', 'ＴＲ１８', 'TR18\u00a04ab\u200b', 'trl8 4'];
    for (const near of ['Penzance', 'TR18', 'tr184ab', 'TR18 4', ' tr18  4ab ', ...typed]) {
      expect(await ids({ near, within: 10 })).toEqual([penzance, marazion, hayle]);
    }
    expect(await ids({ near: 'TR18', within: 5 })).toEqual([penzance, marazion]);
    expect(await ids({ near: 'TR18', within: 1 })).toEqual([penzance]);
    expect(await ids({ near: 'TR18' })).toEqual([penzance, marazion, hayle]);
    expect(await ids({ near: 'TR18', within: 50 })).toEqual([penzance, marazion, hayle, truro]);
  });

  it('have their distance, only if the request has a place', async () => {
    const [event] = await host({ postcode: 'ZE1 0HB' });
    const read = async (query: { near?: string; within?: number }) =>
      (await visitor.call('GET /api/events', { query })).body.find(({ id }) => id === event);
    expect((await read({ near: 'ZE1 0AA', within: 10 }))?.distanceMiles).toBe(0);
    expect((await read({ near: 'ZE2', within: 25 }))?.distanceMiles).toBeGreaterThan(2);
    expect(await read({})).not.toHaveProperty('distanceMiles');
  });

  it('have pages', async () => {
    const made = await host(...Array.from({ length: 7 }, () => ({ postcode: 'HS1 2BE' })));
    const query = { near: 'HS1', within: 5, limit: 3 };
    expect((await readPages(visitor, 'GET /api/events', { query })).flat()).toEqual(made);
  });

  it('lead to the next page without the end of a postcode', async () => {
    await host({ postcode: 'IV51 9EU' }, { postcode: 'IV51 9EU' });
    const query = { near: 'iv519eu', within: 5, limit: 1 };
    const { headers } = await visitor.send('GET /api/events', { query });
    expect(headers.link).toContain('near=IV51+9&');
    expect(headers.link).toMatch(/rel="next"/);
  });

  it('can be limited by every other filter', async () => {
    const [event] = await host({ postcode: 'KW15 1NY', town: 'Kirkwall' });
    const near = { near: 'KW15', within: 10 };
    const day = clock.inHours(hours).toISOString().slice(0, 10);
    for (const filter of [{ q: 'gig' }, { group: group.id }, { category: 2 }, { from: day }]) {
      expect(await ids({ ...near, ...filter })).toEqual([event]);
    }
    for (const filter of [{ q: 'choir' }, { category: 3 }, { to: '2020-01-01' }]) {
      expect(await ids({ ...near, ...filter })).toEqual([]);
    }
  });

  it('are in the month too', async () => {
    await host({ postcode: 'BT20 4BT' });
    const month = clock.inHours(hours).toISOString().slice(0, 7);
    const query = { near: 'BT20', within: 3, month };
    const { days } = (await visitor.call('GET /api/events/month', { query })).body;
    expect(days.flatMap(({ count }) => count)).toEqual([1]);
  });

  it('explain what to do about an unknown postcode', async () => {
    const { fields } = await visitor.refusal('GET /api/events', { query: { near: 'ZZ9 9ZZ' } });
    expect(fields).toEqual({ near: 'We can’t find that postcode. Check it, or try a town.' });
  });

  it.each([
    [{ near: 'ZZ9 9ZZ' }, 'near'],
    [{ near: 'TR18 4A' }, 'near'],
    [{ near: 'Atlantis', within: 10 }, 'near'],
    [{ within: 10 }, 'near'],
    [{ near: 'TR18', within: 7 }, 'within'],
    [{ near: 'TR18', within: 'far' }, 'within'],
    [{ access: 'stepFreeEntrance,lift' }, 'access'],
    [{ online: 'perhaps' }, 'online'],
  ])('are refused for %j, with a sentence for %s', async (query, field) => {
    for (const key of ['GET /api/events', 'GET /api/events/month'] as const) {
      const { code, fields } = await visitor.refusal(key, { query });
      expect(code).toBe('invalid');
      expect(Object.keys(fields ?? {})).toEqual([field]);
    }
  });
});

describe('a closed venue', () => {
  /** Districts a mile to five from the middle of Oldham and Todmorden. */
  const districts = ['OL14', 'OL14 5', 'OL1', 'OL4', 'OL9', 'OL15', 'HX7'];

  it('is in the middle of its town for a visitor, in every list, order and distance', async () => {
    const [closed, same] = await host(
      { town: 'Manchester', postcode: 'OL14 5AB', placePublic: false },
      { town: 'Manchester', placePublic: false },
    );
    const member = await app.as(await make.user());
    const read = async (client: typeof visitor, query: Record<string, unknown>) =>
      (await client.call('GET /api/events', { query })).body
        .filter(({ id }) => id === closed || id === same)
        .map(({ id, distanceMiles }) => ({ id, distanceMiles }));
    for (const near of [...districts, 'Manchester', 'Todmorden']) {
      for (const within of [undefined, 1, 5, 25]) {
        const found = await read(visitor, { near, within });
        expect([0, 2]).toContain(found.length);
        expect(found[0]?.distanceMiles).toBe(found[1]?.distanceMiles);
      }
    }
    expect(await read(visitor, { near: 'OL14', within: 1 })).toEqual([]);
    expect(await read(member, { near: 'OL14', within: 1 })).toEqual([
      { id: closed, distanceMiles: 0 },
    ]);
  });

  it('is near no place for a visitor where nobody knows its town', async () => {
    const [closed] = await host({ postcode: 'LD3 7HX', placePublic: false });
    const near = { near: 'LD3', within: 50 };
    expect(await ids(near)).not.toContain(closed);
    const month = clock.inHours(hours).toISOString().slice(0, 7);
    expect(
      (await visitor.call('GET /api/events/month', { query: { ...near, month } })).body.days,
    ).toEqual([]);
    for (const path of ['/calendar.ics', '/embed/events']) {
      const { body } = await visitor.request({ method: 'GET', url: `${path}?near=LD3&within=50` });
      expect(body).not.toContain(`/events/${closed}`);
    }
  });

  it('moves with its town, and is where it is once it is open', async () => {
    const [event = 0] = await host({ town: 'Hereford', postcode: 'LD8 2AB', placePublic: false });
    const near = { near: 'LD8', within: 3 };
    const change = (body: object) =>
      organiser.call('PATCH /api/events/:id', { params: { id: event }, body });
    expect(await ids(near)).toEqual([]);
    await change({ town: 'Presteigne' });
    expect(await ids(near)).toEqual([event]);
    await change({ town: 'Hereford', placePublic: true });
    expect(await ids(near)).toEqual([event]);
    await change({ placePublic: false });
    expect(await ids(near)).toEqual([]);
  });
});

describe('events that are online', () => {
  it('are near no place, unless people meet in person too', async () => {
    const onlineUrl = 'https://meet.example/row';
    const [, both] = await host(
      { town: 'Oban', onlineUrl },
      { town: 'Oban', onlineUrl, inPersonToo: true },
    );
    expect(await ids({ near: 'Oban' })).toEqual([both]);
    expect(await ids({ near: 'Oban', within: 10 })).toEqual([both]);
    const [all] = await host({ town: 'Oban' });
    expect(await ids({ near: 'Oban', online: 'true' })).toEqual([both]);
    expect(await ids({ near: 'PA34', online: 'false' })).toEqual([all]);
    expect((await ids({ online: 'true' })).length).toBe(2);
  });
});

describe('events with access facts', () => {
  it('match all the requested facts, and an unknown one is no yes', async () => {
    const [both, one] = await host(
      { town: 'Wick', access: { stepFreeEntrance: 'yes', hearingLoop: 'yes' } },
      { town: 'Wick', access: { stepFreeEntrance: 'yes', hearingLoop: 'no' } },
      { town: 'Wick', access: { stepFreeEntrance: 'unknown' } },
    );
    expect(await ids({ access: 'stepFreeEntrance' })).toEqual([both, one]);
    expect(await ids({ access: 'hearingLoop,stepFreeEntrance' })).toEqual([both]);
    expect(await ids({ access: 'stepFreeEntrance', near: 'KW1', within: 10 })).toEqual([both, one]);
    expect(await ids({ access: 'stepFreeEntrance', near: 'Wick', q: 'gig' })).toEqual([both, one]);
    expect(await ids({ access: 'changingPlaces' })).toEqual([]);
  });
});

describe('events behind hundreds of others that are far away', () => {
  it('are found in the same order, page by page, to come and past', async () => {
    const far = { group, easting: 400_000, northing: 1_200_000 };
    for (let index = 0; index < 205; index += 1) {
      await make.event({ ...far, startTime: clock.inHours(1 + index / 60) });
      await make.pastEvent({ ...far, startTime: clock.inHours(-10 - index / 60) });
    }
    const made = await host({ town: 'Tobermory' }, { postcode: 'PA75 6NU' }, { town: 'Tobermory' });
    const past = [];
    for (const hoursAgo of [100, 101, 102]) {
      const at = { startTime: clock.inHours(-hoursAgo), endTime: clock.inHours(1 - hoursAgo) };
      past.push((await make.pastEvent({ group, ...at, ...positionAt('PA75') })).id);
    }
    for (const within of [5, 25]) {
      for (const [when, expected] of [
        ['upcoming', made],
        ['past', past],
      ] as const) {
        const near = { near: 'PA75', within, when, limit: 2 };
        const first = await readPage(visitor, 'GET /api/events', { query: near });
        const query = { ...near, cursor: first.next };
        const second = await readPage(visitor, 'GET /api/events', { query });
        expect([first.ids, second.ids]).toEqual([expected.slice(0, 2), expected.slice(2)]);
      }
    }
  });
});

describe('events without a position', () => {
  it('get two where the version before wrote that of a closed venue’s postcode', async () => {
    const [event] = await host({ town: 'Aberdeen', postcode: 'AB35 5UT', placePublic: false });
    await db
      .update(events)
      .set({ ...positionAt('AB35'), venueEasting: null, venueNorthing: null })
      .where(eq(events.id, Number(event)));
    await findPositions(db);
    const query = { near: 'AB35', within: 1 };
    expect(await ids(query)).not.toContain(event);
    const member = await app.as(await make.user());
    expect((await readPage(member, 'GET /api/events', { query })).ids).toContain(event);
  });

  it('get one from their town or postcode, if anybody knows it', async () => {
    const [event, nowhere] = await host({ town: 'Mallaig', postcode: 'PH41 4QS' }, {});
    await db.update(events).set({ easting: null, northing: null });
    expect(await ids({ near: 'PH41', within: 10 })).toEqual([]);
    expect(await findPositions(db)).toBeGreaterThan(1);
    expect(await ids({ near: 'PH41', within: 10 })).toEqual([event]);
    expect(await findPositions(db)).toBe(0);
    const rows = await db.execute(sql`select id from events where easting is null`);
    expect(rows.rows).toContainEqual({ id: nowhere });
  });
});
