import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { SignInOptions } from '#contract/base/passkeys.ts';
import { users } from '#features/base/accounts/tables.ts';
import { startTestApp } from '#tests/support/app.ts';
import {
  addPasskey,
  Authenticator,
  outcomeOfPasskey,
  passkeyAnswer,
  type Quirks,
} from '#tests/support/authenticator.ts';
import { Client } from '#tests/support/client.ts';
import { password, type User } from '#tests/support/factories.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { memberWithTwoStep, withCode } from '#tests/support/two-step.ts';

const app = await startTestApp();
const { make, db, clock } = app;
const mailer = await createCapturingMailer(app);
const signIn = 'POST /api/passkeys/sign-in';

interface Holder {
  person: User;
  phone: Authenticator;
}

async function holder(person?: User, code?: string): Promise<Holder> {
  const owner = person ?? (await make.user());
  const phone = new Authenticator();
  await addPasskey(await app.as(owner), phone, code ? { code } : {});
  return { person: owner, phone };
}

const whoIs = async (client: Client) => (await client.call('GET /api/user')).body.user?.id;

const passkeysOf = async (person: User) =>
  (await (await app.as(person)).call('GET /api/passkeys')).body;

/** Signs a new browser in; returns a success's status or a refusal's code. */
const outcome = ({ phone }: Holder, quirks?: Quirks) =>
  outcomeOfPasskey(app.visitor(), phone, quirks);

describe('signing in with a passkey', () => {
  it('starts a session and leads on', async () => {
    const { person, phone } = await holder();
    const client = app.visitor();
    const response = await passkeyAnswer(client, phone);
    const next = '/groups/5?tab=events';
    const { body } = await client.call(signIn, { body: { response, next } });
    expect(body).toEqual({ redirectUrl: next });
    expect(await whoIs(client)).toBe(person.id);
    const [passkey] = await passkeysOf(person);
    expect(passkey?.lastUsedAt).toBe(clock.read().toISOString());
  });

  it('leads to the events by default, and never to another site', async () => {
    const { phone } = await holder();
    for (const next of [undefined, '//evil.example/', 'https://evil.example']) {
      const client = app.visitor();
      const response = await passkeyAnswer(client, phone);
      const { body } = await client.call(signIn, { body: { response, ...(next && { next }) } });
      expect(body.redirectUrl).toBe('/events');
    }
  });

  it('makes the device known, as a password does', async () => {
    const { person, phone } = await holder();
    const client = app.visitor();
    await outcomeOfPasskey(client, phone);
    expect(client.cookies.has('device')).toBe(true);
    await outcomeOfPasskey(client, phone);
    const { body } = await client.call('GET /api/auth/user/sign-ins');
    expect(body.map(({ outcome: each }) => each).toSorted()).toEqual(['new_device', 'signed_in']);
    expect(await whoIs(client)).toBe(person.id);
  });

  it('is refused to pages that this site only frames', async () => {
    const { headers } = await app.visitor().call('GET /api/categories');
    expect(String(headers['permissions-policy']).split(', ')).toEqual(
      expect.arrayContaining([
        'publickey-credentials-create=(self)',
        'publickey-credentials-get=(self)',
      ]),
    );
  });

  it('works from several tabs of one browser', async () => {
    const { phone } = await holder();
    const client = app.visitor();
    const first = await passkeyAnswer(client, phone);
    const second = await passkeyAnswer(client, phone);
    expect(await client.outcome(signIn, { body: { response: second } })).toBe(200);
    expect(await client.outcome(signIn, { body: { response: first } })).toBe('sign_in_required');
  });

  it.each<[string, Quirks]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['nobody present', { userPresent: false }],
    ['another member’s handle', { userHandle: 'c29tZWJvZHk' }],
    ['a challenge of its own', { challenge: Buffer.from('mine').toString('base64url') }],
  ])('is refused with %s', async (_, quirks) => {
    expect(await outcome(await holder(), quirks)).toBe('sign_in_required');
  });

  it('records refused attempts in the log of sign-ins', async () => {
    const held = await holder();
    await outcome(held, { origin: 'http://evil.example' });
    const { body } = await (await app.as(held.person)).call('GET /api/auth/user/sign-ins');
    expect(body).toMatchObject([{ outcome: 'refused', times: 1 }]);
  });

  it('is refused with a changed signature', async () => {
    const { phone } = await holder();
    const client = app.visitor();
    const response = await passkeyAnswer(client, phone);
    const other = await passkeyAnswer(client, phone);
    response.response.signature = other.response.signature;
    expect(await client.refusal(signIn, { body: { response } })).toMatchObject({
      status: 401,
      message: 'That didn’t work. Please try again, or log in another way.',
    });
  });

  it('is refused for a passkey that nobody has, or that was removed', async () => {
    const { person, phone } = await holder();
    const [passkey] = await passkeysOf(person);
    const owner = await app.as(person);
    await owner.call('DELETE /api/passkeys/:id', { params: { id: passkey?.id ?? 0 } });
    expect(await outcome({ person, phone })).toBe('sign_in_required');
  });

  it('is refused when the browser sends no answer', async () => {
    for (const response of [{}, { response: {} }, { id: 'x', response: { clientDataJSON: '!' } }])
      expect(await app.visitor().outcome(signIn, { body: { response } })).toBe('sign_in_required');
    expect((await app.visitor().refusal(signIn, { body: {} })).fields).toEqual({
      response: 'Please send what the browser answered',
    });
  });

  it('is refused with an answer that was used before', async () => {
    const { phone } = await holder();
    const client = app.visitor();
    const response = await passkeyAnswer(client, phone);
    expect(await client.outcome(signIn, { body: { response } })).toBe(200);
    expect(await client.outcome(signIn, { body: { response } })).toBe('sign_in_required');
  });

  it('uses up its challenge, whatever the answer proves', async () => {
    const { phone } = await holder();
    const client = app.visitor();
    const { body } = await client.call('POST /api/passkeys/sign-in-options');
    const wrong = phone.get(body, { origin: 'http://evil.example' });
    expect(await client.outcome(signIn, { body: { response: wrong } })).toBe('sign_in_required');
    const right = phone.get(body);
    expect(await client.outcome(signIn, { body: { response: right } })).toBe('sign_in_required');
  });

  it('is refused in another browser, and after five minutes', async () => {
    const { phone } = await holder();
    const client = app.visitor();
    const response = await passkeyAnswer(client, phone);
    const elsewhere = app.visitor();
    await elsewhere.call('POST /api/passkeys/sign-in-options');
    expect(await elsewhere.outcome(signIn, { body: { response } })).toBe('sign_in_required');
    clock.advanceHours(5.1 / 60);
    expect(await client.outcome(signIn, { body: { response } })).toBe('sign_in_required');
    clock.advanceHours(-5.1 / 60);
  });

  it('accepts no answer to a challenge for a new passkey', async () => {
    const { person, phone } = await holder();
    const client = await app.as(person);
    const begun = await client.call('POST /api/passkeys/registration-options', {
      body: { password },
    });
    const { challenge } = begun.body;
    const response = await passkeyAnswer(client, phone, { challenge });
    expect(await client.outcome(signIn, { body: { response } })).toBe('sign_in_required');
  });

  it('accepts one of two simultaneous answers to the same challenge, in two processes', async () => {
    const { phone } = await holder();
    const client = app.visitor();
    const { body } = await client.call('POST /api/passkeys/sign-in-options');
    const other = new Client(await app.another()).withCookie(
      'passkey',
      client.cookies.get('passkey') ?? '',
    );
    const answers = [phone.get(body), phone.get(body)];
    const outcomes = await Promise.all(
      [client, other].map((each, at) => each.outcome(signIn, { body: { response: answers[at] } })),
    );
    expect(new Set(outcomes)).toEqual(new Set([200, 'sign_in_required']));
  });
});

describe('a passkey whose counter goes back', () => {
  it('is refused, and its owner gets an email', async () => {
    const held = await holder();
    const thief = { ...held, phone: held.phone.copy() };
    expect([await outcome(held), await outcome(held)]).toEqual([200, 200]);
    const client = app.visitor();
    const response = await passkeyAnswer(client, thief.phone);
    expect(await client.refusal(signIn, { body: { response } })).toMatchObject({
      status: 401,
      message: expect.stringContaining('may have been copied'),
    });
    expect(await mailer.subjectsTo(held.person)).toContain(
      'A passkey of your Villagehall account may have been copied',
    );
  });

  it('is refused with an unchanged count, even when sent twice at once', async () => {
    const held = await holder();
    const outcomes = await Promise.all([
      outcome(held, { counter: 7 }),
      outcome(held, { counter: 7 }),
    ]);
    expect(new Set(outcomes)).toEqual(new Set([200, 'sign_in_required']));
  });

  it('is accepted while it never counts, as phones that share their passkeys do', async () => {
    const held: Holder = { person: await make.user(), phone: new Authenticator() };
    await addPasskey(await app.as(held.person), held.phone, { quirks: { counter: 0 } });
    expect([await outcome(held, { counter: 0 }), await outcome(held, { counter: 0 })]).toEqual([
      200, 200,
    ]);
  });
});

describe('a passkey of an account with two-step sign-in', () => {
  it('counts as both steps where it verified its user', async () => {
    const person = await memberWithTwoStep(app);
    const { phone } = await holder(person, person.code());
    const client = app.visitor();
    const response = await passkeyAnswer(client, phone);
    const { body } = await client.call(signIn, { body: { response } });
    expect(body).toEqual({ redirectUrl: '/events' });
    expect(await whoIs(client)).toBe(person.id);
  });

  it('leads to the code if it did not', async () => {
    const person = await memberWithTwoStep(app);
    const { phone } = await holder(person, person.code());
    const client = app.visitor();
    const response = await passkeyAnswer(client, phone, { userVerified: false });
    const { body } = await client.call(signIn, { body: { response, next: '/my-events' } });
    expect(body).toEqual({ redirectUrl: '/auth/code?next=%2Fmy-events', secondStep: true });
    expect(await whoIs(client)).toBeUndefined();
    expect(await withCode(client, person.recoveryCodes[0] ?? '')).toBe(200);
    expect(await whoIs(client)).toBe(person.id);
  });
});

describe('a passkey of a suspended member', () => {
  it('shows the suspension only after a correct answer', async () => {
    const held = await holder();
    await db.update(users).set({ isActive: false }).where(eq(users.id, held.person.id));
    expect([await outcome(held, { origin: 'http://evil.example' }), await outcome(held)]).toEqual([
      'sign_in_required',
      'suspended',
    ]);
  });

  it('lifts a suspension that has ended', async () => {
    const held = await holder();
    await db
      .update(users)
      .set({ isActive: false, suspendedUntil: clock.inHours(-1) })
      .where(eq(users.id, held.person.id));
    expect(await outcome(held)).toBe(200);
  });
});

describe('a site that moves to another host', () => {
  it('refuses the passkeys of its former host, and accepts them again when it returns', async () => {
    const held = await holder();
    const origin = 'https://new.example';
    const client = new Client(await app.another({ publicOrigin: origin }));
    const send = (path: string, body: object = {}) =>
      client.request({
        method: 'POST',
        url: `/api/passkeys/${path}`,
        headers: { origin, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
    const options = (await send('sign-in-options')).json<SignInOptions>();
    expect(options.rpId).toBe('new.example');
    const response = held.phone.get(options, { origin, rpId: options.rpId });
    expect((await send('sign-in', { response })).statusCode).toBe(401);
    expect(await outcome(held)).toBe(200);
  });
});

describe('the rates of passkeys', () => {
  const limited = async () => new Client(await app.another({ rateLimits: true }));

  it('allow ten sign-ins a minute from one address', async () => {
    const client = (await limited()).from('100.64.9.9');
    const outcomes = [];
    for (let each = 0; each < 11; each += 1)
      outcomes.push(await client.outcome(signIn, { body: { response: {} } }));
    expect(outcomes.slice(9)).toEqual(['sign_in_required', 'too_many_requests']);
  });
});
