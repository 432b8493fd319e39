import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { structuredDataIn } from '#tests/support/structured-data.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const { make, clock } = app;

async function readPage(url: string) {
  const headers = { host: 'hall.test' };
  const { body, statusCode } = await app.fastify.inject({ method: 'GET', url, headers });
  expect(statusCode).toBe(200);
  const { things, issues } = await structuredDataIn(body);
  expect(issues).toEqual([]);
  return { html: body, event: things['Event']?.[0], breadcrumb: things['BreadcrumbList']?.[0] };
}

const free = { chargeForEvents: 'free' as const };

describe('an event’s structured data', () => {
  it('has its London time, its town, and its group', async () => {
    const group = await make.group({ ...free, name: 'Derwent <Dippers> & friends' });
    const event = await make.event({
      group,
      title: 'Sunset swim',
      location: '12 Secret Lane',
      town: 'Keswick',
      startTime: new Date('2026-06-17T17:30:00Z'),
      endTime: new Date('2026-06-17T19:30:00Z'),
    });
    const { html, event: thing } = await readPage(`/events/${event.id}`);
    expect(thing).toMatchObject({
      name: 'Sunset swim',
      url: `http://hall.test/events/${event.id}`,
      startDate: '2026-06-17T18:30:00+01:00',
      endDate: '2026-06-17T20:30:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { name: 'Keswick', address: { addressLocality: 'Keswick', addressCountry: 'GB' } },
      organizer: { name: group.name, url: `http://hall.test/groups/${group.id}` },
    });
    expect(html).not.toContain('12 Secret Lane');
  });

  it.each([
    ['all', undefined],
    ['adults', '18-'],
    ['families', undefined],
    ['under18', '0-17'],
  ] as const)("has the attendees' ages: %s", async (audience, range) => {
    const { id } = await make.event({ audience });
    const { event } = await readPage(`/events/${id}`);
    expect(event?.['typicalAgeRange']).toBe(range);
  });

  it('has UTC in winter', async () => {
    const startTime = new Date('2026-12-02T18:00:00Z');
    const { id } = await make.event({ startTime, endTime: new Date('2026-12-02T20:00:00Z') });
    const { event } = await readPage(`/events/${id}`);
    expect(event).toMatchObject({ startDate: '2026-12-02T18:00:00+00:00' });
  });

  it('shows that it is free, has room, and until when', async () => {
    const group = await make.group(free);
    const event = await make.event({
      group,
      free: true,
      capacity: 1,
      rsvpClosesAt: clock.inHours(20),
    });
    const offer = { price: 0, priceCurrency: 'GBP', validThrough: '2026-06-11T09:00:00+01:00' };
    const before = await readPage(`/events/${event.id}`);
    expect(before.event).toMatchObject({
      isAccessibleForFree: true,
      offers: { ...offer, availability: 'https://schema.org/InStock' },
      maximumAttendeeCapacity: 1,
      remainingAttendeeCapacity: 1,
    });
    await make.rsvp(event, await make.member(group));
    const after = await readPage(`/events/${event.id}`);
    expect(after.event).toMatchObject({
      offers: { ...offer, availability: 'https://schema.org/SoldOut' },
      remainingAttendeeCapacity: 0,
    });
  });

  it('has no price if the group charges', async () => {
    const group = await make.group({ chargeForEvents: 'paid' });
    const { id } = await make.event({ group, free: false });
    const { event } = await readPage(`/events/${id}`);
    expect(event).toMatchObject({ isAccessibleForFree: false });
    expect(event).not.toHaveProperty('offers');
  });

  it('shows that it is cancelled', async () => {
    const group = await make.group(free);
    const { id } = await make.event({ group, free: true, status: 'cancelled' });
    const { event } = await readPage(`/events/${id}`);
    expect(event).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' });
    expect(event).not.toHaveProperty('offers');
  });

  it.each([
    ['scheduled', 'Canal walk', 'Canal walk'],
    ['cancelled', 'Canal walk', 'Cancelled: Canal walk'],
    ['cancelled', 'CANCELLED - Canal walk', 'CANCELLED - Canal walk'],
  ] as const)('is previewed, while %s, with %j as %j', async (status, title, shown) => {
    const { id } = await make.event({ title, status });
    const { html, event } = await readPage(`/events/${id}`);
    expect(html).toContain(`<meta property="og:title" content="${shown} – Villagehall">`);
    expect(event).toMatchObject({ name: title });
  });

  it('has the whole description, of which search results show the beginning', async () => {
    const description = `${'A walk along the river, with tea. '.repeat(20)}\n\nBring a cup.`;
    const { id } = await make.event({ description });
    const { event, html } = await readPage(`/events/${id}`);
    expect(event).toMatchObject({ description });
    const [, inTag] = /<meta name="description" content="([^"]*)">/.exec(html) ?? [];
    expect(inTag).toHaveLength(155);
  });

  it('names the country without a town', async () => {
    const { id } = await make.event({ town: null });
    const { event } = await readPage(`/events/${id}`);
    expect(event).toMatchObject({
      location: { name: 'United Kingdom', address: { addressCountry: 'GB' } },
    });
  });
});

describe("a page's breadcrumbs", () => {
  it('of an event lead through its group', async () => {
    const group = await make.group({ name: 'Derwent Dippers' });
    const { id } = await make.event({ group, title: 'Sunset swim' });
    const { breadcrumb } = await readPage(`/events/${id}`);
    expect(breadcrumb).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Groups', item: 'http://hall.test/groups' },
        { position: 2, name: 'Derwent Dippers', item: `http://hall.test/groups/${group.id}` },
        { position: 3, name: 'Sunset swim', item: `http://hall.test/events/${id}` },
      ],
    });
  });

  it('of a group lead through the groups', async () => {
    const { id } = await make.group({ name: 'Derwent Dippers' });
    const { breadcrumb } = await readPage(`/groups/${id}`);
    expect(breadcrumb).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Groups', item: 'http://hall.test/groups' },
        { position: 2, name: 'Derwent Dippers', item: `http://hall.test/groups/${id}` },
      ],
    });
  });
});

describe('the structured data checker', () => {
  const page = (thing: object) =>
    `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...thing })}</script>`;

  it.each([
    ['a type that there is not', { '@type': 'Gathering' }, 'Gathering'],
    ['what an event has not', { '@type': 'Event', venue: 'The hall' }, 'venue'],
    ['a way without steps', { '@type': 'BreadcrumbList', itemListElement: [] }, 'ListItems'],
  ])('finds %s', async (_, thing, named) => {
    const { issues } = await structuredDataIn(page(thing));
    expect(issues.join('\n')).toContain(named);
  });
});
