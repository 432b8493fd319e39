import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { Client } from '#tests/support/client.ts';
import { password, type User } from '#tests/support/factories.ts';
import { withOtherCharacter } from '#tests/support/links.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { codeAt } from '#tests/support/codes.ts';
import {
  openPendingSignIn,
  memberWithTwoStep,
  switchTwoStepOn,
  withCode,
} from '#tests/support/two-step.ts';
import { tokenHash } from '#platform/crypto/token.ts';
import { mails } from '#platform/mail/tables.ts';
import { queuedEmailsTo } from '#tests/support/queued-emails.ts';
import { recoveryCodes, twoSteps } from './tables.ts';

const app = await startTestApp();
const { make, clock, db } = app;
const mailer = await createTestMailer(app);
const twoStep = 'POST /api/auth/user/two-step';
const setup = 'POST /api/auth/user/two-step/setup';
const renew = 'POST /api/auth/user/two-step/recovery-codes';
const off = 'DELETE /api/auth/user/two-step';
const login = 'POST /api/login';

const member = () => memberWithTwoStep(app);
const pendingSignIn = (email: string, client = app.visitor()) => openPendingSignIn(client, email);

const queuedKinds = async ({ id }: { id: string }) =>
  (await queuedEmailsTo(app, id)).map(({ kind }) => kind).filter((kind) => kind !== 'new_sign_in');

/** Checks whether a password alone signs in. */
async function withoutSecondStep(email: string): Promise<boolean> {
  const client = app.visitor();
  const { body } = await client.call(login, { body: { email, password } });
  return body.secondStep === undefined && client.session !== undefined;
}

describe('setting two-step sign-in up', () => {
  it("requires the password, returns a key under the site's name, and switches nothing on yet", async () => {
    const user = await make.user();
    const client = await app.as(user);
    expect(await client.refusal(setup, { body: { password: 'not-mine-1' } })).toMatchObject({
      code: 'invalid',
      fields: { password: 'This is not your password' },
    });
    const { body } = await client.call(setup, { body: { password } });
    expect(body.address).toContain(`otpauth://totp/Villagehall:${encodeURIComponent(user.email)}`);
    expect(body.address).toContain(`secret=${body.key}`);
    expect((await client.call('GET /api/auth/user/two-step')).body.since).toBeNull();
    expect(await withoutSecondStep(user.email)).toBe(true);
  });

  it('is offered to members with a password, not to those of an issuer alone', async () => {
    const offered = async (person: User) =>
      (await (await app.as(person)).call('GET /api/auth/user/two-step')).body.can;
    expect(await offered(await make.user())).toEqual({ setUp: true });
    expect(await offered(await make.user({ passwordHash: null }))).toEqual({ setUp: false });
  });

  it('needs a correct code, and returns ten recovery codes', async () => {
    const user = await make.user();
    const client = await app.as(user);
    const { key, ticket } = (await client.call(setup, { body: { password } })).body;
    const code = codeAt(key, clock.read());
    const { status, body } = await client.call(twoStep, { body: { ticket, code } });
    expect([status, new Set(body.recoveryCodes).size]).toEqual([201, 10]);
    expect((await client.call('GET /api/auth/user/two-step')).body).toEqual({
      since: clock.read().toISOString(),
      recoveryCodesLeft: 10,
      demanded: false,
      can: { setUp: false },
    });
    expect(await queuedKinds(user)).toEqual(['two_step_on']);
    // A password alone can't replace the key.
    expect(await client.outcome(setup, { body: { password } })).toBe('conflict');
  });

  it("fails with a wrong code, another member's ticket, or an expired one", async () => {
    onTestFinished(() => clock.reset());
    const [client, other] = [await app.as(await make.user()), await app.as(await make.user())];
    const { key, ticket } = (await client.call(setup, { body: { password } })).body;
    const attempt = (by: Client, code: string, proof = ticket) =>
      by.refusal(twoStep, { body: { ticket: proof, code } });
    const right = () => codeAt(key, clock.read());
    expect((await attempt(client, '000000')).fields).toHaveProperty('code');
    expect((await attempt(client, '٠٠٠٠٠٠')).fields).toHaveProperty('code');
    expect((await attempt(other, right())).fields).toHaveProperty('ticket');
    expect((await attempt(client, right(), withOtherCharacter(ticket))).fields).toHaveProperty(
      'ticket',
    );
    clock.advanceHours(0.5);
    expect((await attempt(client, right())).fields).toHaveProperty('ticket');
  });

  it('twice at once switches it on once', async () => {
    const user = await make.user();
    const client = await app.as(user);
    const begun = await Promise.all(
      [1, 2, 3, 4].map(async () => (await client.call(setup, { body: { password } })).body),
    );
    const outcomes = await Promise.all(
      begun.map(({ key, ticket }) =>
        client.outcome(twoStep, { body: { ticket, code: codeAt(key, clock.read()) } }),
      ),
    );
    expect(outcomes.map(String).toSorted()).toEqual(['201', 'conflict', 'conflict', 'conflict']);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, user.id))).toBe(10);
  });
});

describe('a recovery code', () => {
  it('signs in once in any spelling, and its owner is notified', async () => {
    const person = await member();
    const [typed = ''] = person.recoveryCodes;
    const sloppy = typed.toLowerCase().replaceAll('-', ' ');
    expect(await withCode(await pendingSignIn(person.email), sloppy)).toBe(200);
    expect(await withCode(await pendingSignIn(person.email), typed)).toBe('invalid');
    expect(await queuedKinds(person)).toEqual(['two_step_on', 'recovery_code_used']);
    await mailer.deliver();
    const sent = await db.select().from(mails).where(eq(mails.recipientId, person.id));
    expect(sent.find(({ kind }) => kind === 'recovery_code_used')?.text).toContain(
      'You have 9 left.',
    );
  });

  it('admits one of many at the same moment', async () => {
    const person = await member();
    const browsers = await Promise.all(
      Array.from({ length: 8 }, () => pendingSignIn(person.email)),
    );
    const [code = ''] = person.recoveryCodes;
    const outcomes = await Promise.all(browsers.map((each) => withCode(each, code)));
    expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
    expect(await queuedKinds(person)).toEqual(['two_step_on', 'recovery_code_used']);
  });

  it('of another member has no effect', async () => {
    const [one, other] = [await member(), await member()];
    expect(await withCode(await pendingSignIn(one.email), other.recoveryCodes[0] ?? '')).toBe(
      'invalid',
    );
  });

  it('expires when new ones are made', async () => {
    onTestFinished(() => clock.reset());
    const person = await member();
    const client = await app.as(person);
    const body = { password, code: person.code() };
    const fresh = (await client.call(renew, { body })).body.recoveryCodes;
    expect(fresh).toHaveLength(10);
    const browser = await pendingSignIn(person.email);
    expect(await withCode(browser, person.recoveryCodes[0] ?? '')).toBe('invalid');
    expect(await withCode(browser, fresh[0] ?? '')).toBe(200);
  });
});

describe('the stored secrets', () => {
  it('are a sealed key and hashes: the database reveals neither key nor code', async () => {
    const person = await member();
    const rows = JSON.stringify([
      await db.select().from(twoSteps).where(eq(twoSteps.userId, person.id)),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id)),
    ]);
    for (const secret of [person.key, ...person.recoveryCodes]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(secret.replaceAll('-', ''));
    }
    const first = (person.recoveryCodes[0] ?? '').replaceAll('-', '');
    expect(rows).toContain(tokenHash(first));
  });

  it("of one member do not open in another member's row", async () => {
    const [one, other] = [await member(), await member()];
    const [row] = await db.select().from(twoSteps).where(eq(twoSteps.userId, one.id));
    await db
      .update(twoSteps)
      .set({ sealedKey: row?.sealedKey ?? '' })
      .where(eq(twoSteps.userId, other.id));
    expect(await withCode(await pendingSignIn(other.email), one.code())).toBe('unavailable');
  });

  it('under another site secret leave the recovery codes working', async () => {
    const person = await member();
    const client = new Client(await app.another({ sessionSecret: 'z'.repeat(40) }));
    await client.call(login, { body: { email: person.email, password } });
    expect(await withCode(client, person.code())).toBe('unavailable');
    expect(await withCode(client, person.recoveryCodes[0] ?? '')).toBe(200);
  });
});

describe('switching it off', () => {
  it('needs the password and a code, and notifies the owner', async () => {
    const person = await member();
    const client = await app.as(person);
    const outcome = (body: unknown) => client.outcome(off, { body });
    expect(await outcome({ password: 'not-mine-1', code: person.code() })).toBe('invalid');
    expect(await outcome({ password, code: '000000' })).toBe('invalid');
    expect(await outcome({ password })).toBe('invalid');
    expect(await outcome({ password, code: person.code() })).toBe(204);
    expect(await withoutSecondStep(person.email)).toBe(true);
    expect(await queuedKinds(person)).toEqual(['two_step_on', 'two_step_off']);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, person.id))).toBe(0);
  });

  it('accepts a recovery code as well', async () => {
    const person = await member();
    const body = { password, code: person.recoveryCodes[3] };
    expect(await (await app.as(person)).outcome(off, { body })).toBe(204);
  });

  it('is refused when it is off, as are new recovery codes', async () => {
    const client = await app.as(await make.user());
    const body = { password, code: '000000' };
    expect([await client.outcome(off, { body }), await client.outcome(renew, { body })]).toEqual([
      'conflict',
      'conflict',
    ]);
  });
});

describe('an admin', () => {
  const reset = 'DELETE /api/admin/users/:id/two-step';

  it('sees the members with it on, and can reset it: the password alone signs in again', async () => {
    const [person, adminClient] = [await member(), await app.as(await make.admin())];
    const params = { id: person.id };
    const { body } = await adminClient.call('GET /api/admin/users', { query: { q: person.email } });
    expect(body).toMatchObject([{ id: person.id, twoStep: true, can: { resetTwoStep: true } }]);
    expect((await adminClient.call(reset, { params })).body).toMatchObject({ twoStep: false });
    expect(await withoutSecondStep(person.email)).toBe(true);
    await mailer.deliver();
    const sent = await db.select().from(mails).where(eq(mails.recipientId, person.id));
    expect(sent.map(({ subject }) => subject)).toContain(
      'Two-step sign-in has been reset for your Villagehall account',
    );
    // With nothing to reset, nothing is logged.
    await adminClient.call(reset, { params });
    const audit = await adminClient.call('GET /api/admin/audit', {
      query: { targetId: person.id },
    });
    expect(audit.body).toMatchObject([
      { action: 'user.two_step_reset', before: { twoStep: true }, after: { twoStep: false } },
    ]);
  });

  it("can't reset their own as an admin", async () => {
    const admin = await make.admin();
    await switchTwoStepOn(app, admin);
    const adminClient = await app.as(admin);
    expect(await adminClient.outcome(reset, { params: { id: admin.id } })).toBe('conflict');
  });
});
