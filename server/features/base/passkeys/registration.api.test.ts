import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#features/base/accounts/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import {
  addPasskey,
  Authenticator,
  outcomeOfPasskey,
  type Quirks,
} from '#tests/support/authenticator.ts';
import { Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { plantPasskey } from '#tests/support/passkeys.ts';
import { memberWithTwoStep } from '#tests/support/two-step.ts';
import { passkeys } from './tables.ts';

const app = await startTestApp();
const { make, db, clock } = app;
const mailer = await createCapturingMailer(app);
const begin = 'POST /api/passkeys/registration-options';
const add = 'POST /api/passkeys';

const newMember = async () => {
  const person = await make.user();
  return { person, client: await app.as(person), phone: new Authenticator() };
};

const numberOf = ({ id }: { id: string }) => db.$count(passkeys, eq(passkeys.userId, id));

/** Takes an account's password away, as that of somebody who signs in by an outside issuer. */
const withoutPassword = ({ id }: { id: string }) =>
  db.update(users).set({ passwordHash: null }).where(eq(users.id, id));

const refusalOf = async (client: Client, phone: Authenticator, quirks: Quirks) => {
  const { body } = await client.call(begin, { body: { password } });
  return client.refusal(add, { body: { response: phone.create(body, quirks) } });
};

describe('the options for a new passkey', () => {
  it('name the site, the member and the passkeys that exist', async () => {
    const { client, person, phone } = await newMember();
    await addPasskey(client, phone);
    const { body } = await client.call(begin, { body: { password } });
    expect(body).toMatchObject({
      rp: { id: 'villagehall.test', name: 'Villagehall' },
      user: { id: Buffer.from(person.id).toString('base64url'), name: person.email },
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ type: 'public-key', transports: ['hybrid', 'internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
  });

  it('need the password', async () => {
    const { client } = await newMember();
    const refusals = [
      await client.refusal(begin, { body: {} }),
      await client.refusal(begin, { body: { password: 'not-the-1-password' } }),
    ];
    expect(refusals.map(({ status, fields }) => [status, fields])).toEqual([
      [400, { password: 'Please enter your password' }],
      [400, { password: 'This is not your password' }],
    ]);
  });

  it('need a code as well, which is used up, where two-step sign-in is on', async () => {
    const person = await memberWithTwoStep(app);
    const client = await app.as(person);
    const code = person.code();
    expect((await client.refusal(begin, { body: { password } })).fields).toEqual({
      code: 'Please enter the code',
    });
    expect(await client.outcome(begin, { body: { password, code } })).toBe(200);
    expect((await client.refusal(begin, { body: { password, code } })).fields).toHaveProperty(
      'code',
    );
    const [recovery] = person.recoveryCodes;
    expect(await client.outcome(begin, { body: { password, code: recovery } })).toBe(200);
  });

  it('need neither for ten minutes after a sign-in without a password', async () => {
    const { client, person } = await newMember();
    await withoutPassword(person);
    expect(await client.outcome(begin, { body: {} })).toBe(200);
    clock.advanceHours(0.2);
    expect(await client.refusal(begin, { body: {} })).toMatchObject({
      status: 401,
      code: 'sign_in_required',
    });
    clock.advanceHours(-0.2);
  });

  it('count wrong codes as a log-in does', async () => {
    const person = await memberWithTwoStep(app);
    const limited = new Client(await app.another({ rateLimits: true })).withSession(
      (await app.as(person)).session ?? '',
    );
    const outcomes = [];
    for (let each = 0; each < 9; each += 1)
      outcomes.push(await limited.outcome(begin, { body: { password, code: '000000' } }));
    expect(outcomes.slice(7)).toEqual(['invalid', 'too_many_requests']);
  });
});

describe('a new passkey', () => {
  it('is stored with its name, and the owner gets an email at once', async () => {
    const { client, person, phone } = await newMember();
    const { status, body } = await addPasskey(client, phone, { name: '  My   phone ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      name: 'My phone',
      createdAt: clock.read().toISOString(),
    });
    expect((await client.call('GET /api/passkeys')).body).toEqual([
      { ...body, lastUsedAt: null, otherHost: null, can: { remove: true } },
    ]);
    expect(await mailer.subjectsTo(person)).toEqual(['New passkey for your Villagehall account']);
  });

  it('outlives a new password, whose email says so', async () => {
    const { client, person, phone } = await newMember();
    await addPasskey(client, phone);
    await client.call('POST /api/auth/user/password', {
      body: { currentPassword: password, password: 'Village-hall2' },
    });
    expect(await outcomeOfPasskey(app.visitor(), phone)).toBe(200);
    const emails = await mailer.emailsTo(person);
    const changed = emails.find(({ subject }) => subject.includes('has been changed'));
    expect(changed?.text).toContain('Your passkeys still work.');
  });

  it('is named after its browser if nobody names it', async () => {
    const { client, phone } = await newMember();
    const begun = await client.call(begin, { body: { password } });
    const response = await client.request({
      method: 'POST',
      url: '/api/passkeys',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile',
      },
      payload: JSON.stringify({ response: phone.create(begun.body) }),
    });
    expect(response.json()).toMatchObject({ name: 'Chrome on Android' });
  });

  it('has a name of 1 to 60 characters', async () => {
    const { client, person } = await newMember();
    const { id } = await plantPasskey(app, person);
    const rename = (name: string) =>
      client.outcome('PATCH /api/passkeys/:id', { params: { id }, body: { name } });
    expect([
      await rename(''),
      await rename(' '),
      await rename('n'.repeat(61)),
      await rename('n'.repeat(60)),
    ]).toEqual(['invalid', 'invalid', 'invalid', 200]);
    expect((await client.call('GET /api/passkeys')).body[0]?.name).toBe('n'.repeat(60));
  });

  it('may be without a device lock', async () => {
    const { client, phone, person } = await newMember();
    await addPasskey(client, phone, { quirks: { userVerified: false } });
    expect(await numberOf(person)).toBe(1);
  });

  it.each<[string, Quirks]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody present', { userPresent: false }],
    ['a challenge of its own', { challenge: Buffer.from('mine').toString('base64url') }],
  ])('is refused with %s', async (_, quirks) => {
    const { client, phone, person } = await newMember();
    expect(await refusalOf(client, phone, quirks)).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { response: 'Your device’s answer didn’t work. Please start again.' },
    });
    expect(await numberOf(person)).toBe(0);
  });

  it('is refused when the browser sends no answer', async () => {
    const { client } = await newMember();
    for (const response of [undefined, null, 'x', [], {}, { response: { clientDataJSON: 'e30' } }])
      expect((await client.refusal(add, { body: { response } })).fields).toHaveProperty('response');
  });

  it('uses up its challenge, whatever the answer proves', async () => {
    const { client, phone, person } = await newMember();
    const { body } = await client.call(begin, { body: { password } });
    const wrong = phone.create(body, { origin: 'http://evil.example' });
    expect(await client.outcome(add, { body: { response: wrong } })).toBe('invalid');
    expect(await client.outcome(add, { body: { response: phone.create(body) } })).toBe('invalid');
    expect(await numberOf(person)).toBe(0);
  });

  it('is refused after five minutes, in another browser, and for another member', async () => {
    const { client, phone, person } = await newMember();
    const { body } = await client.call(begin, { body: { password } });
    const response = phone.create(body);
    const elsewhere = await app.as(person);
    expect(await elsewhere.outcome(add, { body: { response } })).toBe('invalid');
    const neighbour = (await app.as(await make.user())).withCookie(
      'passkey',
      client.cookies.get('passkey') ?? '',
    );
    expect(await neighbour.outcome(add, { body: { response } })).toBe('invalid');
    const again = await client.call(begin, { body: { password } });
    clock.advanceHours(5.1 / 60);
    expect(await client.outcome(add, { body: { response: phone.create(again.body) } })).toBe(
      'invalid',
    );
    clock.advanceHours(-5.1 / 60);
  });

  it('is refused if somebody has it already', async () => {
    const [first, second] = [await newMember(), await newMember()];
    const quirks = { credentialId: Buffer.from('the same device key') };
    await addPasskey(first.client, first.phone, { quirks });
    expect(await refusalOf(second.client, second.phone, quirks)).toMatchObject({
      code: 'invalid',
      fields: { response: expect.any(String) },
    });
  });

  it('is refused beyond ten of one account', async () => {
    const { client, phone, person } = await newMember();
    for (let each = 0; each < 9; each += 1) await plantPasskey(app, person);
    const [one, other] = [
      await client.call(begin, { body: { password } }),
      await client.call(begin, { body: { password } }),
    ];
    expect(await client.outcome(add, { body: { response: phone.create(one.body) } })).toBe(201);
    expect(
      await client.refusal(add, { body: { response: phone.create(other.body) } }),
    ).toMatchObject({
      status: 409,
      message: 'You already have 10 passkeys. Please remove one that you no longer use.',
    });
    expect(await client.outcome(begin, { body: { password } })).toBe('conflict');
    expect(await numberOf(person)).toBe(10);
  });
});

describe('the passkeys of a site at an address of numbers', () => {
  it('are refused with the reason', async () => {
    const there = { headers: { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' } };
    const response = await app.visitor().request({
      method: 'POST',
      url: '/api/passkeys/sign-in-options',
      ...there,
    });
    expect(response.json()).toMatchObject({
      code: 'conflict',
      message: 'Passkeys need a site whose address is a name. This one has only numbers.',
    });
    const { client } = await newMember();
    const begun = await client.request({
      method: 'POST',
      url: '/api/passkeys/registration-options',
      headers: { ...there.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ password }),
    });
    expect(begun.statusCode).toBe(409);
  });
});

describe('removing a passkey', () => {
  const remove = (client: Client, id: number) =>
    client.outcome('DELETE /api/passkeys/:id', { params: { id } });

  it('ends it at once', async () => {
    const { client, person } = await newMember();
    const { id } = await plantPasskey(app, person);
    expect([await remove(client, id), await remove(client, id)]).toEqual([204, 'not_found']);
    expect(await numberOf(person)).toBe(0);
  });

  it('is refused for the last way to sign in', async () => {
    const { client, person } = await newMember();
    const [one, two] = [await plantPasskey(app, person), await plantPasskey(app, person)];
    await withoutPassword(person);
    expect(await remove(client, one.id)).toBe(204);
    expect((await client.call('GET /api/passkeys')).body.map(({ can }) => can.remove)).toEqual([
      false,
    ]);
    expect(
      await client.refusal('DELETE /api/passkeys/:id', { params: { id: two.id } }),
    ).toMatchObject({
      status: 409,
      message: 'This is your only way to log in. Set a password or add another passkey first.',
    });
  });

  it('keeps one of the last two that are removed at once', async () => {
    const { client, person } = await newMember();
    const [one, two] = [await plantPasskey(app, person), await plantPasskey(app, person)];
    await withoutPassword(person);
    const outcomes = await Promise.all([remove(client, one.id), remove(client, two.id)]);
    expect(new Set(outcomes)).toEqual(new Set([204, 'conflict']));
  });

  it('is refused for the last one of this host, whatever other hosts have', async () => {
    const { client, person } = await newMember();
    const old = await plantPasskey(app, person, { rpId: 'old.example' });
    const here = await plantPasskey(app, person);
    await withoutPassword(person);
    expect(await remove(client, here.id)).toBe('conflict');
    const listed = await client.call('GET /api/passkeys');
    expect(listed.body.map(({ otherHost }) => otherHost)).toEqual(['old.example', null]);
    expect(await remove(client, old.id)).toBe(204);
  });
});
