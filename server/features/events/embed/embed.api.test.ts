import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { groups } from '#features/community/groups/tables.ts';

const app = await startTestApp({}, { sharedSeconds: 600 });
const { db, make, clock } = app;

const get = (url: string, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url, headers: { host: 'hall.test', ...headers } });
const list = (query: Record<string, string | number> = {}, headers: Record<string, string> = {}) =>
  get(`/embed/events?${new URLSearchParams(query as Record<string, string>)}`, headers);
/** Returns the titles of the listed events. */
const titlesIn = (html: string) =>
  [...html.matchAll(/<h2[^>]*><a [^>]*>([^<]+)</g)].map(([, title]) => title);

describe('an embedded list', () => {
  it("shows each event's public details, and links to it in a new tab", async () => {
    const group = await make.group({ name: 'Fell & Fen' });
    const event = await make.event({
      group,
      title: 'Up <b>Skiddaw</b>',
      location: '12 Foxglove Lane',
      town: 'Keswick',
      startTime: new Date('2026-07-03T17:30:00Z'),
    });
    const { statusCode, body } = await list({ group: group.id });
    expect(statusCode).toBe(200);
    expect(body).toContain('<html lang="en-GB">');
    expect(body).toContain('<title>Events of Fell &amp; Fen – Villagehall</title>');
    expect(body).toContain('<h1 dir="auto">Events of Fell &amp; Fen</h1>');
    expect(body).toContain(
      `<a href="/events/${event.id}" target="_blank" rel="noopener">Up &lt;b&gt;Skiddaw&lt;/b&gt;<`,
    );
    expect(body).toContain('<time datetime="2026-07-03T17:30:00.000Z">Fri, Jul 3 • 6:30 PM</time>');
    expect(body).toContain('<bdi>Keswick</bdi>');
    expect(body).toContain('>Free</span>');
    expect(body).toContain(
      `<a href="/groups/${group.id}?tab=events" target="_blank" rel="noopener">See all on Villagehall<`,
    );
    expect(body).not.toContain('Foxglove');
  });

  it('looks the same to signed-in viewers, and reads and sets no cookie', async () => {
    const group = await make.group();
    await make.event({ group, location: '12 Foxglove Lane' });
    const cookie = `session=${await make.session(group.owner)}`;
    const [visitor, member] = [
      await list({ group: group.id }),
      await list({ group: group.id }, { cookie }),
    ];
    const { 'x-request-id': _, date: __, ...headers } = member.headers;
    expect(member.body).toBe(visitor.body);
    expect(visitor.headers).toMatchObject(headers);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  it("shows upcoming events, soonest first, and a group's cancelled ones", async () => {
    const group = await make.group();
    const at = (days: number) => ({ group, startTime: clock.inHours(days * 24) });
    await make.pastEvent({ group, title: 'Long gone' });
    await make.event({ ...at(3), title: 'The third', status: 'cancelled' });
    await make.event({ ...at(1), title: 'The first' });
    await make.event({ ...at(2), title: 'The second' });
    await make.event({ ...at(-3), title: 'Called off before', status: 'cancelled' });
    const under = { ...at(-1), endTime: clock.inHours(30) };
    await make.event({ ...under, title: 'Called off on its way', status: 'cancelled' });
    const { body } = await list({ group: group.id });
    expect(titlesIn(body)).toEqual([
      'Called off on its way',
      'The first',
      'The second',
      'The third',
    ]);
    expect(body).toContain('>Cancelled</span>');
    expect(titlesIn((await list({ group: group.id, limit: 2 })).body)).toHaveLength(2);
  });

  it('has the filters of Explore Events, and links there with them', async () => {
    const group = await make.group({ chargeForEvents: 'paid', name: 'Thimble Hall' });
    await make.event({ group, title: 'Darning in Thimbleby', town: 'Thimbleby', categoryId: 4 });
    await make.event({ group, title: 'Knitting elsewhere', town: 'Keswick', categoryId: 4 });
    const { body } = await list({ location: 'thimbleby', category: 4 });
    expect(titlesIn(body)).toEqual(['Darning in Thimbleby']);
    expect(body).toMatch(/<h1 dir="auto">Events in thimbleby \(.+\)<\/h1>/);
    expect(body).toContain('href="/events?location=thimbleby&amp;category=4"');
    expect(body).toContain('<bdi>Thimble Hall</bdi> · <bdi>Thimbleby</bdi>');
    expect(body).toContain('May cost money');
    expect(titlesIn((await list({ q: 'darning' })).body)).toEqual(['Darning in Thimbleby']);
    expect(titlesIn((await list({ q: 'darning', free: 'true' })).body)).toEqual([]);
  });

  it('has a message when it is empty', async () => {
    const group = await make.group();
    expect((await list({ group: group.id })).body).toContain('Nothing is planned at the moment.');
    const nowhere = await list({ location: 'nowhere at all' });
    expect(nowhere.body).toContain('There is nothing like this at the moment.');
  });

  it('has ten events by default, or the requested number', async () => {
    const group = await make.group();
    for (let each = 0; each < 12; each += 1) await make.event({ group });
    expect(titlesIn((await list({ group: group.id })).body)).toHaveLength(10);
    expect(titlesIn((await list({ group: group.id, limit: 12 })).body)).toHaveLength(12);
  });
});

describe("an embedded list's parameters", () => {
  it.each([
    ['limit', '0', 'Please send a number from 1 to 50'],
    ['limit', '51', 'Please send a number from 1 to 50'],
    ['limit', 'ten', 'Please send a number from 1 to 50'],
    ['group', 'x', 'Please send the id of one, or all'],
    ['group', '0', 'This is not valid'],
    ['category', '2.5', 'Please send the id of one, or all'],
    ['category', '99', 'There is no such category'],
    ['theme', 'sepia', 'Please send one of: auto, light, dark'],
    ['accent', 'red', 'Please send a colour as RRGGBB, such as 0e4f39'],
    ['accent', '0e4f3', 'Please send a colour as RRGGBB, such as 0e4f39'],
    ['location', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['free', 'yes', 'Please send true or false'],
  ])('are refused by name: %s=%s', async (field, value, sentence) => {
    const { statusCode, headers, body } = await list({ [field]: value });
    expect([statusCode, headers['cache-control']]).toEqual([400, 'no-store']);
    expect(body).toContain(`<p class="said">${field}: ${sentence}</p>`);
    expect(headers['content-security-policy']).toContain('frame-ancestors *');
  });

  it('are refused when repeated', async () => {
    expect((await get('/embed/events?theme=dark&theme=light')).statusCode).toBe(400);
    expect((await get('/embed/events?accent=0e4f39&accent=0e4f39')).body).toContain('accent: ');
  });

  it('may be blank or unknown', async () => {
    const { statusCode } = await get(
      '/embed/events?group=all&location=&category=&limit=&theme=&accent=&utm_source=parish',
    );
    expect(statusCode).toBe(200);
  });

  it("set the theme: light, dark, or the viewer's own", async () => {
    const [auto, light, dark] = await Promise.all(
      ['auto', 'light', 'dark'].map(async (theme) => (await list({ theme })).body),
    );
    expect(auto).toContain('prefers-color-scheme:dark');
    expect(light).not.toContain('prefers-color-scheme');
    expect(light).toContain('color-scheme:light');
    expect(dark).toContain('color-scheme:dark');
    expect(dark).not.toContain('color-scheme:light');
  });

  it('set a colour, adjusted where text needs contrast', async () => {
    const { body } = await list({ accent: 'FFE600', theme: 'light' });
    expect(body).toContain('--band:#ffe600');
    expect(body).toContain('--on-band:#000000');
    expect(body).not.toContain('--link:#ffe600');
  });
});

describe('a group hidden from visitors', () => {
  it.each(['pending_approval', 'rejected'] as const)('is not found: %s', async (status) => {
    const group = await make.group({ status, name: 'The Hidden Ones' });
    await make.event({ group, title: 'A hidden event' });
    for (const cookie of ['', `session=${await make.session(group.owner)}`]) {
      const { statusCode, headers, body } = await list({ group: group.id }, { cookie });
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
      expect(body).toContain('<h1>We can’t find this group</h1>');
      expect(body).not.toMatch(/hidden (ones|event)/i);
      expect(headers['content-security-policy']).toContain('frame-ancestors *');
      expect(headers).not.toHaveProperty('x-frame-options');
    }
    expect((await list({ q: 'hidden' })).body).not.toContain('A hidden event');
  });

  it('looks like one that does not exist', async () => {
    const hidden = await make.group({ status: 'rejected' });
    const [one, other] = [await list({ group: hidden.id }), await list({ group: 2_000_000_000 })];
    expect(one.body).toBe(other.body);
  });
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64');
const between = (html: string, tag: string) =>
  new RegExp(`<${tag}>(.*)</${tag}>`, 's').exec(html)?.[1] ?? '';

describe("another site's frame", () => {
  it('may contain it, under its own strict policy', async () => {
    const { headers, body } = await list();
    expect(headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        `style-src 'sha256-${hashOf(between(body, 'style'))}'`,
        `script-src 'sha256-${hashOf(between(body, 'script'))}'`,
        "base-uri 'none'",
        "form-action 'none'",
        'frame-ancestors *',
      ].join('; '),
    );
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(body).not.toMatch(/ style="| on\w+="|https?:\/\//);
  });

  it.each(['/', '/api/events', '/embed', '/embed/groups'])(
    'may contain no other page: %s',
    async (url) => {
      const { headers } = await get(url);
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    },
  );
});

describe('the script that fits the height', () => {
  it('weighs less than a kilobyte, and other sites may load it', async () => {
    const { statusCode, headers, body } = await get('/embed.js');
    expect(statusCode).toBe(200);
    expect(Buffer.byteLength(body)).toBeLessThan(1024);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const again = await get('/embed.js', { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
  });
});

describe("an embedded list's connection", () => {
  let site = '';
  beforeAll(async () => {
    await app.fastify.listen({ host: '127.0.0.1', port: 0 });
    site = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
  });
  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(site + path, { headers });

  it('allows a minute in caches, and revalidation by tag', async () => {
    const group = await make.group();
    const path = `/embed/events?group=${group.id}&theme=dark&accent=0e4f39`;
    const first = await read(path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first.headers.get('vary') ?? '').not.toContain('Cookie');
    const etag = first.headers.get('etag') ?? '';
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304);
    const cookie = 'session=anybody';
    const other = (await read(path, { cookie })).headers.get('etag') ?? '';
    expect((await read(path, { cookie, 'if-none-match': other })).status).toBe(304);
  });

  it('shares answers between visitors until a change', async () => {
    const group = await make.group();
    const event = await make.event({ group, title: 'Once upon a time' });
    const path = `/embed/events?group=${group.id}&theme=dark`;
    expect(titlesIn(await (await read(path)).text())).toEqual(['Once upon a time']);
    await db
      .update(groups)
      .set(cleanTexts({ name: 'Unseen' }))
      .where(eq(groups.id, group.id));
    expect(await (await read(path)).text()).not.toContain('Unseen');
    const organiser = await app.as(group.owner);
    await organiser.call('DELETE /api/events/:id', { params: { id: event.id } });
    expect(await (await read(path)).text()).toContain('Cancelled');
  });
});
