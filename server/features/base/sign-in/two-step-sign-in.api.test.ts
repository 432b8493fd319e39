import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { openPendingSignIn, memberWithTwoStep, withCode } from '#tests/support/two-step.ts';
import { users } from '#features/base/accounts/tables.ts';
import { sessions, recoveryCodes } from './tables.ts';
import { pendingSignInTicket } from './policy/pending-sign-in.ts';
import { hashPassword } from '#platform/crypto/password.ts';
import { openSigner } from '#features/base/settings/mutations.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const mailer = await createCapturingMailer(app);
const signer = await openSigner(db, { sessionSecret: undefined }, clock.read());
const login = 'POST /api/login';
const finish = 'POST /api/login/code';

const member = () => memberWithTwoStep(app);
const pendingSignIn = (email: string, client = app.visitor()) => openPendingSignIn(client, email);

const whoIs = async (client: Client) => (await client.call('GET /api/user')).body.user?.id;

const sessionsOf = ({ id }: { id: string }) => db.$count(sessions, eq(sessions.userId, id));

describe('a correct password with two-step sign-in', () => {
  it('starts no session, and leads to the code', async () => {
    const person = await member();
    const before = await sessionsOf(person);
    const client = app.visitor();
    const body = { email: person.email, password, next: '/groups/5?tab=events' };
    expect((await client.call(login, { body })).body).toEqual({
      redirectUrl: '/auth/code?next=%2Fgroups%2F5%3Ftab%3Devents',
      secondStep: true,
    });
    expect([client.session, await whoIs(client)]).toEqual([undefined, undefined]);
    expect(await sessionsOf(person)).toBe(before);
    expect(client.cookies.has('device')).toBe(false);
  });

  it('leaves a ten-minute ticket, hidden from scripts', async () => {
    const { email } = await member();
    const response = await app.visitor().send(login, { body: { email, password } });
    const ticket = response.cookies.find(({ name }) => name === 'sign-in');
    expect(ticket).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      expires: clock.inHours(1 / 6),
    });
  });

  it("ends the browser's previous session", async () => {
    const [other, person] = [await make.user(), await member()];
    const client = await app.as(other);
    const thief = app.visitor().withSession(client.session ?? '');
    await pendingSignIn(person.email, client);
    expect([client.session, await whoIs(thief)]).toEqual([undefined, undefined]);
  });

  it('looks no more different from a wrong one than before', async () => {
    const [person, plain] = [await member(), await make.user()];
    const refused = await Promise.all(
      [person.email, plain.email, 'nobody@example.com'].map((email) =>
        app.visitor().send(login, { body: { email, password: 'not-the-1-password' } }),
      ),
    );
    expect(new Set(refused.map(({ body }) => body)).size).toBe(1);
    expect(refused.flatMap(({ cookies }) => cookies)).toEqual([]);
  });

  it('shows a banned member the ban, without asking for a code', async () => {
    const person = await member();
    await db.update(users).set({ isActive: false }).where(eq(users.id, person.id));
    const { body } = await app.visitor().send(login, { body: { email: person.email, password } });
    expect(JSON.parse(body)).toMatchObject({ code: 'suspended' });
  });
});

describe('the code', () => {
  it('signs in, and leads back to the page before', async () => {
    const person = await member();
    const client = await pendingSignIn(person.email);
    const { body } = await client.call(finish, {
      body: { code: person.code(), next: '/groups/5' },
    });
    expect(body).toEqual({ redirectUrl: '/groups/5' });
    expect(await whoIs(client)).toBe(person.id);
    expect(client.cookies.has('sign-in')).toBe(false);
    expect(client.cookies.has('device')).toBe(true);
  });

  it('two steps away is wrong', async () => {
    const person = await member();
    const client = await pendingSignIn(person.email);
    expect(await client.refusal(finish, { body: { code: person.code(2) } })).toMatchObject({
      status: 400,
      fields: { code: expect.stringContaining('This code isn’t right') },
    });
    expect(client.session).toBeUndefined();
  });

  it('leads to no other site', async () => {
    const person = await member();
    const client = await pendingSignIn(person.email);
    const sent = { code: person.code(), next: '//evil.example' };
    expect((await client.call(finish, { body: sent })).body.redirectUrl).toBe('/events');
  });

  it('counts once, and so does any earlier code (RFC 6238 §5.2)', async () => {
    const person = await member();
    const [first, second] = [await pendingSignIn(person.email), await pendingSignIn(person.email)];
    const earlier = person.code();
    expect(await withCode(first, person.code(1))).toBe(200);
    expect(await withCode(second, person.code(1))).toBe('invalid');
    expect(await withCode(second, earlier)).toBe('invalid');
  });

  it('that switched it on does not sign in', async () => {
    const person = await member();
    expect(await withCode(await pendingSignIn(person.email), person.code(-1))).toBe('invalid');
  });

  it('admits one of many at the same moment', async () => {
    const person = await member();
    const browsers = await Promise.all(
      Array.from({ length: 8 }, () => pendingSignIn(person.email)),
    );
    const before = await sessionsOf(person);
    const outcomes = await Promise.all(browsers.map((each) => withCode(each, person.code())));
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(7);
    expect(await sessionsOf(person)).toBe(before + 1);
  });

  it('is recorded in the sign-in log when wrong', async () => {
    const person = await member();
    await withCode(await pendingSignIn(person.email), '000000');
    const { body } = await (await app.as(person)).call('GET /api/auth/user/sign-ins');
    expect(body).toMatchObject([{ outcome: 'refused', times: 1 }]);
  });

  it.each(['', ' ', undefined])('is required, not %j', async (code) => {
    const refusal = await app.visitor().refusal(finish, { body: { code } });
    expect(refusal.fields).toEqual({ code: 'Please enter the code' });
  });
});

describe('the code screen', () => {
  const ticketFor = async (person: { id: string }, hours = 0) => {
    const [{ passwordHash } = { passwordHash: null }] = await db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, person.id));
    return pendingSignInTicket({ id: person.id, passwordHash }, signer, clock.inHours(hours)).value;
  };

  it('works only in the browser with the password step', async () => {
    const person = await member();
    await pendingSignIn(person.email);
    expect(await withCode(app.visitor(), person.code())).toBe('sign_in_required');
  });

  it('works for ten minutes', async () => {
    const person = await member();
    const by = async (hours: number) =>
      withCode(app.visitor().withCookie('sign-in', await ticketFor(person, hours)), person.code());
    expect([await by(-1 / 6), await by(-1 / 6 + 0.001)]).toEqual(['sign_in_required', 200]);
  });

  it.each([
    ['signed for something else', (value: string) => signer.sign('sign_in_attempt', value)],
    ['of the device', (value: string) => signer.sign('device', value)],
    ['not signed here', (value: string) => `${Buffer.from(value).toString('base64url')}.AAAA`],
  ])('refuses a ticket that is %s', async (_, forge) => {
    const person = await member();
    const value = signer.read('second_step', await ticketFor(person)) ?? '';
    const client = app.visitor().withCookie('sign-in', forge(value));
    expect(await withCode(client, person.code())).toBe('sign_in_required');
  });

  it('of one member refuses the code of another', async () => {
    const [one, other] = [await member(), await member()];
    expect(await withCode(await pendingSignIn(one.email), other.code())).toBe('invalid');
  });

  it('leads to one session, and to none once that has begun', async () => {
    const person = await member();
    const ticket = await ticketFor(person);
    const by = (code: string) => withCode(app.visitor().withCookie('sign-in', ticket), code);
    const [first = ''] = person.recoveryCodes;
    expect(await by('000000')).toBe('invalid');
    expect(await by(person.code())).toBe(200);
    expect([await by(first), await by(person.code(1))]).toEqual([
      'sign_in_required',
      'sign_in_required',
    ]);
    const other = await pendingSignIn(person.email);
    expect([await withCode(other, first), await sessionsOf(person)]).toEqual([200, 3]);
  });

  it('admits one of many with the same ticket at once, each with a code of their own', async () => {
    const person = await member();
    const ticket = await ticketFor(person);
    const outcomes = await Promise.all(
      person.recoveryCodes.map((code) =>
        withCode(app.visitor().withCookie('sign-in', ticket), code),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(9);
  });

  it('closes after a new password', async () => {
    const person = await member();
    const thief = await pendingSignIn(person.email);
    const passwordHash = await hashPassword('Another-secret2');
    await db.update(users).set({ passwordHash }).where(eq(users.id, person.id));
    expect(await withCode(thief, person.code())).toBe('sign_in_required');
  });

  it('closes after a ban', async () => {
    const person = await member();
    const client = await pendingSignIn(person.email);
    await db.update(users).set({ isActive: false }).where(eq(users.id, person.id));
    expect(await withCode(client, person.code())).toBe('suspended');
  });
});

describe('a reset link', () => {
  it('does not bypass the code: it sets the password, ends the sessions, and asks for the code', async () => {
    const person = await member();
    const before = await app.as(person);
    await app.visitor().call('POST /api/forgot-password', { body: { email: person.email } });
    const token = tokenIn((await linksTo(mailer, person.email))[0]);
    const client = app.visitor();
    const body = { token, password: 'Otters-at-9pm' };
    expect((await client.call('POST /api/reset-password', { body })).body).toEqual({
      redirectUrl: '/auth/code',
      secondStep: true,
    });
    expect([await whoIs(client), await whoIs(before)]).toEqual([undefined, undefined]);
    expect(await sessionsOf(person)).toBe(0);
    expect(await withCode(client, person.code())).toBe(200);
    expect(await whoIs(client)).toBe(person.id);
  });
});
