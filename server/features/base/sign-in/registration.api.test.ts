import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { users } from '#features/base/accounts/tables.ts';

const app = await startTestApp();

let addresses = 0;
const form = (changes: Record<string, unknown> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: `ada${(addresses += 1)}@example.com`,
  password,
  confirmPassword: password,
  ...changes,
});

const register = (changes?: Record<string, unknown>) =>
  app.visitor().send('POST /api/register', { body: form(changes) });

const refusal = (changes: Record<string, unknown>) =>
  app.visitor().refusal('POST /api/register', { body: form(changes) });

describe('registering', () => {
  it('creates an account with an incomplete profile, and signs in', async () => {
    const body = form({ email: 'ada.lovelace@example.com' });
    const browser = app.visitor();
    const answer = await browser.call('POST /api/register', { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      requiresProfileCompletion: true,
      user: {
        id: expect.any(String),
        email: 'ada.lovelace@example.com',
        emailVerified: false,
        emailSuppressed: false,
        firstName: 'Ada',
        lastName: 'Lovelace',
        bio: null,
        location: null,
        profileImageUrl: null,
        role: 'user',
        isActive: true,
        phoneNumber: null,
        smsNotifications: false,
        profileCompleted: false,
        revision: 0,
      },
    });
    expect((await browser.call('GET /api/user')).body).toEqual({ user: answer.body.user });
  });

  it('sets a session cookie hidden from scripts and other sites', async () => {
    const [cookie] = (await register()).cookies;
    expect(cookie).toMatchObject({ name: 'session', path: '/', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value).toHaveLength(43);
    expect(cookie?.expires).toEqual(app.clock.inHours(30 * 24));
  });

  it.each([
    ['left out', undefined],
    ['empty', ''],
  ])('needs no last name: it may be %s', async (_, lastName) => {
    const answer = await register({ lastName });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ user: { lastName: null } });
  });

  it('records the age confirmation, and requires it only where it is sent', async () => {
    const ageOf = async (changes: Record<string, unknown>) => {
      const answer = await register(changes);
      const { id } = answer.json<{ user: { id: string } }>().user;
      const [row] = await app.db.select().from(users).where(eq(users.id, id));
      return row?.ageConfirmedAt;
    };
    expect(await ageOf({ ageConfirmed: true })).toEqual(app.clock.read());
    expect(await ageOf({})).toBeNull();
    expect(await refusal({ ageConfirmed: false })).toMatchObject({
      code: 'invalid',
      fields: { ageConfirmed: 'Please tick this if you are old enough to have an account here' },
    });
  });

  it.each([
    [{ firstName: 'Villagehall Admin' }, 'firstName'],
    [{ lastName: 'from Villagehall' }, 'lastName'],
  ])('refuses a name that reads like the site or its staff: %j', async (names, field) => {
    expect(await refusal(names)).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { [field]: 'Please use your own name: this one reads like the site or its staff' },
    });
  });

  it.each(['role', 'isActive', 'profileCompleted', 'id'])("ignores the form's %s", async (name) => {
    const sent = { role: 'admin', isActive: false, profileCompleted: true, id: 'mine' }[name];
    const answer = await register({ [name]: sent });
    expect(answer.json<{ user: Record<string, unknown> }>().user[name]).not.toBe(sent);
  });
});

describe('registering without a form', () => {
  it.each([undefined, null, 'text', []])('refuses %j', async (body) => {
    expect(await app.visitor().outcome('POST /api/register', { body })).toBe('invalid');
  });
});

describe('an e-mail address', () => {
  it('has one account', async () => {
    const { email } = await app.make.user();
    expect(await refusal({ email })).toMatchObject({
      status: 409,
      code: 'conflict',
      fields: { email: 'An account with this email already exists' },
    });
  });

  it('is the same in capitals and with spaces around it', async () => {
    const answer = await register({ email: '  Grace.Hopper@Example.COM ' });
    expect(answer.json()).toMatchObject({ user: { email: 'grace.hopper@example.com' } });
    expect((await refusal({ email: 'GRACE.HOPPER@example.com' })).status).toBe(409);
  });

  it.each([
    ['a zero width space', '\u200Bhedy1@example.com', 'hedy1@example.com'],
    ['a soft hyphen', 'hedy2@exam\u00ADple.com', 'hedy2@example.com'],
    ['marks of direction', '\u202Ahedy3@example.com\u202C', 'hedy3@example.com'],
    ['an isolate and a joiner', '\u2066hedy\u200D4@example.com\u2069', 'hedy4@example.com'],
    ['a byte order mark', '\uFEFFhedy5@example.com\u200E', 'hedy5@example.com'],
    ['no-break spaces', '\u00A0hedy6@\u202Fexample.com', 'hedy6@example.com'],
  ])('an email address is kept without %s, and signs in with others', async (_, typed, email) => {
    expect((await register({ email: typed })).json()).toMatchObject({ user: { email } });
    for (const body of [
      { email: `\u2060${email}\u200F`, password },
      { email, password },
    ])
      expect(await app.visitor().outcome('POST /api/login', { body })).toBe(200);
    expect((await refusal({ email: `${email}\u200B` })).status).toBe(409);
  });

  it.each(['r&b', 'a/b', 'x=y', "o'neil", 'who?', '#1', '{~}', '100%'])(
    'an email address may begin with %s',
    async (local) => {
      const email = `${local}@example.com`;
      expect((await register({ email })).json()).toMatchObject({ user: { email } });
    },
  );

  it('an email address may have an ending in punycode', async () => {
    const email = 'ada@xn--e1afmkfd.xn--p1ai';
    expect((await register({ email })).json()).toMatchObject({ user: { email } });
  });

  it.each([
    ['without a domain', 'ada'],
    ['of a local part of 65', `${'a'.repeat(65)}@example.com`],
    ['with a dot before the @', 'ada.@example.com'],
    ['with a label that ends in a hyphen', 'ada@example-.com'],
    ['with a label of 64', `ada@${'a'.repeat(64)}.com`],
    ['with a space that shows', 'ada@ example.com'],
    ['without a name', '@example.com'],
    ['with a space', 'ada lovelace@example.com'],
    ['that is empty', ''],
    ['that is no text', 7],
    ['that is left out', undefined],
    ['longer than addresses are', `${'a'.repeat(250)}@example.com`],
  ])('%s is refused', async (_, email) => {
    expect(await refusal({ email })).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { email: 'Please enter a valid email address' },
    });
  });
});

describe('a password', () => {
  const refused = async (text: unknown) =>
    (await refusal({ password: text, confirmPassword: text })).fields;

  it.each([
    ['of seven characters', 'a1!bcde', 'Password must be at least 8 characters'],
    ['without a letter', '12345678!', 'Password must contain a letter'],
    ['without a digit', 'abcdefgh!', 'Password must contain a number'],
    ['without a special character', 'abcdefg1', 'Password must contain a special character'],
    [
      'whose only special character is a space',
      'abc defg1',
      'Password must contain a special character',
    ],
    ['of 201 characters', `a1!${'x'.repeat(198)}`, 'Password cannot exceed 200 characters'],
  ])('%s is refused', async (_, text, message) => {
    expect(await refused(text)).toEqual({ password: message });
  });

  it('may have eight characters, from any alphabet', async () => {
    const answer = await register({ password: 'пароль1!', confirmPassword: 'пароль1!' });
    expect(answer.statusCode).toBe(201);
  });

  it('must be typed the same twice', async () => {
    expect((await refusal({ confirmPassword: `${password}x` })).fields).toEqual({
      confirmPassword: "Passwords don't match",
    });
  });

  it('reports a mismatch together with the rule it breaks', async () => {
    const { fields } = await refusal({ password: 'short1!', confirmPassword: 'other1!' });
    expect(fields).toEqual({
      password: 'Password must be at least 8 characters',
      confirmPassword: "Passwords don't match",
    });
  });

  it('is stored as an argon2id hash only', async () => {
    const { user } = (await register()).json<{ user: { id: string } }>();
    const { rows } = await app.db.$client.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE id = $1',
      [user.id],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a first name', () => {
  it.each([
    ['left out', undefined],
    ['of spaces', '   '],
    ['of control characters', '\u0000\u0007'],
  ])('%s is refused', async (_, firstName) => {
    expect((await refusal({ firstName })).fields).toEqual({ firstName: 'First name is required' });
  });
});

describe('a form with the hidden field filled in', () => {
  it('creates no account, and does not say why', async () => {
    const body = form();
    const visitor = app.visitor();
    const refused = await visitor.refusal('POST /api/register', {
      body: { ...body, website: 'https://spam.example' },
    });
    expect(refused).toMatchObject({ status: 400, code: 'invalid' });
    expect(refused.fields).toBeUndefined();
    expect(visitor.session).toBeUndefined();
    const anew = { body: { ...body, website: '' } };
    expect(await visitor.outcome('POST /api/register', anew)).toBe(201);
  });
});
