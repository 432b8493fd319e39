import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { comingPath } from '#contract/events/event-paths.ts';
import { startTestApp } from '#tests/support/app.ts';
import { ownOrigin } from '#tests/support/client.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { productionPages } from './production.ts';

const lines: string[] = [];
const app = await startTestApp(
  { logLevel: 'trace' },
  {
    pages: await productionPages(),
    logTo: { write: (line) => void lines.push(line) },
    measured: true,
    sharedSeconds: 60,
  },
);
const mailer = await createCapturingMailer(app);
const visitor = app.visitor();
let site = '';

beforeAll(async () => {
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  site = `http://127.0.0.1:${(app.fastify.server.address() as AddressInfo).port}`;
});

const open = (token: string) => fetch(site + comingPath(token));

/** Asks to come to a new event, and returns it with the token of the emailed link. */
async function asked() {
  const event = await app.make.event({ openTo: 'anyone', location: '12 Secret Lane' });
  const email = `${randomUUID()}@example.org`;
  const body = { firstName: 'Ada', email };
  await visitor.call('POST /api/events/:id/guest-rsvps', { params: { id: event.id }, body });
  await mailer.deliver();
  const text = mailer.sent.findLast(({ to }) => to === email)?.text;
  const token = /\/coming\/([\w-]{43})/.exec(text ?? '')?.[1] ?? '';
  return { event, token };
}

const stateOf = async (token: string) =>
  (await visitor.call('POST /api/guest-rsvps/read', { body: { token } })).body.state;

const addresses = [
  '/household',
  '/setup',
  '/offer',
  '/ask',
  '/reset-password',
  '/confirm-email',
  '/unsubscribe',
  '/appeal/1',
  '/events',
];

describe('every page whose address has a token', () => {
  it.each(addresses)('sends no referrer from %s, and is in no cache', async (path) => {
    const url = `${path}?token=${'k'.repeat(43)}`;
    const page = await fetch(site + url, { redirect: 'manual' });
    expect(page.status).toBeLessThan(500);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/groups/1?invitation=key', '/groups/1/poster?invitation=key', '/join/key'])(
    'sends none from %s, where an invitation link leads, either',
    async (url) => {
      const page = await fetch(site + url, { redirect: 'manual' });
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
    },
  );

  it.each(['/door/key', '/door'])(
    'sends none from %s, the door of an event, either',
    async (url) => {
      const page = await fetch(site + url);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
      expect(lines.join()).not.toContain('/door/key');
    },
  );

  it('sends it to no other site from the sign-in page that leads back', async () => {
    const page = await fetch(`${site}/auth?next=${encodeURIComponent('/household?token=key')}`);
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  const signIn = '/auth?tab=login&again=true&next=%2Fhousehold%3Ftoken%3Dkey';

  it.each([
    ['/api/household-invitations/accept', '/household?token=key', signIn],
    ['/api/setup', '/setup?token=key'],
    ['/api/reset-password', '/reset-password?token=key'],
    ['/api/offers/accept', '/offer?token=key'],
    ['/api/asks/answer', '/ask?token=key'],
  ])('takes its form without script: %s', async (url, from, to = from) => {
    const answer = await app.fastify.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams({ token: 'key', _from: from }).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        host: new URL(ownOrigin).host,
        origin: 'null',
        'sec-fetch-site': 'same-origin',
      },
    });
    expect(answer.headers.location).toBe(to);
  });
});

describe("a guest's page", () => {
  it('is cached by nobody, and keeps its address to itself', async () => {
    const { event, token } = await asked();
    for (const [key, status] of [
      [token, 200],
      ['no-such-link', 404],
    ] as const) {
      const page = await open(key);
      expect(page.status).toBe(status);
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('x-robots-tag')).toBe('noindex');
      const html = await page.text();
      expect(html).toContain('<meta name="robots" content="noindex">');
      expect(html).not.toMatch(/rel="canonical"|property="og:|name="twitter:/);
      expect(html.includes(event.title)).toBe(status === 200);
    }
  });

  it('shows each state anew, and the venue only after the button', async () => {
    const { token } = await asked();
    const before = await (await open(token)).text();
    expect(before).toContain('Yes, I’m coming');
    expect(before).not.toContain('12 Secret Lane');
    await visitor.call('POST /api/guest-rsvps/confirm', { body: { token } });
    const after = await (await open(token)).text();
    expect(after).toContain('You’re going');
    expect(after).toContain('12 Secret Lane');
  });

  it('confirms nothing by being opened', async () => {
    const { token } = await asked();
    await Promise.all(Array.from({ length: 20 }, () => open(token)));
    expect(await stateOf(token)).toBe('unconfirmed');
  });

  it('leaves its token in no log line and no metric', async () => {
    const { token } = await asked();
    await (await open(token)).text();
    const fields = { token, guests: '0', _next: comingPath(token) };
    const answer = await visitor.request({
      method: 'POST',
      url: '/api/guest-rsvps/confirm',
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ownOrigin },
    });
    expect(answer.headers.location).toBe(comingPath(token));
    await expect.poll(() => lines.join('')).toContain('"route":"/coming/:token"');
    expect(lines.join('')).not.toContain(token);
    const metrics = (await app.metrics?.registry.metrics()) ?? '';
    expect(metrics).toContain('route="/coming/:token"');
    expect(metrics).not.toContain(token);
  });
});

describe('the page of an event whose guest has confirmed in this browser', () => {
  it('greets them there alone, and is in no cache', async () => {
    const { event, token } = await asked();
    await visitor.call('POST /api/guest-rsvps/confirm', { body: { token } });
    const read = async (cookie?: string) => {
      const answer = await fetch(`${site}/events/${event.id}`, {
        headers: cookie ? { cookie } : {},
      });
      return { headers: answer.headers, html: await answer.text() };
    };
    const own = await read(`guest-${event.id}=${token}`);
    expect(own.html).toContain('You’re coming, Ada.');
    expect(own.html).not.toContain(token);
    expect(own.headers.get('cache-control')).toBe('private, no-store');
    const other = await read();
    expect(other.html).not.toContain('Ada');
    expect(other.headers.get('set-cookie')).toBeNull();
    const ended = await read(`guest-${event.id}=${'k'.repeat(43)}`);
    expect(ended.html).not.toContain('Ada');
    expect(ended.headers.get('set-cookie')).toContain(`guest-${event.id}=;`);
  });
});
