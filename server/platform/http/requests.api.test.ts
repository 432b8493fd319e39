import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { ownOrigin } from '#tests/support/client.ts';

const app = await startTestApp();
const { make } = app;
const visitor = app.visitor();
const json = { 'content-type': 'application/json' };

const member = async () => {
  const group = await make.group();
  return { client: await app.as(await make.user()), url: `/api/groups/${group.id}/members` };
};

describe('a call that changes something', () => {
  it.each([
    'https://evil.example',
    'http://villagehall.test.evil.example',
    'http://evil.villagehall.test',
    'http://villagehall.test:8080',
    'https://villagehall.test',
    'ftp://villagehall.test',
    'foo://villagehall.test',
    'http://villagehall.test/',
    'http://user@villagehall.test',
    'null',
    '',
  ])('is refused from the origin %j', async (origin) => {
    const { client, url } = await member();
    const response = await client.request({ method: 'POST', url, headers: { origin } });
    expect(response.json()).toMatchObject({ code: 'forbidden' });
  });

  it('is refused with a session and without an origin', async () => {
    const { client, url } = await member();
    const response = await client.request({ method: 'POST', url, headers: { origin: undefined } });
    expect(response.json()).toMatchObject({ code: 'forbidden' });
  });

  it("is accepted from the site's own origin", async () => {
    const { client, url } = await member();
    const response = await client.request({ method: 'POST', url, headers: { origin: ownOrigin } });
    expect(response.statusCode).toBe(201);
  });

  it('is accepted without an origin from a client without a session', async () => {
    const { email } = await make.user();
    const response = await app.visitor().request({
      method: 'POST',
      url: '/api/login',
      headers: { ...json, origin: undefined },
      payload: JSON.stringify({ email, password: 'not-the-1-password' }),
    });
    expect(response.json()).toMatchObject({ code: 'sign_in_required' });
  });

  it('is refused from another origin even without a session', async () => {
    const { email } = await make.user();
    const response = await app.visitor().request({
      method: 'POST',
      url: '/api/login',
      headers: { ...json, origin: 'https://evil.example' },
      payload: JSON.stringify({ email, password: 'Village-hall1' }),
    });
    expect(response.json()).toMatchObject({ code: 'forbidden' });
    expect(response.cookies).toEqual([]);
  });

  it("needs the public address's origin if one is set", async () => {
    const outside = await startTestApp({ publicOrigin: 'https://hall.example' });
    const answer = async (origin: string) => {
      const payload = JSON.stringify({ email: 'a@example.com', password: 'x' });
      const headers = { ...json, origin };
      return (
        await outside.visitor().request({ method: 'POST', url: '/api/login', headers, payload })
      ).statusCode;
    };
    expect(await answer('https://hall.example')).toBe(401);
    expect(await answer('http://hall.example')).toBe(403);
    expect(await answer(ownOrigin)).toBe(403);
  });
});

describe("the scheme of the site's origin, without a public address", () => {
  const signIn = async (
    settings: Parameters<typeof app.another>[0],
    headers: Record<string, string>,
    remoteAddress = '10.9.0.1',
  ) => {
    const fastify = await app.another(settings);
    const answer = await fastify.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress,
      headers: { ...json, host: 'villagehall.test', ...headers },
      payload: JSON.stringify({ email: 'a@example.com', password: 'x' }),
    });
    return answer.statusCode;
  };
  const behind = { trustProxy: ['10.9.0.1'] };

  it.each([
    ['https', 'https://villagehall.test', 401],
    ['http, https', 'https://villagehall.test', 401],
    ['https', 'http://villagehall.test', 403],
    ['http', 'https://villagehall.test', 403],
    ['http', 'http://villagehall.test', 401],
    ['foo', 'foo://villagehall.test', 403],
    ['https', 'https://evil.example', 403],
  ])('is the one from a trusted proxy: %s, for %s', async (proto, origin, status) => {
    const headers = { 'x-forwarded-proto': proto, 'x-forwarded-host': 'evil.example', origin };
    expect(await signIn(behind, headers)).toBe(status);
  });

  it.each([
    ['no proxy is trusted', {}, '10.9.0.1'],
    ['the caller is no proxy', behind, '203.0.113.9'],
  ])('is http if %s', async (_, settings, caller) => {
    const forwarded = { 'x-forwarded-proto': 'https' };
    const secure = { ...forwarded, origin: 'https://villagehall.test' };
    expect(await signIn(settings, secure, caller)).toBe(403);
    expect(await signIn(settings, { ...forwarded, origin: ownOrigin }, caller)).toBe(401);
  });

  it('has its default port, named or not', async () => {
    const headers = { host: 'villagehall.test:80', origin: ownOrigin };
    expect(await signIn({}, headers)).toBe(401);
  });
});

describe('a body', () => {
  const post = (payload: string, headers: Record<string, string | undefined> = json) =>
    visitor.request({ method: 'POST', url: '/api/login', payload, headers });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/jsonp', undefined])(
    'of the content type %s is refused',
    async (type) => {
      const response = await post('{"email":"a@example.com","password":"x"}', {
        'content-type': type,
      });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
    },
  );

  it('can name its character set', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await post('{"email":"a@example.com","password":"x"}', headers)).statusCode).toBe(401);
  });

  it.each(['{"email":', 'nonsense', '{"a":1}}', "{'a':1}"])(
    'with invalid JSON is refused: %s',
    async (payload) => {
      expect((await post(payload)).json()).toMatchObject({ code: 'invalid' });
    },
  );

  it.each(['null', '[]', '5', '"text"', 'true', ''])(
    'other than an object is refused: %j',
    async (payload) => {
      expect((await post(payload)).json()).toMatchObject({ code: 'invalid' });
    },
  );

  it.each(['"__proto__":{"isActive":false}', '"constructor":{"prototype":{"isActive":false}}'])(
    'with a prototype key is refused, whatever else it has: %s',
    async (attack) => {
      const response = await post(`{"email":"a@example.com","password":"x",${attack}}`);
      expect(response.json()).toMatchObject({ code: 'invalid' });
    },
  );

  it('of more than 64 KB is refused', async () => {
    const response = await post(JSON.stringify({ email: 'a'.repeat(64 * 1024) }));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ code: 'too_large' });
  });

  it('of almost 64 KB is accepted', async () => {
    const body = { email: 'a@example.com', password: 'x', padding: 'x'.repeat(63 * 1024) };
    expect((await post(JSON.stringify(body))).statusCode).toBe(401);
  });

  it.each([
    ['POST', 201],
    ['DELETE', 204],
  ] as const)('can be empty on a %s that needs none', async (method, status) => {
    const { client, url } = await member();
    expect((await client.request({ method, url, headers: json })).statusCode).toBe(status);
  });
});

describe('text', () => {
  it('loses its NUL and control characters before storage', async () => {
    const client = await app.as(await make.user());
    const { body } = await client.call('PATCH /api/auth/user', {
      body: {
        firstName: 'A\u0000d\u0001a\u007f',
        bio: 'Line one.\u0000\nLine\ttwo is here, too.\u001b[31m',
      },
    });
    expect(body).toMatchObject({ firstName: 'Ada', bio: 'Line one.\nLine\ttwo is here, too.[31m' });
  });
});

describe('an invalid host', () => {
  it.each(['a b', '[::', 'evil"><script>', 'user@villagehall.test', 'villagehall.test:port', '%'])(
    'is refused: %j',
    async (host) => {
      const { id } = await make.event();
      const url = `/api/events/${id}/calendar.ics`;
      const response = await visitor.request({ method: 'GET', url, headers: { host } });
      expect(response.json()).toMatchObject({ code: 'invalid' });
    },
  );

  it('is refused when it is longer than any name', async () => {
    const headers = { host: `${'h'.repeat(300)}.test` };
    const response = await visitor.request({ method: 'GET', url: '/api/categories', headers });
    expect(response.json()).toMatchObject({ code: 'invalid' });
  });

  it.each(['villagehall.test', 'localhost:3000', '127.0.0.1:80', '[::1]:3000', 'my_app.internal'])(
    "can't be %s",
    async (host) => {
      const { id } = await make.event();
      const url = `/api/events/${id}/calendar.ics`;
      const response = await visitor.request({ method: 'GET', url, headers: { host } });
      expect(response.statusCode).toBe(200);
    },
  );
});

describe('an unknown address', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/events/5/nothing'],
    ['DELETE', '/api/events'],
    ['PUT', '/api/user'],
  ] as const)('is not found: %s %s', async (method, url) => {
    const response = await visitor.request({ method, url });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'not_found' });
  });

  it('that cannot be decoded is refused', async () => {
    const response = await visitor.request({ method: 'GET', url: '/api/events/%E0%A4%A' });
    expect(response.statusCode).toBeLessThan(500);
    expect(response.json()).toMatchObject({ code: expect.stringMatching(/^(invalid|not_found)$/) });
  });
});

describe('every answer', () => {
  it('is JSON in UTF-8', async () => {
    const { headers } = await visitor.request({ method: 'GET', url: '/api/categories' });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
