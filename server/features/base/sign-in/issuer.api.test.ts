import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { ownOrigin, type Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { client as registered, startIssuer, type Person } from '#tests/support/issuer.ts';
import { linksTo } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { switchTwoStepOn, withCode } from '#tests/support/two-step.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { identities } from './tables.ts';

const provider = await startIssuer();
const callback = `${ownOrigin}/api/login/callback`;
provider.serve(callback);
afterAll(() => provider.stop());

const oidc = {
  issuer: provider.url,
  clientId: registered.id,
  clientSecret: registered.secret,
};
const app = await startTestApp({ oidc, adminEmail: 'warden@example.com' });
const { make } = app;
const mailer = await createCapturingMailer(app);

let people = 0;

/** Creates a person with an account at the issuer. */
function atIssuer(claims: Person = {}): string {
  const name = `person-${(people += 1)}`;
  provider.people.set(name, {
    email: `${name}@parish.example`,
    email_verified: true,
    given_name: 'Grace',
    family_name: 'Hopper',
    ...claims,
  });
  return name;
}

/** Starts the sign-in and returns the address of the issuer's page. */
async function startSignIn(client: Client, next?: string): Promise<string> {
  const { headers } = await client.call('GET /api/login', { query: { next } });
  return String(headers.location);
}

/** Follows the issuer's callback and returns the redirect's target. */
async function followCallback(client: Client, url: string): Promise<string> {
  const { pathname, search } = new URL(url);
  const { headers } = await client.request({ method: 'GET', url: pathname + search });
  return String(headers.location);
}

/** Signs in at the issuer from start to end. */
async function signIn(name: string, { next, client = app.visitor() }: Way = {}) {
  const back = await provider.signIn(await startSignIn(client, next), name);
  const goesTo = await followCallback(client, back);
  const { user } = (await client.call('GET /api/user')).body;
  return { client, back, goesTo, user };
}
type Way = { next?: string; client?: Client };

describe('signing in by an outside issuer', () => {
  it('creates an account for a newcomer, who continues like other new members', async () => {
    const { user, goesTo } = await signIn(atIssuer({ email: 'Grace@Parish.example' }));
    expect(user).toMatchObject({
      email: 'grace@parish.example',
      emailVerified: true,
      firstName: 'Grace',
      lastName: 'Hopper',
      role: 'user',
      profileCompleted: false,
    });
    expect(goesTo).toBe('/support?new=true');
  });

  it('accepts no name that reads like the site or its staff', async () => {
    const named = (given_name: string, family_name: string) =>
      signIn(atIssuer({ email: `no-reply-${people}@parish.example`, given_name, family_name }));
    const { user } = await named('Villagehall Admin', 'Support Team');
    expect(user).toMatchObject({ lastName: null });
    expect(user?.firstName).not.toContain('Admin');
    expect((await named('Grace', 'Villagehall')).user).toMatchObject({
      firstName: 'Grace',
      lastName: null,
    });
  });

  it('finds the account again, and leads to the events', async () => {
    const name = atIssuer();
    const first = await signIn(name);
    const second = await signIn(name);
    expect(second.user?.id).toBe(first.user?.id);
    expect(second.goesTo).toBe('/events');
  });

  it('finds it even under a new name at the issuer', async () => {
    const name = atIssuer();
    const first = await signIn(name);
    provider.people.set(name, { email: 'renamed@parish.example', given_name: 'Other' });
    expect((await signIn(name)).user).toEqual(first.user);
  });

  it('leads back to the page before', async () => {
    const name = atIssuer();
    const first = await signIn(name, { next: '/events/5?from=mail' });
    expect(first.goesTo).toBe('/support?new=true&next=%2Fevents%2F5%3Ffrom%3Dmail');
    expect((await signIn(name, { next: '/events/5' })).goesTo).toBe('/events/5');
  });

  it.each([
    ['no names', { given_name: undefined, family_name: undefined }, 'firstless', null],
    [
      'a whole name',
      { given_name: undefined, family_name: undefined, name: 'Ada King' },
      'Ada',
      null,
    ],
    [
      'a name that is an address',
      { given_name: 'Visit https://evil.example' },
      'firstless',
      'Hopper',
    ],
    ['blank names', { given_name: '  ', family_name: '' }, 'firstless', null],
  ])('takes the usable parts of %s', async (_, claims, firstName, lastName) => {
    const email = `firstless@${(people += 1)}.example`;
    const { user } = await signIn(atIssuer({ email, ...claims }));
    expect(user).toMatchObject({ firstName, lastName });
  });

  it('creates one account when the same person comes twice at once', async () => {
    const name = atIssuer();
    const ways = await Promise.all([signIn(name), signIn(name), signIn(name)]);
    expect(new Set(ways.map(({ user }) => user?.id)).size).toBe(1);
  });

  it('refuses banned members', async () => {
    const name = atIssuer();
    const { user } = await signIn(name);
    await app.db
      .update(users)
      .set({ isActive: false })
      .where(eq(users.id, user?.id ?? ''));
    const again = await signIn(name);
    expect([again.goesTo, again.user]).toEqual(['/auth?tab=login&problem=suspended', undefined]);
  });

  it('shows suspended members the end date, and admits them after it', async () => {
    const name = atIssuer();
    const { user } = await signIn(name);
    const suspendedUntil = app.clock.inHours(72);
    await app.db
      .update(users)
      .set({ isActive: false, suspendedUntil })
      .where(eq(users.id, user?.id ?? ''));
    const { searchParams } = new URL((await signIn(name)).goesTo ?? '', 'https://hall.example');
    expect(searchParams.get('until')).toBe(suspendedUntil.toISOString());
    app.clock.advanceHours(73);
    expect((await signIn(name)).user?.id).toBe(user?.id);
    app.clock.reset();
  });

  it('needs an address', async () => {
    const { goesTo, user } = await signIn(atIssuer({ email: undefined }));
    expect([goesTo, user]).toEqual(['/auth?tab=login&problem=no_email', undefined]);
  });

  it('reports an unavailable issuer, and keeps the way back', async () => {
    const lonely = await startTestApp({ oidc: { ...oidc, issuer: 'http://127.0.0.1:9' } });
    const { status, headers } = await lonely
      .visitor()
      .call('GET /api/login', { query: { next: '/events/5' } });
    expect([status, headers.location]).toEqual([
      302,
      '/auth?tab=login&problem=away&next=%2Fevents%2F5',
    ]);
  });
});

describe('an existing account', () => {
  const seen = new Date('2026-01-01T00:00:00Z');

  it('is linked when both sides have confirmed the address', async () => {
    const { id, email } = await make.user({ emailVerifiedAt: seen });
    const { user, goesTo } = await signIn(atIssuer({ email }));
    expect([user?.id, goesTo]).toEqual([id, '/events']);
  });

  it('accepts both ways of signing in from then on', async () => {
    const { email } = await make.user({ emailVerifiedAt: seen });
    const { client } = await signIn(atIssuer({ email }));
    const { body } = await client.call('GET /api/auth/user/sign-in-methods');
    expect(body).toEqual({ hasPassword: true, issuers: [new URL(provider.url).host] });
    expect(await app.visitor().outcome('POST /api/login', { body: { email, password } })).toBe(200);
  });

  it.each([
    ['an address the issuer has not verified', { here: seen, there: false }],
    ['a claim that is left out', { here: seen, there: undefined }],
    ['a claim that is the word "true"', { here: seen, there: 'true' as unknown as boolean }],
    ['an address neither has seen', { here: null, there: false }],
  ])('is not taken over by %s', async (_, { here, there }) => {
    const { id, email } = await make.user({ emailVerifiedAt: here });
    const { user, goesTo } = await signIn(atIssuer({ email, email_verified: there }));
    expect([user, goesTo]).toEqual([undefined, '/auth?tab=login&problem=address_taken']);
    expect(await app.db.select().from(identities).where(eq(identities.userId, id))).toEqual([]);
  });
});

describe('an unverified address from the issuer', () => {
  it('creates an account without confirming the address', async () => {
    const { user } = await signIn(atIssuer({ email_verified: false }));
    expect(user?.emailVerified).toBe(false);
  });

  it('gets an email whose link leads back to the page before', async () => {
    const name = atIssuer({ email_verified: false });
    await signIn(name, { next: '/events/5' });
    const [link] = await linksTo(mailer, `${name}@parish.example`);
    expect([link?.pathname, link?.searchParams.get('next')]).toEqual([
      '/confirm-email',
      '/events/5',
    ]);
  });

  it('makes nobody an admin', async () => {
    const { user } = await signIn(atIssuer({ email: 'warden@example.com', email_verified: false }));
    expect(user?.role).toBe('user');
    await app.db.delete(users).where(eq(users.id, user?.id ?? ''));
  });
});

describe('the first admin', () => {
  it('is the person with the set, verified address; the audit log records it', async () => {
    const { user } = await signIn(atIssuer({ email: 'warden@example.com' }));
    expect(user?.role).toBe('admin');
    const entries = await app.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, user?.id ?? ''));
    expect(entries).toMatchObject([
      {
        action: 'user.role',
        before: { role: 'user' },
        after: { role: 'admin', by: 'ADMIN_EMAIL' },
      },
    ]);
  });
});

describe('the callback refuses an attack', () => {
  const expired = '/auth?tab=login&problem=expired';
  const failed = '/auth?tab=login&problem=failed';

  it('with a stranger’s answer in a browser without an attempt (login CSRF)', async () => {
    const attacker = app.visitor();
    const bait = await provider.signIn(await startSignIn(attacker), atIssuer());
    const victim = app.visitor();
    expect(await followCallback(victim, bait)).toBe(expired);
    expect(victim.session).toBeUndefined();
  });

  it('with a stranger’s answer in a browser with another attempt (mix-up)', async () => {
    const bait = await provider.signIn(await startSignIn(app.visitor()), atIssuer());
    const victim = app.visitor();
    await startSignIn(victim);
    expect(await followCallback(victim, bait)).toBe(expired);
    expect(victim.session).toBeUndefined();
  });

  it('with a stranger’s code under the victim’s own state', async () => {
    const bait = new URL(await provider.signIn(await startSignIn(app.visitor()), atIssuer()));
    const victim = app.visitor();
    const state = new URL(await startSignIn(victim)).searchParams.get('state') ?? '';
    bait.searchParams.set('state', state);
    expect(await followCallback(victim, bait.href)).toBe(failed);
    expect(victim.session).toBeUndefined();
  });

  it('with the same answer twice (replay)', async () => {
    const { back, client } = await signIn(atIssuer());
    await client.call('GET /api/logout');
    expect(await followCallback(client, back)).toBe(expired);
    expect(client.session).toBeUndefined();
  });

  it('with the same answer twice and a saved ticket', async () => {
    const client = app.visitor();
    const to = await client.send('GET /api/login');
    const ticket = to.cookies.find(({ name }) => name === 'sign-in')?.value ?? '';
    const back = await provider.signIn(String(to.headers.location), atIssuer());
    await followCallback(client, back);
    const { pathname, search } = new URL(back);
    const headers = { cookie: `sign-in=${encodeURIComponent(ticket)}` };
    const again = await app.visitor().request({ method: 'GET', url: pathname + search, headers });
    expect(again.headers.location).toBe(expired);
    expect(again.cookies.map(({ name, value }) => [name, value])).toEqual([['sign-in', '']]);
  });

  it('after more than ten minutes', async () => {
    onTestFinished(() => app.clock.reset());
    const client = app.visitor();
    const back = await provider.signIn(await startSignIn(client), atIssuer());
    app.clock.advanceHours(10 / 60);
    expect(await followCallback(client, back)).toBe(expired);
  });

  it('with a planted session (fixation): another session begins', async () => {
    const planted = app.visitor().withSession('planted');
    const { client, user } = await signIn(atIssuer(), { client: planted });
    expect(client.session).not.toBe('planted');
    expect(user).toBeDefined();
  });

  it.each(['', '?code=x', '?state=x&state=y&code=x', '?code=%00&state=%00', '?a[b]=c'])(
    'with nonsense: %j',
    async (search) => {
      const victim = app.visitor();
      expect(await followCallback(victim, `${callback}${search}`)).toBe(expired);
    },
  );
});

describe('the way back', () => {
  it('never leads to another site', async () => {
    const name = atIssuer();
    await signIn(name);
    expect((await signIn(name, { next: '/\\evil.example' })).goesTo).toBe('/events');
  });
});

describe('the ticket of a sign-in attempt', () => {
  it('is hidden from scripts and other sites, and expires after ten minutes', async () => {
    const [cookie] = (await app.visitor().send('GET /api/login')).cookies;
    expect(cookie).toMatchObject({
      name: 'sign-in',
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      expires: app.clock.inHours(10 / 60),
    });
  });

  it('is bound to the host on an HTTPS site', async () => {
    const secure = await startTestApp({ oidc, publicOrigin: 'https://villagehall.example' });
    const [cookie] = (await secure.visitor().send('GET /api/login')).cookies;
    expect(cookie).toMatchObject({ name: '__Host-sign-in', secure: true, path: '/' });
  });
});

describe('with two-step sign-in on', () => {
  it('the issuer’s claim counts as a password only: the site asks for the code', async () => {
    const name = atIssuer();
    const { user } = await signIn(name);
    const { passwordHash } = await make.user();
    await app.db
      .update(users)
      .set({ passwordHash })
      .where(eq(users.id, user?.id ?? ''));
    const { code } = await switchTwoStepOn(app, { id: user?.id ?? '' });
    const client = app.visitor();
    const way = await signIn(name, { client, next: '/groups/5' });
    expect([way.goesTo, way.user, client.session]).toEqual([
      '/auth/code?next=%2Fgroups%2F5',
      undefined,
      undefined,
    ]);
    expect(await withCode(client, code())).toBe(200);
    expect((await client.call('GET /api/user')).body.user?.id).toBe(user?.id);
  });
});
