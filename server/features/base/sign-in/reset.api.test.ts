import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { mails, outbox } from '#platform/mail/tables.ts';
import { identities, mailTokens } from './tables.ts';

const app = await startTestApp();
const { db, make, clock } = app;
const mailer = await createCapturingMailer(app);
const newPassword = 'Otters-at-9pm';
const spent = 'This link has expired or has been used already';

const requestReset = (email: string) =>
  app.visitor().call('POST /api/forgot-password', { body: { email } });

/** Returns the secret of the newest emailed link. */
const tokenFor = async (email: string) => tokenIn((await linksTo(mailer, email))[0]);

const requestToken = async (email: string) => {
  await requestReset(email);
  return tokenFor(email);
};

const reset = (token: string, client = app.visitor()) =>
  client.outcome('POST /api/reset-password', { body: { token, password: newPassword } });

const canSignIn = async (email: string, word: string) =>
  (await app.visitor().outcome('POST /api/login', { body: { email, password: word } })) === 200;

const knows = async (client: ReturnType<typeof app.visitor>) =>
  (await client.call('GET /api/user')).body.user?.id;

beforeEach(async () => {
  clock.reset();
  await db.delete(outbox);
  await db.delete(mails);
});

describe('requesting a new password', () => {
  it('answers everybody alike, and sends a link to the member only', async () => {
    const { email } = await make.user();
    const banned = await make.banned();
    for (const address of [
      `\u200B${email.toUpperCase()}\u202C`,
      banned.email,
      'stranger@example.com',
    ]) {
      expect(await requestReset(address)).toMatchObject({ status: 200, body: {} });
    }
    const [url] = await linksTo(mailer, email);
    expect(`${url?.origin}${url?.pathname}`).toBe('https://hall.example/reset-password');
    expect(await db.select().from(mails)).toHaveLength(1);
  });

  it('stores no link in the outbox, and only a hash of it elsewhere', async () => {
    const { id, email } = await make.user();
    const token = await requestToken(email);
    expect(JSON.stringify(await db.select().from(outbox))).not.toContain(token);
    const rows = await db.select().from(mailTokens).where(eq(mailTokens.userId, id));
    expect(rows.map((row) => row.id)).toEqual([tokenHash(token)]);
  });

  it('leaves the password and the sessions unchanged', async () => {
    const user = await make.user();
    const client = await app.as(user);
    await requestToken(user.email);
    expect([await canSignIn(user.email, password), await knows(client)]).toEqual([true, user.id]);
  });
});

describe('choosing a new password', () => {
  it('replaces the old one and signs in, under a new session id (fixation)', async () => {
    const { id, email } = await make.user();
    const client = app.visitor().withSession('planted');
    expect(await reset(await requestToken(email), client)).toBe(200);
    expect(client.session).not.toBe('planted');
    expect(await knows(client)).toBe(id);
    expect([await canSignIn(email, password), await canSignIn(email, newPassword)]).toEqual([
      false,
      true,
    ]);
  });

  it('ends all other sessions', async () => {
    const user = await make.user();
    const [phone, laptop] = [await app.as(user), await app.as(user)];
    await reset(await requestToken(user.email));
    expect([await knows(phone), await knows(laptop)]).toEqual([undefined, undefined]);
  });

  it('notifies the owner', async () => {
    const { email } = await make.user();
    await reset(await requestToken(email));
    await mailer.deliver();
    const emails = await db.select().from(mails).where(eq(mails.kind, 'password_changed'));
    expect(emails).toMatchObject([
      { recipient: email, subject: 'Your Villagehall password has been changed' },
    ]);
  });

  it('confirms the address, since mail reaches it', async () => {
    const { email } = await make.user({ emailVerifiedAt: null });
    const client = app.visitor();
    await reset(await requestToken(email), client);
    expect((await client.call('GET /api/user')).body.user?.emailVerified).toBe(true);
  });

  it('sets a first password for an account without one', async () => {
    const { email } = await make.user({ passwordHash: null, emailVerifiedAt: clock.read() });
    expect(await reset(await requestToken(email))).toBe(200);
    expect(await canSignIn(email, newPassword)).toBe(true);
  });

  it('keeps the issuer identities of a confirmed account only', async () => {
    const linked = async (emailVerifiedAt: Date | null) => {
      const user = await make.user({ passwordHash: null, emailVerifiedAt });
      const identity = { issuer: 'https://parish.example', subject: user.id, userId: user.id };
      await db.insert(identities).values(cleanTexts(identity));
      await reset(await requestToken(user.email));
      return db.select().from(identities).where(eq(identities.userId, user.id));
    };
    expect(await linked(clock.read())).toHaveLength(1);
    expect(await linked(null)).toEqual([]);
  });

  it.each([
    ['short1!', 'Password must be at least 8 characters'],
    ['Password1!', 'This password is too easy to guess. Please choose another one.'],
  ])('enforces the rules, and leaves the link working: %s', async (word, message) => {
    const token = await requestToken((await make.user()).email);
    const body = { token, password: word };
    const refusal = await app.visitor().refusal('POST /api/reset-password', { body });
    expect(refusal.fields).toEqual({ password: message });
    expect(await reset(token)).toBe(200);
  });
});

describe('a reset link', () => {
  it('works once even when used many times at once', async () => {
    const { email } = await make.user();
    const token = await requestToken(email);
    const outcomes = await Promise.all([reset(token), reset(token), reset(token), reset(token)]);
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'invalid')).toHaveLength(3);
    expect(await canSignIn(email, newPassword)).toBe(true);
  });

  it('invalidates the others', async () => {
    const { email } = await make.user();
    const [first, second] = [await requestToken(email), await requestToken(email)];
    expect(first).not.toBe(second);
    expect(await reset(first)).toBe(200);
    expect(await reset(second)).toBe('invalid');
  });

  it('works for an hour', async () => {
    const { email } = await make.user();
    const token = await requestToken(email);
    clock.advanceHours(0.99);
    expect(await reset(token)).toBe(200);
    const late = await requestToken(email);
    clock.advanceHours(1);
    expect(await reset(late)).toBe('invalid');
  });

  it('stops working once the member is banned', async () => {
    const { id, email } = await make.user();
    const token = await requestToken(email);
    await db.update(users).set({ isActive: false }).where(eq(users.id, id));
    expect(await reset(token)).toBe('suspended');
  });

  it('ends with the password it was to replace, and with signing out everywhere', async () => {
    const changed = await make.user();
    const late = await requestToken(changed.email);
    const body = { currentPassword: password, password: 'Lantern-hall7' };
    await (await app.as(changed)).call('POST /api/auth/user/password', { body });
    expect(await reset(late)).toBe('invalid');
    const signedOut = await make.user();
    const token = await requestToken(signedOut.email);
    await (await app.as(signedOut)).call('DELETE /api/auth/user/sessions');
    expect(await reset(token)).toBe('invalid');
  });

  it.each(['', 'x'.repeat(43), '%00', null])(
    'is refused like a used one when it never existed: %j',
    async (token) => {
      const body = { token, password: newPassword };
      const refusal = await app.visitor().refusal('POST /api/reset-password', { body });
      expect(refusal).toMatchObject({ status: 400, fields: { token: spent } });
    },
  );

  it("can't confirm the address", async () => {
    const client = app.visitor();
    const email = 'mistaken@example.com';
    const body = { firstName: 'Mo', email, password, confirmPassword: password };
    await client.call('POST /api/register', { body });
    expect(await reset(await tokenFor(email))).toBe('invalid');
    const token = await requestToken(email);
    expect(await client.outcome('POST /api/confirm-email', { body: { token } })).toBe('invalid');
  });
});

describe('changing the password', () => {
  const change = (currentPassword: string) => ({
    body: { currentPassword, password: newPassword },
  });

  it('ends all other sessions, and continues here under a new id', async () => {
    const user = await make.user();
    const [here, elsewhere] = [await app.as(user), await app.as(user)];
    const before = here.session;
    await here.call('POST /api/auth/user/password', change(password));
    expect(here.session).not.toBe(before);
    expect([await knows(here), await knows(elsewhere)]).toEqual([user.id, undefined]);
    expect(await canSignIn(user.email, newPassword)).toBe(true);
  });

  it('notifies the owner', async () => {
    const user = await make.user();
    await (await app.as(user)).call('POST /api/auth/user/password', change(password));
    await mailer.deliver();
    const emails = await db.select().from(mails).where(eq(mails.recipientId, user.id));
    expect(emails).toMatchObject([{ kind: 'password_changed' }]);
  });

  it.each([
    ['a wrong one', {}, 'Not-the-1-password'],
    ['any, where there is none', { passwordHash: null }, password],
  ])('needs the current password, not %s', async (_, columns, word) => {
    const client = await app.as(await make.user(columns));
    const refusal = await client.refusal('POST /api/auth/user/password', change(word));
    expect(refusal).toMatchObject({
      status: 400,
      fields: { currentPassword: 'This is not your current password' },
    });
  });
});

describe('the limit of five emails an hour', async () => {
  const limited = await startTestApp({ rateLimits: true });
  let callers = 0;
  const callFrom = async (client: Client, url: string, body: object) => {
    const response = await client.request({
      method: 'POST',
      url,
      remoteAddress: `10.1.0.${(callers += 1)}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    });
    return response.statusCode;
  };
  const askFor = (email: string, client = limited.visitor()) =>
    callFrom(client, '/api/forgot-password', { email });
  const fiveOf = (statuses: number[]) => statuses.filter((status) => status === 200).length;

  it('counts for one address, whoever asks', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push(await askFor('nobody@example.com'));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await askFor('somebody@example.com')).toBe(200);
  });

  it('counts for one address, even from signed-in callers', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      statuses.push(
        await askFor('victim@example.com', await limited.as(await limited.make.user())),
      );
    }
    expect(fiveOf(statuses)).toBe(5);
  });

  it('counts for one calling account, whatever addresses it names', async () => {
    const client = await limited.as(await limited.make.user());
    const statuses: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      statuses.push(await askFor(`victim${time}@example.com`, client));
    }
    expect(fiveOf(statuses)).toBe(5);
  });

  it('counts confirmation links together with reset links', async () => {
    const person = await limited.make.user({ emailVerifiedAt: null });
    for (let time = 0; time < 3; time += 1) expect(await askFor(person.email)).toBe(200);
    const client = await limited.as(person);
    const statuses: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      statuses.push(await callFrom(client, '/api/confirm-email/resend', {}));
    }
    expect(statuses).toEqual([204, 204, 429, 429, 429]);
  });
});
