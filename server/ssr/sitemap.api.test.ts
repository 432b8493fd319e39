import { eq } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { groups } from '#features/community/groups/tables.ts';
import { statementsOf } from '../../bench/speed/record.ts';
import { startTestApp } from '#tests/support/app.ts';
import { readConfig } from '#platform/config.ts';
import { mountManifest } from './manifest.ts';
import { mountSitemap } from './sitemap.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const site = Fastify();
const config = readConfig({ PUBLIC_URL: 'https://hall.example', SITE_NAME: 'Our Parish' });
mountManifest(site, { db, config, clock: clock.read });
mountSitemap(site, { db, config, clock: clock.read });
afterAll(() => site.close());

const get = (url: string) => site.inject({ method: 'GET', url });

async function addressesIn(url: string): Promise<string[]> {
  const { statusCode, headers, body } = await get(url);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('application/xml');
  return [...body.matchAll(/<loc>https:\/\/hall\.example([^<]*)<\/loc>/g)].map(
    (match) => match[1] ?? '',
  );
}

describe('the sitemap', () => {
  it('is named in robots.txt', async () => {
    const { body } = await get('/robots.txt');
    expect(body).toContain('Sitemap: https://hall.example/sitemap.xml');
    expect(body).toContain('Sitemap: https://hall.example/feed.xml');
  });

  it('lists the pages, upcoming events and approved groups, and nothing hidden or past', async () => {
    const event = await make.event();
    const past = await make.pastEvent();
    const cancelled = await make.cancelledEvent();
    const group = await make.group({ status: 'pending_approval' });
    const hidden = await make.event({ group });
    const files = await addressesIn('/sitemap.xml');
    expect(files[0]).toBe('/sitemap/pages.xml');
    const all = (await Promise.all(files.map(addressesIn))).flat();
    expect(all).toEqual(
      expect.arrayContaining(['/', '/about', `/events/${event.id}`, `/groups/${event.groupId}`]),
    );
    for (const left of [past, cancelled, hidden]) expect(all).not.toContain(`/events/${left.id}`);
    expect(all).not.toContain(`/groups/${group.id}`);
  });

  it("has the time of an event's last change", async () => {
    const event = await make.event({ createdAt: new Date('2026-06-01T08:00:00Z') });
    const changed = await make.event({
      createdAt: new Date('2026-06-01T08:00:00Z'),
      changedAt: new Date('2026-06-09T10:30:15Z'),
    });
    clock.advanceHours(1);
    const { body } = await get('/sitemap/events-1.xml');
    const at = (id: number, time: string) => `/events/${id}</loc><lastmod>${time}</lastmod></url>`;
    expect(body).toContain(at(event.id, '2026-06-01T08:00:00Z'));
    expect(body).toContain(at(changed.id, '2026-06-09T10:30:15Z'));
  });

  it("has the time of the last change of a group's public page, where it is known", async () => {
    const group = await make.group();
    const owner = await app.as(group.owner);
    const params = { id: group.id };
    const written = async () => {
      clock.advanceHours(1);
      const { body } = await get('/sitemap/groups-1.xml');
      return new RegExp(`/groups/${group.id}</loc>(.*)</url>`).exec(body)?.[1];
    };
    const setDate = (publicChangedAt: Date | null) =>
      db.update(groups).set({ publicChangedAt }).where(eq(groups.id, group.id));
    await setDate(null);
    expect(await written()).toBe('');
    const long = '<lastmod>2020-06-01T08:00:00Z</lastmod>';
    await setDate(new Date('2020-06-01T08:00:00Z'));
    await make.member(group);
    await owner.call('PATCH /api/groups/:id', { params, body: { asksEverybody: true } });
    expect(await written()).toBe(long);
    await owner.call('PATCH /api/groups/:id', { params, body: { contactEnabled: false } });
    const changed = await written();
    expect(changed).toMatch(/^<lastmod>20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ<\/lastmod>$/);
    expect(changed).not.toBe(long);
  });

  it('has each address in one file, by its id, and no unlisted file', async () => {
    const made: number[] = [];
    for (const next of [9_999, 20_001, 70_000]) {
      await db.$client.query(`ALTER TABLE events ALTER id RESTART WITH ${next}`);
      await db.$client.query(`ALTER TABLE groups ALTER id RESTART WITH ${next}`);
      for (let count = 0; count < 3; count += 1) made.push((await make.event()).id);
    }
    clock.advanceHours(1);
    const files = await addressesIn('/sitemap.xml');
    const named = [1, 10_001, 20_001, 60_001, 70_001];
    expect(files).toEqual([
      '/sitemap/pages.xml',
      ...named.map((first) => `/sitemap/events-${first}.xml`),
      ...named.map((first) => `/sitemap/groups-${first}.xml`),
    ]);
    const all = (await Promise.all(files.map(addressesIn))).flat();
    expect(all).toEqual(expect.arrayContaining(made.map((id) => `/events/${id}`)));
    expect(new Set(all).size).toBe(all.length);
    expect(await addressesIn('/sitemap/events-10001.xml')).toEqual(['/events/10001']);
    const others = ['0', '2', '30001', '9999', '2147480001', '2147483647', '9999999999', 'x'];
    for (const other of others) {
      expect((await get(`/sitemap/events-${other}.xml`)).statusCode).toBe(404);
    }
  });

  it('queries the database once in ten minutes, however often it is requested', async () => {
    clock.advanceHours(1);
    const urls = ['/sitemap.xml', '/sitemap/groups-70001.xml'];
    const read = () => Promise.all(urls.map(get));
    expect(await statementsOf(read)).not.toHaveLength(0);
    const [before] = await read();
    const group = await make.group();
    expect(await statementsOf(async () => Promise.all([read(), read()]))).toEqual([]);
    clock.advanceHours(0.17);
    const after = await read();
    expect(after[0]?.body).toBe(before?.body);
    expect(after[1]?.body).toContain(`/groups/${group.id}<`);
  });

  it('queries again if the database did not answer', async () => {
    clock.advanceHours(1);
    await db.$client.query('ALTER TABLE events RENAME TO mislaid');
    expect((await get('/sitemap.xml')).statusCode).toBe(500);
    await db.$client.query('ALTER TABLE mislaid RENAME TO events');
    expect((await get('/sitemap.xml')).statusCode).toBe(200);
  });
});

it('the web app manifest has the site’s name', async () => {
  const { headers, body } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(body)).toMatchObject({ name: 'Our Parish', lang: 'en-GB' });
});
