import { and, eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freshSignInMinutes, maxTokens } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { password, type User } from '#tests/support/factories.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { plantToken, tokenForm } from '#tests/support/tokens.ts';
import { plantTwoStep } from '#tests/support/two-step.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { mails } from '#platform/mail/tables.ts';
import { users } from '#features/base/accounts/tables.ts';
import { sessions } from '#features/base/sign-in/tables.ts';
import { groupForm } from '#tests/support/forms.ts';
import { accessTokens } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const makeToken = 'POST /api/user/tokens';
const read = 'GET /api/user/groups';

const caller = (token: string, process = app.fastify) => new Client(process).withBearer(token);
const listOf = async (client: Client) => (await client.call('GET /api/user/tokens')).body;
const logOf = async (client: Client) =>
  (await client.call('GET /api/auth/user/sign-ins')).body.map(({ outcome }) => outcome);

const emailsTo = ({ email }: User) => db.select().from(mails).where(eq(mails.recipient, email));

/** Creates a member who signed in some minutes ago. */
async function signedIn(minutesAgo: number, columns: Partial<User> = {}) {
  const person = await make.user(columns);
  const client = await app.as(person);
  await db
    .update(sessions)
    .set({ createdAt: clock.inHours(-minutesAgo / 60) })
    .where(eq(sessions.userId, person.id));
  return { person, client };
}

describe('a new token', () => {
  it('is shown once, and stored as a hash', async () => {
    const { person, client } = await signedIn(0);
    const { status, body } = await client.call(makeToken, { body: tokenForm });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      name: 'Parish website',
      scopes: ['read', 'write'],
      token: expect.stringMatching(/^vh_[A-Za-z0-9_-]{43}$/) as string,
      expiresAt: clock.inHours(30 * 24).toISOString(),
    });
    const [row] = await db.select().from(accessTokens).where(eq(accessTokens.userId, person.id));
    expect(row?.hash).toBe(tokenHash(body.token));
    expect(JSON.stringify([row, await listOf(client)])).not.toContain(body.token);
  });

  it('appears in the list by its end, with its last use', async () => {
    const { person, client } = await signedIn(0);
    const soon = await client.call(makeToken, {
      body: { name: ' Noticeboard ', scopes: ['read', 'read'], expiresInDays: 1 },
    });
    await client.call(makeToken, { body: { ...tokenForm, scopes: ['write', 'read'] } });
    await plantToken(app, person, { name: 'Old', expiresAt: clock.inHours(-1) });
    await plantToken(app, await make.user());
    await caller(soon.body.token).call(read);
    const at = clock.read().toISOString();
    expect(await listOf(client)).toMatchObject([
      { name: 'Parish website', scopes: ['read', 'write'], lastUsedAt: null, isExpired: false },
      { id: soon.body.id, name: 'Noticeboard', scopes: ['read'], createdAt: at, lastUsedAt: at },
      { name: 'Old', isExpired: true },
    ]);
  });

  it.each([
    [{ name: ' ' }, { name: 'Please give the token a name' }],
    [{ name: 'n'.repeat(61) }, { name: 'Please use at most 60 characters' }],
    [{ scopes: [] }, { scopes: 'Please choose what the token may do' }],
    [{ scopes: ['admin'] }, { 'scopes.0': 'Please choose what the token may do' }],
    [{ expiresInDays: 0 }, { expiresInDays: 'Please enter a number of days from 1 to 365' }],
    [{ expiresInDays: 366 }, { expiresInDays: 'Please enter a number of days from 1 to 365' }],
  ])("can't be made of %j", async (part, fields) => {
    const { client } = await signedIn(0);
    expect(await client.refusal(makeToken, { body: { ...tokenForm, ...part } })).toMatchObject({
      status: 400,
      code: 'invalid',
      fields,
    });
  });

  it('is limited to twenty, even when many are requested at once', async () => {
    const { person, client } = await signedIn(0);
    await plantToken(app, person, { expiresAt: clock.read() });
    for (let had = 0; had < maxTokens - 2; had += 1) await plantToken(app, person);
    const calls = Array.from({ length: 5 }, () => client.outcome(makeToken, { body: tokenForm }));
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((each) => each === 201)).toHaveLength(2);
    expect(outcomes.filter((each) => each === 'conflict')).toHaveLength(3);
    const { message } = await client.refusal(makeToken, { body: tokenForm });
    expect(message).toBe('You already have 20 tokens. Please end one that you no longer need');
  });

  it('notifies its owner, and is in the sign-in log', async () => {
    const mailer = await createTestMailer(app);
    const { person, client } = await signedIn(0);
    const { body } = await client.call(makeToken, { body: tokenForm });
    await client.call('DELETE /api/user/tokens/:id', { params: { id: body.id } });
    expect(await logOf(client)).toEqual(['token_ended', 'token_made']);
    await client.call(makeToken, { body: { ...tokenForm, name: 'Second', scopes: ['read'] } });
    await mailer.deliver();
    const [sentEmail] = await emailsTo(person);
    expect(sentEmail?.subject).toBe('New access token for your Villagehall account');
    expect(sentEmail?.text).toContain('“Second”: reads, until Jul 10, 2026');
    expect(sentEmail?.text).not.toContain('Parish website');
  });

  it('leaves its name out of emails to an unconfirmed address', async () => {
    const mailer = await createTestMailer(app);
    const { person, client } = await signedIn(0, { emailVerifiedAt: null });
    await client.call(makeToken, { body: tokenForm });
    await mailer.deliver();
    const [sentEmail] = await emailsTo(person);
    expect(sentEmail?.text).toContain('reads and changes, until Jul 10, 2026');
    expect(sentEmail?.text).not.toContain('Parish website');
  });
});

describe('a member who signed in a while ago', () => {
  const make30 = (more: object) => ({ body: { ...tokenForm, ...more } });

  it('confirms with the password', async () => {
    const { client } = await signedIn(freshSignInMinutes);
    const without = await client.refusal(makeToken, make30({}));
    expect(without.fields).toEqual({ password: 'Please enter your password' });
    const wrong = await client.refusal(makeToken, make30({ password: 'Village-hall2' }));
    expect(wrong.fields).toEqual({ password: 'This is not your password' });
    expect(await client.outcome(makeToken, make30({ password }))).toBe(201);
  });

  it('confirms with a code, too, when two-step sign-in is on', async () => {
    const { person, client } = await signedIn(freshSignInMinutes);
    const { code } = await plantTwoStep(app, person);
    const without = await client.refusal(makeToken, make30({ password }));
    expect(without.fields).toEqual({ code: 'Please enter the code' });
    expect(await client.outcome(makeToken, make30({ password, code: '000000' }))).toBe('invalid');
    expect(await client.outcome(makeToken, make30({ password, code: code() }))).toBe(201);
  });

  it('signs in again without a password', async () => {
    const { client } = await signedIn(freshSignInMinutes, { passwordHash: null });
    expect(await client.refusal(makeToken, make30({ password }))).toMatchObject({
      code: 'forbidden',
      message:
        'Please log out and in again first: you can only make a token within 10 minutes of logging in',
    });
  });
});

describe('a call with a token', () => {
  it('acts for its owner, within its scopes', async () => {
    const person = await make.user();
    const reads = caller((await plantToken(app, person, { scopes: ['read'] })).token);
    const writes = caller((await plantToken(app, person, { scopes: ['write'] })).token);
    expect(await reads.refusal('POST /api/groups', { body: groupForm })).toMatchObject({
      code: 'forbidden',
      message: 'This token can’t write. Please use one that can.',
    });
    const { body: group } = await writes.call('POST /api/groups', { body: groupForm });
    expect(await writes.outcome(read)).toBe('forbidden');
    expect((await reads.call(read)).body).toMatchObject([{ id: group.id }]);
  });

  it('is refused once the token is revoked, has expired, or never existed', async () => {
    const { person, client } = await signedIn(0);
    const { id, token } = await plantToken(app, person);
    const brief = await plantToken(app, person, { expiresAt: clock.inHours(1) });
    expect(await caller(token).outcome(read)).toBe(200);
    await client.call('DELETE /api/user/tokens/:id', { params: { id } });
    onTestFinished(() => clock.reset());
    clock.advanceHours(1);
    for (const dead of [token, brief.token, `${token}x`, '', ' ', 'vh_', "'", token.slice(3)]) {
      expect(await caller(dead).refusal(read)).toMatchObject({
        status: 401,
        code: 'sign_in_required',
        message: 'This token isn’t valid. It may have expired or been revoked.',
        headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
      });
    }
    expect(await caller(token).outcome('GET /api/categories')).toBe('sign_in_required');
  });

  it('ignores a cookie sent along, and sets none', async () => {
    const [person, other] = [await make.user(), await make.user()];
    const { token } = await plantToken(app, person);
    const both = (await app.as(other)).withBearer(token);
    const { body: group, headers } = await both.call('POST /api/groups', { body: groupForm });
    expect(headers['set-cookie']).toBeUndefined();
    expect((await (await app.as(person)).call(read)).body).toMatchObject([{ id: group.id }]);
    const dead = (await app.as(other)).withBearer('vh_none');
    expect(await dead.outcome(read)).toBe('sign_in_required');
  });

  it('needs no origin, while a cookie still does', async () => {
    const person = await make.user();
    const { token } = await plantToken(app, person);
    const group = await make.group();
    const join = (headers: Record<string, string | undefined>) => ({
      method: 'POST' as const,
      url: `/api/groups/${group.id}/members`,
      headers: { origin: 'https://elsewhere.example', ...headers },
    });
    const byCookie = await (await app.as(person)).request(join({}));
    expect(byCookie.statusCode).toBe(403);
    const ofOtherKind = await (await app.as(person)).request(join({ authorization: 'Basic eA==' }));
    expect(ofOtherKind.statusCode).toBe(403);
    expect((await caller(token).request(join({}))).statusCode).toBe(201);
    expect((await caller(token).request(join({ origin: undefined }))).statusCode).toBe(200);
  });

  it("accepts the scheme's name in any case", async () => {
    const { token } = await plantToken(app, await make.user());
    const ask = (authorization: string) =>
      app.visitor().request({ method: 'GET', url: '/api/user/groups', headers: { authorization } });
    expect((await ask(`bearer  ${token}`)).statusCode).toBe(200);
    expect((await ask(`Token ${token}`)).statusCode).toBe(401);
    const cookie = await app.as(await make.user());
    const other = { method: 'GET' as const, url: '/api/user/groups' };
    const headers = { authorization: 'Bearers x' };
    expect((await cookie.request({ ...other, headers })).statusCode).toBe(200);
    const { statusCode } = await app
      .visitor()
      .request({ method: 'GET', url: `/api/user/groups?access_token=${token}` });
    expect(statusCode).toBe(401);
  });

  it("has a member's rights even when an admin made the token", async () => {
    const admin = await make.admin();
    const { token } = await plantToken(app, admin);
    const group = await make.group({ status: 'pending_approval' });
    const params = { id: group.id };
    expect(await (await app.as(admin)).outcome('GET /api/groups/:id', { params })).toBe(200);
    expect(await caller(token).outcome('GET /api/groups/:id', { params })).toBe('forbidden');
    expect(await caller(token).outcome('GET /api/admin/summary')).toBe('forbidden');
  });

  it('records its use once an hour', async () => {
    const { person, client } = await signedIn(0);
    const { token } = await plantToken(app, person, { expiresAt: clock.inHours(99) });
    onTestFinished(() => clock.reset());
    const usedAt = async () => (await listOf(client))[0]?.lastUsedAt;
    await caller(token).call(read);
    const first = clock.read().toISOString();
    clock.advanceHours(0.9);
    await caller(token).call(read);
    expect(await usedAt()).toBe(first);
    clock.advanceHours(0.1);
    await caller(token).call(read);
    expect(await usedAt()).toBe(clock.read().toISOString());
  });
});

describe('tokens end', () => {
  const isDead = async (token: string) =>
    (await caller(token).outcome(read)) === 'sign_in_required';

  /** Creates a member with a token and a second device. */
  async function withToken() {
    const { person, client } = await signedIn(0);
    return { person, client, ...(await plantToken(app, person)) };
  }

  it.each<[string, (of: { person: User; client: Client }) => Promise<unknown>]>([
    ['signing out everywhere', ({ client }) => client.call('DELETE /api/auth/user/sessions')],
    [
      'a new password',
      ({ client }) =>
        client.call('POST /api/auth/user/password', {
          body: { currentPassword: password, password: 'Another-secret2' },
        }),
    ],
    ['deletion', ({ client }) => client.call('DELETE /api/auth/user', { body: { password } })],
    [
      'a ban',
      async ({ person }) =>
        (await app.as(await make.admin())).call('PATCH /api/admin/users/:id/status', {
          params: { id: person.id },
          body: { isActive: false },
        }),
    ],
    [
      'an admin who signs them out',
      async ({ person }) =>
        (await app.as(await make.admin())).call('DELETE /api/admin/users/:id/sessions', {
          params: { id: person.id },
        }),
    ],
  ])('by %s, and no other member’s do', async (_, end) => {
    const [gone, stays] = [await withToken(), await withToken()];
    await end(gone);
    expect([await isDead(gone.token), await isDead(stays.token)]).toEqual([true, false]);
    expect(await db.$count(accessTokens, eq(accessTokens.userId, gone.person.id))).toBe(0);
  });

  it("one session's end leaves them working", async () => {
    const { client, token } = await withToken();
    await client.call('GET /api/logout');
    expect(await isDead(token)).toBe(false);
  });

  it("can't be revoked twice", async () => {
    const { client, id } = await withToken();
    const input = { params: { id } };
    expect(await client.outcome('DELETE /api/user/tokens/:id', input)).toBe(204);
    const { message } = await client.refusal('DELETE /api/user/tokens/:id', input);
    expect(message).toBe('Token not found');
  });

  it('of a banned member open nothing, whatever became of them', async () => {
    const { person, token } = await withToken();
    await db.update(users).set({ isActive: false }).where(eq(users.id, person.id));
    expect(await isDead(token)).toBe(true);
  });

  it('at the same moment in every process', async () => {
    const second = await app.another();
    const { client, id, token } = await withToken();
    const outcomes = async () => [
      await caller(token).outcome(read),
      await caller(token, second).outcome(read),
    ];
    expect(await outcomes()).toEqual([200, 200]);
    await client.call('DELETE /api/user/tokens/:id', { params: { id } });
    expect(await outcomes()).toEqual(['sign_in_required', 'sign_in_required']);
  });

  it('during use: earlier calls finish, later ones are refused', async () => {
    const { person, client, id, token } = await withToken();
    const calls = Array.from({ length: 10 }, () => caller(token).outcome(read));
    const ended = client.outcome('DELETE /api/user/tokens/:id', { params: { id } });
    const outcomes = new Set(await Promise.all([...calls, ended]));
    expect([...outcomes].filter((each) => ![200, 204, 'sign_in_required'].includes(each))).toEqual(
      [],
    );
    expect(await isDead(token)).toBe(true);
    const ofToken = and(eq(accessTokens.userId, person.id), eq(accessTokens.id, id));
    expect(await db.$count(accessTokens, ofToken)).toBe(0);
  });
});

describe('guessed tokens', () => {
  it('are limited to sixty a minute per address, without cost to others', async () => {
    const limited = await app.another({ rateLimits: true });
    const { person, client } = await signedIn(0);
    const { token } = await plantToken(app, person);
    const guess = (address: string) => caller('vh_none', limited).from(address).outcome(read);
    const [home, away] = ['203.0.113.30', '203.0.113.31'];
    const outcomes = new Set<unknown>();
    for (let turn = 0; turn < 60; turn += 1) outcomes.add(await guess(home));
    expect([...outcomes]).toEqual(['sign_in_required']);
    expect(await guess(home)).toBe('too_many_requests');
    expect(await guess(away)).toBe('sign_in_required');
    expect(await caller(token, limited).from(home).outcome(read)).toBe(200);
    const signIn = { body: { email: person.email, password } };
    expect(await new Client(limited).from(home).outcome('POST /api/login', signIn)).toBe(200);
    expect(await logOf(client)).not.toContain('refused');
  });

  it("count together with their owner's other calls", async () => {
    const limited = await app.another({ rateLimits: true });
    const person = await make.user();
    const { token } = await plantToken(app, person);
    const input = { params: { id: (await make.group()).id } };
    const join = (turn: number) =>
      caller(token, limited)
        .from(`203.0.114.${turn}`)
        .outcome('POST /api/groups/:id/members', input);
    for (let turn = 0; turn < 60; turn += 1) await join(turn);
    expect(await join(60)).toBe('too_many_requests');
    const other = new Client(limited).withSession(await make.session(person)).from('203.0.114.99');
    expect(await other.outcome('POST /api/groups/:id/members', input)).toBe('too_many_requests');
  });
});
