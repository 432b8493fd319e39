import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import { startTestApp } from '#tests/support/app.ts';
import { lanterns } from '#tests/support/forms.ts';
import { productionPages } from '#server/ssr/production.ts';
import { events } from './tables.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const { make, clock, db } = app;
const visitor = app.visitor();

async function hosted(more: object = {}, group = {}) {
  const made = await make.group(group);
  const owner = await app.as(made.owner);
  const form = {
    ...lanterns(clock),
    town: 'Keswick',
    groupId: made.id,
    ...more,
  };
  const create = async (fields: object = {}) =>
    (await owner.call('POST /api/events', { body: { ...form, ...fields } })).body;
  const change = async (id: number, body: object) =>
    (await owner.call('PATCH /api/events/:id', { params: { id }, body })).body;
  return { group: made, owner, form, create, change };
}

const seen = async (id: number, client = visitor) =>
  (await client.call('GET /api/events/:id', { params: { id } })).body;

const stored = async (id: number) => {
  const [row] = await db.select().from(events).where(eq(events.id, id));
  return row;
};

describe('the place of an event', () => {
  it('is for people who are signed in unless its organiser opens it', async () => {
    const { create, change } = await hosted();
    const { id } = await create({ postcode: 'ca12 5jr' });
    expect(await seen(id)).toMatchObject({ locationHidden: true, placePublic: false });
    expect(await seen(id)).not.toHaveProperty('location');
    expect(await seen(id)).not.toHaveProperty('postcode');
    const member = await app.as(await make.user());
    expect(await seen(id, member)).toMatchObject({ postcode: 'CA12 5' });
    await change(id, { placePublic: true, postcode: 'CA12 5JR' });
    expect(await seen(id)).toMatchObject({
      location: 'The Moot Hall, Market Square',
      postcode: 'CA12 5JR',
    });
    expect(await seen(id)).not.toHaveProperty('locationHidden');
  });

  it.each([
    'CAl2 5JR',
    'CA12-5JR',
    'ca12.5jr',
    'ＣＡ１２　５ＪＲ',
    'CA12\u00a05JR\u200b',
    'CAI2 5JR.',
  ])('has its postcode written as Royal Mail does: %s', async (postcode) => {
    const { create } = await hosted();
    const { id } = await create({ placePublic: true, postcode });
    expect(await seen(id)).toMatchObject({ postcode: 'CA12 5JR' });
  });

  it('keeps the sector of its postcode alone once it is closed', async () => {
    const { create, change } = await hosted();
    const { id } = await create({ placePublic: true, postcode: 'CA12 5JR' });
    await change(id, { placePublic: false });
    expect(await stored(id)).toMatchObject({ postcode: 'CA12 5' });
    await change(id, { placePublic: true });
    expect(await seen(id)).toMatchObject({ postcode: 'CA12 5' });
    expect((await change(id, { postcode: null })).postcode).toBeNull();
  });

  it('follows its group’s default, also in a series', async () => {
    const { group, owner, form, create } = await hosted();
    const switches = { params: { id: group.id }, body: { defaultPlacePublic: true } };
    expect((await owner.call('PATCH /api/groups/:id/switches', switches)).body).toMatchObject({
      defaultPlacePublic: true,
      status: 'approved',
    });
    expect((await create()).placePublic).toBe(true);
    expect((await create({ placePublic: false })).placePublic).toBe(false);
    const body = { ...form, rrule: 'FREQ=WEEKLY;COUNT=2', postcode: 'CA12 5JR' };
    const series = (await owner.call('POST /api/series', { body })).body;
    expect(series.events.map(({ postcode }) => postcode)).toEqual(['CA12 5JR', 'CA12 5JR']);
    const close = {
      params: { id: series.id },
      body: { scope: 'all' as const, placePublic: false },
    };
    const closed = (await owner.call('PATCH /api/series/:id', close)).body;
    expect(closed.events.map(({ postcode }) => postcode)).toEqual(['CA12 5', 'CA12 5']);
  });

  it('is in every public answer while it is open, and in none once it is closed', async () => {
    const { group, create, change } = await hosted({ location: 'Quibblethorpe Hall' });
    const { id, startTime } = await create({ placePublic: true, postcode: 'TR18 4AB' });
    const addresses = [
      `/events/${id}`,
      `/events?near=TR18&within=10`,
      `/groups/${group.id}?tab=events`,
      `/api/events/${id}`,
      `/api/events`,
      `/api/events?location=Quibblethorpe`,
      `/api/events/group/${group.id}`,
      `/api/events/${id}/calendar.ics`,
      `/groups/${group.id}/calendar.ics`,
      `/groups/${group.id}/feed.xml`,
      `/calendar.ics`,
      `/feed.xml`,
      `/embed/events?group=${group.id}`,
    ];
    const read = async (url: string) =>
      (await app.fastify.inject({ method: 'GET', url, headers: { host: 'hall.test' } })).body;
    const picture = async () => (await app.fastify.inject(`/share/events/${id}.png`)).headers.etag;
    const holding = async () => {
      const found = [];
      for (const url of addresses) if ((await read(url)).includes('Quibblethorpe')) found.push(url);
      return found;
    };
    const openPicture = await picture();
    expect(await holding()).toEqual(addresses);
    await change(id, { placePublic: false });
    expect(await holding()).toEqual([]);
    expect(await picture()).not.toBe(openPicture);
    const never = [`/api/events/month?month=${startTime.slice(0, 7)}`, '/sitemap.xml'];
    for (const url of never) expect(await read(url)).not.toContain('Quibblethorpe');
  });
});

describe('an event’s price and access facts', () => {
  it('are a price in words and thirteen facts', async () => {
    const { create, change } = await hosted();
    const { id } = await create({
      priceText: '  £3 on the door,  children free ',
      access: { stepFreeEntrance: 'yes', dogs: 'no', bsl: 'unknown' },
    });
    expect(await seen(id)).toMatchObject({
      priceText: '£3 on the door, children free',
      access: allFacts({ stepFreeEntrance: 'yes', dogs: 'no' }),
    });
    const { access } = await change(id, { access: { dogs: 'unknown', hearingLoop: 'yes' } });
    expect(access).toEqual(allFacts({ stepFreeEntrance: 'yes', hearingLoop: 'yes' }));
    expect((await change(id, { priceText: '' })).priceText).toBeNull();
  });

  it.each([
    ['priceText', 'x'.repeat(81), 'Please describe the price in at most 80 characters'],
    ['postcode', 'CA12 5J', 'Please enter a UK postcode, such as TR18 4AB'],
    ['postcode', 'ZZ9 9ZZ', 'We can’t find that postcode. Check it, or leave it out.'],
    ['onlineUrl', 'http://meet.example/x', 'Please enter a link that starts with https://'],
    ['onlineUrl', 'javascript:alert(1)', 'Please enter a link that starts with https://'],
    ['placePublic', 'perhaps', 'Please say whether everybody may see the place'],
    ['access', { dogs: 'maybe' }, 'Please say yes, no or unknown for each access fact'],
    ['access', { parking: 'yes' }, 'Please say yes, no or unknown for each access fact'],
    ['access', 'yes', 'Please say yes, no or unknown for each access fact'],
  ])('are refused with %s as %j', async (field, value, message) => {
    const { owner, form, create } = await hosted();
    const body = { ...form, [field]: value };
    const created = await owner.refusal('POST /api/events', { body });
    expect(created).toMatchObject({ code: 'invalid', fields: { [field]: message } });
    const { id } = await create();
    const changed = await owner.refusal('PATCH /api/events/:id', {
      params: { id },
      body: { [field]: value },
    });
    expect(changed).toMatchObject({ code: 'invalid', fields: { [field]: message } });
  });
});

describe('the details of the last event at a location', () => {
  it('are offered to organisers, whatever the spelling', async () => {
    const { group, owner, create } = await hosted();
    const ask = async (location: string) =>
      (
        await owner.call('GET /api/groups/:id/venue', {
          params: { id: group.id },
          query: { location },
        })
      ).body;
    await create({ location: 'The Old Library', access: { dogs: 'no' } });
    const startTime = clock.inHours(60).toISOString();
    await create({
      location: 'The Old Library',
      startTime,
      endTime: clock.inHours(61).toISOString(),
      postcode: 'CA12 5JR',
      access: { stepFreeRoom: 'yes' },
    });
    const later = { postcode: 'CA12 5', access: allFacts({ stepFreeRoom: 'yes' }) };
    expect(await ask(' the old  library')).toEqual(later);
    expect(await ask('The Old Barn')).toEqual({ postcode: null, access: allFacts({}) });
  });
});

describe('the venue and the link of an event', () => {
  const hidden = { location: undefined, postcode: undefined };
  const closed = { location: 'The Moot Hall, Market Square', postcode: 'CA12 5' };
  const open = { ...closed, postcode: 'CA12 5JR' };
  const table = {
    visitor: { closed: hidden, open, linkBefore: false, linkOnTheEve: false },
    outsider: { closed, open, linkBefore: false, linkOnTheEve: false },
    member: { closed, open, linkBefore: false, linkOnTheEve: false },
    'somebody who waits': { closed, open, linkBefore: false, linkOnTheEve: false },
    'somebody who goes': { closed, open, linkBefore: false, linkOnTheEve: true },
    organiser: { closed, open, linkBefore: true, linkOnTheEve: true },
    admin: { closed, open, linkBefore: true, linkOnTheEve: true },
  };

  it.each(Object.entries(table))('are shown to %s as far as allowed', async (role, expected) => {
    const { group, owner, create, change } = await hosted();
    const { id } = await create({
      postcode: 'CA12 5JR',
      placePublic: true,
      onlineUrl: 'https://meet.example/lanterns',
      capacity: 1,
    });
    const going = await make.member(group);
    await make.rsvp({ id }, going);
    const waiting = await make.member(group);
    await make.waiting({ id }, waiting);
    const clients = {
      visitor: app.visitor(),
      outsider: await app.as(await make.user()),
      member: await app.as(await make.member(group)),
      'somebody who waits': await app.as(waiting),
      'somebody who goes': await app.as(going),
      organiser: owner,
      admin: await app.as(await make.admin()),
    };
    const look = async () => {
      const { location, postcode, onlineUrl } = await seen(id, clients[role as keyof typeof table]);
      return { place: { location, postcode }, link: typeof onlineUrl === 'string' };
    };
    expect(await look()).toEqual({ place: expected.open, link: expected.linkBefore });
    await change(id, { placePublic: false });
    expect((await look()).place).toEqual(expected.closed);
    clock.advanceHours(25);
    expect((await look()).link).toBe(expected.linkOnTheEve);
    clock.advanceHours(26);
    expect((await look()).link).toBe(expected.linkBefore);
    clock.reset();
  });
});
