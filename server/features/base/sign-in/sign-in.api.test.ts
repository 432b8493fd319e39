import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';

const app = await startTestApp();
const { make } = app;
const month = 30 * 24;

const signedIn = async (email: string) => {
  const client = app.visitor();
  await client.call('POST /api/login', { body: { email, password } });
  return client;
};

describe('signing in', () => {
  it('accepts the email address in any case', async () => {
    const { id, email } = await make.user();
    const client = await signedIn(` ${email.toUpperCase()}`);
    expect((await client.call('GET /api/user')).body.user?.id).toBe(id);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await make.user();
    const visitor = app.visitor();
    const [wrong, unknown] = await Promise.all([
      visitor.send('POST /api/login', { body: { email, password: 'not-the-1-password' } }),
      visitor.send('POST /api/login', { body: { email: 'nobody@example.com', password } }),
    ]);
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toMatchObject({ code: 'sign_in_required' });
    expect(unknown.json()).toEqual(wrong.json());
    expect(unknown.cookies).toEqual([]);
  });

  it('without a set password is refused like a wrong password', async () => {
    const { email } = await make.user({ passwordHash: null });
    const refusal = await app.visitor().refusal('POST /api/login', { body: { email, password } });
    expect(refusal.code).toBe('sign_in_required');
  });

  it('shows nobody the ban without the password', async () => {
    const { email } = await make.banned();
    const body = { email, password: 'not-the-1-password' };
    expect(await app.visitor().outcome('POST /api/login', { body })).toBe('sign_in_required');
  });

  it.each([
    ['email', { email: 'ada', password }, 'Please enter a valid email address'],
    ['password', { email: 'ada@example.com', password: '' }, 'Password is required'],
    ['password', { email: 'ada@example.com' }, 'Password is required'],
  ])('explains the error in the %s', async (field, body, message) => {
    const refusal = await app.visitor().refusal('POST /api/login', { body });
    expect(refusal).toMatchObject({ status: 400, fields: { [field]: message } });
  });
});

describe('after signing in', () => {
  const redirectUrl = async (next: string | undefined) => {
    const { email } = await make.user();
    const body = { email, password, ...(next !== undefined && { next }) };
    return (await app.visitor().call('POST /api/login', { body })).body.redirectUrl;
  };

  it('the member reaches the events', async () => {
    expect(await redirectUrl(undefined)).toBe('/events');
  });

  it('the member returns to a page of this site', async () => {
    expect(await redirectUrl('/groups/5?tab=events#top')).toBe('/groups/5?tab=events#top');
  });

  it('the member never reaches another site', async () => {
    expect(await redirectUrl('/\\evil.example')).toBe('/events');
  });
});

describe('GET /api/login', () => {
  const location = async (next: string) =>
    (await app.visitor().call('GET /api/login', { query: { next } })).headers.location;

  it('redirects to the sign-in page', async () => {
    const { status, headers } = await app.visitor().call('GET /api/login');
    expect([status, headers.location]).toEqual([302, '/auth']);
  });

  it('keeps a way back within the site', async () => {
    expect(await location('/events/5?from=mail')).toBe('/auth?next=%2Fevents%2F5%3Ffrom%3Dmail');
    expect(await location('//evil.example')).toBe('/auth');
  });
});

describe('signing out', () => {
  it('ends the session in the browser and leads home', async () => {
    const client = await app.as(await make.user());
    const { headers } = await client.call('GET /api/logout');
    expect(headers.location).toBe('/');
    expect(client.session).toBeUndefined();
  });

  it('leaves the sessions on other devices', async () => {
    const user = await make.user();
    const [phone, laptop] = [await app.as(user), await app.as(user)];
    await phone.call('GET /api/logout');
    expect((await laptop.call('GET /api/user')).body.user?.id).toBe(user.id);
  });
});

describe('a session', () => {
  it('is new at each sign-in, and the one before it ends', async () => {
    const { email } = await make.user();
    const client = await signedIn(email);
    const first = client.session ?? '';
    await client.call('POST /api/login', { body: { email, password } });
    expect(client.session).not.toBe(first);
    const other = app.visitor().withSession(first);
    expect((await other.call('GET /api/user')).body).toEqual({});
  });

  it("can't be chosen by somebody else before the sign-in", async () => {
    const { email } = await make.user();
    const victim = app.visitor().withSession('chosen-by-an-attacker');
    await victim.call('POST /api/login', { body: { email, password } });
    expect(victim.session).not.toBe('chosen-by-an-attacker');
    const attacker = app.visitor().withSession('chosen-by-an-attacker');
    expect((await attacker.call('GET /api/user')).body).toEqual({});
  });

  it("can't be used by somebody who reads the database", async () => {
    const { email } = await make.user();
    const client = await signedIn(email);
    const { rows } = await app.db.$client.query<{ id: string }>('SELECT id FROM sessions');
    expect(rows.map(({ id }) => id)).not.toContain(client.session);
  });

  it('is extended by use', async () => {
    onTestFinished(() => app.clock.reset());
    const { id, email } = await make.user();
    const client = await signedIn(email);
    for (let visit = 0; visit < 3; visit += 1) {
      app.clock.advanceHours(month - 1);
      expect((await client.call('GET /api/user')).body.user?.id).toBe(id);
    }
  });

  it('gives the browser its new end when extended', async () => {
    onTestFinished(() => app.clock.reset());
    const { email } = await make.user();
    const client = await signedIn(email);
    app.clock.advanceHours(25);
    const [cookie] = (await client.send('GET /api/user')).cookies;
    expect(cookie).toMatchObject({ value: client.session, expires: app.clock.inHours(month) });
  });

  it('ends after 30 days without use', async () => {
    onTestFinished(() => app.clock.reset());
    const { email } = await make.user();
    const client = await signedIn(email);
    app.clock.advanceHours(month);
    expect((await client.call('GET /api/user')).body).toEqual({});
  });
});

describe('GET /api/user', () => {
  it('finds nobody without a session', async () => {
    expect((await app.visitor().call('GET /api/user')).body).toEqual({});
  });

  it.each(['forged', ' ', 'a'.repeat(4000), '%00'])('ignores the cookie %j', async (token) => {
    expect((await app.visitor().withSession(token).call('GET /api/user')).body).toEqual({});
  });
});
