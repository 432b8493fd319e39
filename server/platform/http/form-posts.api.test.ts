import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { ownOrigin, type Client } from '#tests/support/client.ts';
import { productionPages } from '#server/ssr/production.ts';

const app = await startTestApp({}, { pages: await productionPages() });
const { make } = app;

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const page = `${ownOrigin}/groups`;

const post = (
  client: Client,
  url: string,
  fields: Record<string, string> | string,
  headers: Record<string, string | undefined> = {},
) =>
  client.request({
    method: 'POST',
    url,
    payload: new URLSearchParams(fields).toString(),
    headers: { ...form, referer: page, ...headers },
  });

/** Returns the page that a form led to, with its messages. */
const pageAfter = async (client: Client, url: unknown) =>
  client.request({ method: 'GET', url: String(url), headers: { origin: undefined } });

const newcomer = () => ({
  firstName: 'Robin',
  lastName: '',
  email: `${crypto.randomUUID()}@example.org`,
  password: 'Village-hall1',
  confirmPassword: 'Village-hall1',
  ageConfirmed: 'true',
});

const inGroup = async () => {
  const group = await make.group();
  return { group, client: await app.as(await make.user()), url: `/api/groups/${group.id}/members` };
};

describe('a form', () => {
  it('does the same as the call, and leads back with a message that is shown once', async () => {
    const { client, url, group } = await inGroup();
    const answer = await post(client, url, {});
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/groups']);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { body: read } = await client.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(read.joinState).toBe('member');
    const shown = await pageAfter(client, answer.headers.location);
    expect(shown.body).toContain('joined the group! Welcome.');
    expect(shown.headers['cache-control']).toBe('private, no-store');
    expect((await pageAfter(client, '/groups')).body).not.toContain('joined the group! Welcome.');
  });

  it('can name another method in _method', async () => {
    const { client, url, group } = await inGroup();
    await post(client, url, {});
    expect((await post(client, url, { _method: 'DELETE' })).statusCode).toBe(303);
    const { body: read } = await client.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(read.joinState).toBe('open');
  });

  it.each(['PATCH', 'GET', 'OPTIONS', 'nonsense'])(
    'is refused if the address has no %s',
    async (method) => {
      const { client, url } = await inGroup();
      expect((await post(client, url, { _method: method })).json()).toMatchObject({
        code: 'not_found',
      });
    },
  );

  it('signs up, and in, and leads to its target', async () => {
    const client = app.visitor();
    const fields = newcomer();
    const answer = await post(client, '/api/register', { ...fields, _next: '/support?new=true' });
    expect(answer.headers.location).toBe('/support?new=true');
    expect(client.session).toBeDefined();
    const other = app.visitor();
    const login = await post(other, '/api/login', {
      email: fields.email,
      password: fields.password,
      next: '/groups?q=walks',
    });
    expect(login.headers.location).toBe('/groups?q=walks');
    expect(other.session).toBeDefined();
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'leads only to this site: %s',
    async (_next) => {
      const { client, url } = await inGroup();
      expect((await post(client, url, { _next })).headers.location).toBe('/groups');
    },
  );

  it.each([{ _key: 'k'.repeat(24) }, {}])('creates once when pressed twice: %j', async (key) => {
    const owner = await make.user();
    const event = await make.event({ group: await make.group({ owner }) });
    const client = await app.as(owner);
    const fields = { content: 'Shall I bring a kettle?', ...key };
    await post(client, `/api/events/${event.id}/comments`, fields);
    await post(client, `/api/events/${event.id}/comments`, fields);
    const { body } = await client.call('GET /api/events/:id/comments', {
      params: { id: event.id },
    });
    expect(body).toHaveLength(1);
  });
});

describe('a refused form', () => {
  it('leads back to a page that names each field and has the typed text, except passwords', async () => {
    const client = app.visitor();
    const fields = { ...newcomer(), firstName: '', email: 'robin at home', ageConfirmed: 'false' };
    const answer = await post(client, '/api/register', fields, { referer: `${ownOrigin}/auth` });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/auth']);
    const shown = await pageAfter(client, '/auth');
    for (const words of [
      'Registration failed',
      'First name is required',
      'Please enter a valid email address',
      'Please tick this if you are old enough',
      'robin at home',
    ])
      expect(shown.body).toContain(words);
    expect(shown.body).not.toContain(fields.password);
  });

  it('carries nothing readable on the way', async () => {
    const client = app.visitor();
    const canary = 'canary-in-a-form';
    const answer = await post(client, '/api/login', { email: canary, password: `${canary}-1` });
    const sent = JSON.stringify(answer.headers) + answer.body;
    expect(sent).not.toContain(canary);
    expect(sent).not.toContain(Buffer.from(canary).toString('base64').slice(0, 12));
  });

  it('without a session leads to the sign-in screen and back', async () => {
    const group = await make.group();
    const answer = await post(app.visitor(), `/api/groups/${group.id}/members`, {});
    expect(answer.headers.location).toBe('/auth?tab=login&again=true&next=%2Fgroups');
  });

  it('keeps as much of a long text as fits, and always the reason', async () => {
    const client = app.visitor();
    const text = Array.from({ length: 900 }, () => crypto.randomUUID()).join(' ');
    const answer = await post(client, '/api/complaints', {
      kind: 'content',
      text,
      email: 'a@b.uk',
    });
    expect(String(answer.headers['set-cookie']).length).toBeLessThan(4096);
    const shown = await pageAfter(client, '/groups');
    expect(shown.body).toContain('A complaint can have at most 5,000 characters');
  });

  it('shows nothing that another program sealed', async () => {
    const client = app.visitor().withCookie('flash', 'bm90IHNlYWxlZA');
    const shown = await pageAfter(client, '/groups');
    expect(shown.statusCode).toBe(200);
    expect(shown.body).not.toContain('"flash"');
  });
});

describe("another site's form", () => {
  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'https://evil.example', referer: page }],
    [{ origin: undefined, referer: 'https://evil.example/groups' }],
    [{ origin: undefined, referer: undefined }],
    [{ origin: undefined, referer: 'nonsense' }],
    [{ authorization: 'Bearer nobody' }],
  ])('is refused, without effect: %j', async (headers) => {
    const { client, url, group } = await inGroup();
    const answer = await post(client, url, {}, headers);
    expect(answer.statusCode).toBe(403);
    const { body: read } = await client.call('GET /api/groups/:id', { params: { id: group.id } });
    expect(read.joinState).toBe('open');
  });

  it('is refused without a session, too', async () => {
    const headers = { origin: undefined, referer: undefined };
    const answer = await post(app.visitor(), '/api/login', { email: 'a@b.uk' }, headers);
    expect(answer.statusCode).toBe(403);
  });

  it('is recognised by its referrer without an Origin', async () => {
    const { client, url } = await inGroup();
    expect((await post(client, url, {}, { origin: undefined })).statusCode).toBe(303);
  });
});

describe('the form of a page that sends no referrer', () => {
  const fields = { token: 'no-such-link', _next: '/coming/no-such-link' };
  const cancel = '/api/guest-rsvps/cancel';
  const opaque = { origin: 'null', referer: undefined };

  it('is taken from our own page, and leads back to it', async () => {
    const headers = { ...opaque, 'sec-fetch-site': 'same-origin' };
    const client = app.visitor();
    const answer = await post(client, cancel, fields, headers);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, fields._next]);
    expect((await pageAfter(client, '/groups')).body).toContain('Your place is not cancelled');
  });

  it.each(['cross-site', 'same-site', 'none', undefined])(
    'is refused from elsewhere: %s',
    async (site) => {
      const headers = { ...opaque, 'sec-fetch-site': site };
      expect((await post(app.visitor(), cancel, fields, headers)).statusCode).toBe(403);
    },
  );

  it('is refused by every other call', async () => {
    const { client, url } = await inGroup();
    const headers = { ...opaque, 'sec-fetch-site': 'same-origin' };
    const other = url.replace('/members', '/contact');
    expect((await post(client, other, {}, headers)).statusCode).toBe(403);
  });
});

describe('a body of another type', () => {
  it('as text, or in parts, is refused as before', async () => {
    const { client, url } = await inGroup();
    for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await post(client, url, {}, { 'content-type': type });
      expect(answer.statusCode).toBe(415);
    }
  });

  it('under another method is refused as before', async () => {
    const { client, url } = await inGroup();
    const answer = await client.request({ method: 'DELETE', url, payload: 'a=b', headers: form });
    expect(answer.statusCode).toBe(415);
  });

  it('is too large, as any body', async () => {
    const { client, url } = await inGroup();
    const answer = await post(client, url, { a: 'x'.repeat(70_000) });
    expect(answer.statusCode).toBe(413);
  });
});
