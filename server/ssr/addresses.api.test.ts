import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declaredPages } from '#tests/canaries/addresses.ts';
import { words } from '#tests/fuzz/values.ts';
import { startTestApp } from '#tests/support/app.ts';
import { offenders } from '#tests/support/offenders.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { productionPages } from './production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const event = await app.make.event();

const get = (url: string, host = 'hall.test') =>
  app.fastify.inject({ method: 'GET', url, headers: { host } });

describe('a page at an odd address', () => {
  it.each(['//', '///', '//evil.example/', '//evil.example/create-group', '/events/%00', '/no%20'])(
    'is not found, without an error: %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );

  it.each(['//evil.example/', '//evil.example//events', `//evil.example/events/${event.id}`])(
    'never names another host as the site: %s',
    async (url) => {
      expect((await get(url)).body).not.toMatch(/(https?:|["'=])\/\/evil\.example/);
    },
  );

  it("is refused when it can't be decoded", async () => {
    expect((await get('/%')).statusCode).toBe(400);
  });

  it('is refused with an invalid host', async () => {
    expect((await get(`/events/${event.id}`, 'hall.test/evil')).statusCode).toBe(400);
  });
});

describe('another spelling of an address', () => {
  it.each([
    ['/events/', '/events'],
    ['/Events', '/events'],
    ['/Events/?q=Choir&next=%2FX', '/events?q=Choir&next=%2FX'],
    [`/EVENTS/${event.id}/`, `/events/${event.id}`],
    ['/Admin/Papers/x/2/', '/admin/papers/x/2'],
    ['/coming/A-Key/', '/coming/A-Key'],
    ['/about/', '/about'],
  ])('leads to the one address for good: %s', async (url, to) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers['location']]).toEqual([301, to]);
  });

  it.each(['/', '/events', `/events/${event.id}`])('is none: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(200);
  });

  it('names no page that is missing', async () => {
    expect((await get('/No-Such-Page/')).statusCode).toBe(404);
  });
});

describe('each page', () => {
  it('begins with a heading, or leads elsewhere', async () => {
    const clients = [
      app.visitor(),
      await app.as(await app.make.user()),
      await app.as(await app.make.admin()),
    ];
    const read = async (url: string) => {
      for (const { session } of clients) {
        const headers = { host: 'hall.test', ...(session && { cookie: `session=${session}` }) };
        const { statusCode, body } = await app.fastify.inject({ method: 'GET', url, headers });
        // The poster is for paper alone.
        const onScreen = body.replace(/<(template|noscript)\b.*?<\/\1>/gs, '');
        const headings = onScreen.match(/<h1/g)?.length ?? 0;
        expect({ statusCode, headings }).toEqual({
          statusCode,
          headings: statusCode === 302 ? 0 : 1,
        });
      }
    };
    const pages = declaredPages().map((path) => path.replace(/:\w+/g, String(event.id)));
    expect(await offenders(pages, (url) => url, read)).toEqual([]);
  });

  it('has no form or other block within a line of text', async () => {
    const { make } = app;
    const group = await make.group({ joinPolicy: 'approval' });
    const [ahead, full] = [
      await make.event({ group, guestsAllowed: 2 }),
      await make.event({ group, capacity: 1 }),
    ];
    const member = await make.member(group);
    await make.rsvp(ahead, member);
    await make.rsvp(full, member);
    const pages = [
      '/',
      '/events',
      '/groups',
      '/my-events',
      '/my-groups',
      '/dashboard',
      '/settings',
      ...[ahead, full].map(({ id }) => `/events/${id}`),
      ...['about', 'events', 'members'].map((tab) => `/groups/${group.id}?tab=${tab}`),
    ];
    const clients = [
      app.visitor(),
      await app.as(member),
      await app.as(await make.user()),
      await app.as(group.owner),
      await app.as(await make.admin()),
    ];
    const read = async (url: string) => {
      for (const { session } of clients) {
        const headers = { host: 'hall.test', ...(session && { cookie: `session=${session}` }) };
        const { body } = await app.fastify.inject({ method: 'GET', url, headers });
        expect(blocksInText(body)).toEqual([]);
      }
    };
    expect(await offenders(pages, (url) => url, read)).toEqual([]);
  });
});

const ofText = new Set(['span', 'p', 'button', 'label', 'strong', 'em', 'time', 'h1', 'h2', 'h3']);
const blocks = /^(?:form|div|p|[uod]l|li|section|article|fieldset|details|table|h[1-6])$/;
const empty = /^(?:meta|link|img|input|br|hr|source|path|use|circle|rect|wbr)$/;

/** Lists the blocks within an element of text, which a browser takes apart: 'form in span'. */
function blocksInText(html: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  const markup = html.replaceAll(/<(script|style|template|noscript)\b.*?<\/\1>|<!--.*?-->/gs, '');
  for (const [, end, name = '', rest] of markup.matchAll(/<(\/?)([a-z]\w*)\b([^>]*)>/g)) {
    if (end) open.splice(open.lastIndexOf(name));
    else {
      const around = blocks.test(name) && open.find((each) => ofText.has(each));
      if (around) found.push(`${name} in ${around}`);
      if (!empty.test(name) && !rest?.endsWith('/')) open.push(name);
    }
  }
  return found;
}

const numRuns = Number(process.env.PAGE_CASES ?? 150);

const part = fc.oneof(
  words.map((word) => encodeURIComponent(word.toWellFormed())),
  fc.constantFrom('%', '%00', '%ff', '%ED%A0%80', '..', '//', '\\', '1', '0', '99999999999', '-1'),
);
const parameters = [
  'q',
  'location',
  'category',
  'tab',
  'next',
  'token',
  'groupId',
  'amount',
  'when',
  'group',
  'limit',
  'theme',
  'accent',
];
const query = fc
  .array(fc.tuple(fc.constantFrom(...parameters, '__proto__'), part), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
const address = fc
  .tuple(
    fc.constantFrom(...declaredPages(), '/no-such-page', '/sitemap.xml', '/embed/events'),
    part,
    query,
  )
  .map(([path, id, search]) => `${path.replace(/:\w+/, () => id)}?${search}`);

describe(`any page with any text in its address (seed ${seed})`, () => {
  const timeout = 20_000 + numRuns * 100;

  it('is shown, refused, or leads to another page of this site', { timeout }, async () => {
    const clients = [
      app.visitor(),
      await app.as(await app.make.user()),
      await app.as(await app.make.admin()),
    ];
    const caller = fc.constantFrom(...clients);
    const property = fc.asyncProperty(address, caller, async (url, { session }) => {
      const headers = { host: 'hall.test', ...(session && { cookie: `session=${session}` }) };
      const {
        statusCode,
        headers: answered,
        body,
      } = await app.fastify.inject({ method: 'GET', url, headers });
      expect(statusCode).toBeLessThan(500);
      const to = new URL(answered.location ?? '/', 'http://hall.test');
      expect(to.origin).toBe('http://hall.test');
      expect(body).not.toContain('<script>alert(1)');
    });
    await fc.assert(property, { seed, numRuns });
  });
});

describe('a form from a browser without script', () => {
  const send = (url: string, accept: string) =>
    app.fastify.inject({
      method: 'POST',
      url,
      headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'email=robin%40example.com&password=Village-hall1',
    });

  it('gets a page with a way back', async () => {
    const { statusCode, headers, body } = await send('/auth', 'text/html,*/*;q=0.8');
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>Page not found</h1>');
    expect(body).toContain('<a href="">Try again</a>');
    expect(body).not.toContain('robin');
  });

  it.each([
    ['/api/login', 'text/html', 403],
    ['/auth', 'application/json', 404],
  ])('at %s for %s is refused like a call', async (url, accept, status) => {
    const { statusCode, headers } = await send(url, accept);
    expect([statusCode, headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ]);
  });
});

describe("the API's root", () => {
  it.each(['/api', '/api/'])('answers GET %s like an unknown call', async (url) => {
    const headers = { accept: 'text/html,*/*;q=0.8' };
    const response = await app.fastify.inject({ url, headers });
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });
});

describe('markup in typed text', () => {
  it('is shown as text on every page', async () => {
    const markup = `"'></script><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const owner = await app.make.user({
      firstName: markup,
      lastName: markup,
      bio: markup,
      location: `${markup}, x`,
    });
    const group = await app.make.group({
      owner,
      name: markup,
      description: markup,
      location: markup,
    });
    const wild = await app.make.event({
      group,
      title: markup,
      description: markup,
      location: markup,
      town: markup,
    });
    await app.make.comment(wild, owner, { content: markup });
    const admin = await app.make.admin({ firstName: markup });
    for (const client of [app.visitor(), await app.as(owner), await app.as(admin)]) {
      const headers = {
        host: 'hall.test',
        ...(client.session && { cookie: `session=${client.session}` }),
      };
      for (const path of declaredPages()) {
        const id = path.startsWith('/events') ? wild.id : group.id;
        const url = `${path.replace(/:\w+/, String(id))}?q=${encodeURIComponent(markup)}`;
        const { body } = await app.fastify.inject({ method: 'GET', url, headers });
        expect(body).not.toMatch(/<script>alert|<img src=x/);
      }
    }
  });
});
