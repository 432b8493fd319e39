import sharp from 'sharp';
import { expect, it } from 'vitest';
import { paths, startPath, todaysDoorPath } from '#contract/platform/paths.ts';
import { startTestApp } from '#tests/support/app.ts';
import { declaredPages } from '#tests/canaries/addresses.ts';
import { offenders } from '#tests/support/offenders.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const { make } = app;
const headers = { host: 'hall.test', accept: 'text/html' };
const get = (url: string) => app.fastify.inject({ method: 'GET', url, headers });

interface Manifest {
  theme_color: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { url: string }[];
}

const manifest = async () => (await get('/manifest.webmanifest')).json<Manifest>();

it('the manifest makes the site a program of its own, in the site’s name and colour', async () => {
  const admin = await app.as(await make.admin());
  await admin.call('PATCH /api/admin/settings', {
    body: { siteName: 'Our Parish', accent: '#2f8f6b' },
  });
  const { headers: sent } = await get('/manifest.webmanifest');
  expect(sent['content-type']).toContain('application/manifest+json');
  expect(await manifest()).toMatchObject({
    id: '/',
    name: 'Our Parish',
    short_name: 'Our Parish',
    lang: 'en-GB',
    start_url: '/start',
    scope: '/',
    display: 'standalone',
    theme_color: '#2f8f6b',
    background_color: '#fbf5e9',
    shortcuts: [{ url: '/my-events' }, { url: '/events' }, { url: '/todays-door' }],
  });
});

it('the manifest’s icons are PNG of the size it says, and one may be cut to any shape', async () => {
  const { icons } = await manifest();
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of icons) {
    const { statusCode, rawPayload } = await get(src);
    expect([src, statusCode]).toEqual([src, 200]);
    const { format, width, height } = await sharp(rawPayload).metadata();
    expect([format, `${width}x${height}`]).toEqual(['png', sizes]);
  }
});

it('every page links to the manifest and has a theme colour for each theme', async () => {
  const pages = [...declaredPages().filter((path) => !path.includes(':')), '/offline'];
  const wrong = await offenders(pages, String, async (path) => {
    const { statusCode, body } = await get(path);
    if (statusCode >= 300 && statusCode < 400) return;
    expect(body).toContain('<link rel="manifest" href="/manifest.webmanifest');
    expect(
      body.match(/<meta name="theme-color" [^>]*prefers-color-scheme: (light|dark)/g),
    ).toHaveLength(2);
  });
  expect(wrong).toEqual([]);
});

const leadsTo = ({ statusCode, headers: sent }: Awaited<ReturnType<typeof get>>) => {
  expect([statusCode, sent['cache-control']]).toEqual([302, 'no-store']);
  return sent.location;
};

it('the installed site starts at My Events for a member, and at home for everybody else', async () => {
  const member = await app.as(await make.user());
  expect(leadsTo(await member.request({ method: 'GET', url: startPath }))).toBe(paths.myEvents);
  expect(leadsTo(await get(startPath))).toBe(paths.home);
});

it('today’s door is My Events where no event is on, and asks visitors to sign in', async () => {
  const member = await app.as(await make.user());
  const url = todaysDoorPath;
  expect(leadsTo(await member.request({ method: 'GET', url }))).toBe(paths.myEvents);
  expect(leadsTo(await get(url))).toContain(paths.auth);
});
