import Fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../tests/support/app.ts';
import { readConfig } from '../config.ts';
import { mountManifest } from './manifest.ts';
import { mountSitemap } from './sitemap.ts';

const { db, make, clock } = await startTestApp();
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
  });

  it('lists the pages, upcoming events and approved groups, and nothing that is hidden or over', async () => {
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

  it('begins a file where its name says', async () => {
    const events = [await make.event(), await make.event(), await make.event()];
    const [, second, third] = events.map(({ id }) => `/events/${id}`);
    expect(await addressesIn(`/sitemap/events-${events[1]?.id}.xml`)).toEqual([second, third]);
    expect((await get('/sitemap/events-0.xml')).statusCode).toBe(404);
    expect((await get('/sitemap/events-x.xml')).statusCode).toBe(404);
  });
});

it('has a manifest in the name of the site', async () => {
  const { headers, body } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(JSON.parse(body)).toMatchObject({ name: 'Our Parish', start_url: '/', lang: 'en-GB' });
});
