import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { mails } from '#platform/mail/tables.ts';

const adminEmail = 'warden@example.com';
const app = await startTestApp({ adminEmail });
const { db, make, clock } = app;
const mailer = await createCapturingMailer(app);
const spent = 'This link has expired or has been used already';

let registered = 0;

async function register(email = `new${(registered += 1)}@example.com`) {
  const client = app.visitor();
  const body = { firstName: 'Ada', email, password, confirmPassword: password };
  const { user } = (await client.call('POST /api/register', { body })).body;
  return { client, email, id: user.id };
}

const links = (email: string) => linksTo(mailer, email);
const tokenFor = async (email: string) => tokenIn((await links(email))[0]);
const confirm = (client: ReturnType<typeof app.visitor>, token: string) =>
  client.outcome('POST /api/confirm-email', { body: { token } });

beforeEach(() => clock.reset());

describe('registering', () => {
  it('sends a link to the address', async () => {
    const { email } = await register();
    const [url, ...more] = await links(email);
    expect(`${url?.origin}${url?.pathname}`).toBe('https://hall.example/confirm-email');
    expect(more).toEqual([]);
  });

  it('sends a link with a way back on this site only', async () => {
    const body = { firstName: 'Ada', password, confirmPassword: password };
    const nextIn = async (email: string, next: string) => {
      await app.visitor().call('POST /api/register', { body: { ...body, email, next } });
      return (await links(email))[0]?.searchParams.get('next');
    };
    expect(await nextIn('guest@example.com', '/events/7')).toBe('/events/7');
    expect(await nextIn('led@example.com', 'https://elsewhere.example/')).toBeNull();
    expect(await nextIn('astray@example.com', '//elsewhere.example')).toBeNull();
  });
});

describe('a confirmation link', () => {
  it('confirms the address', async () => {
    const { client, email } = await register();
    const { body } = await client.call('POST /api/confirm-email', {
      body: { token: await tokenFor(email) },
    });
    expect(body.user.emailVerified).toBe(true);
    expect((await client.call('GET /api/user')).body).toEqual(body);
  });

  it('works once even when used many times at once', async () => {
    const { client, email } = await register();
    const token = await tokenFor(email);
    const outcomes = await Promise.all([confirm(client, token), confirm(client, token)]);
    expect(new Set(outcomes)).toEqual(new Set([200, 'invalid']));
    const refusal = await client.refusal('POST /api/confirm-email', { body: { token } });
    expect(refusal.fields).toEqual({ token: spent });
  });

  it('works for seven days', async () => {
    const { client, email } = await register();
    const token = await tokenFor(email);
    clock.advanceHours(7 * 24);
    expect(await confirm(client, token)).toBe('invalid');
  });

  it("needs the account's own session: a stranger’s sign-up is not confirmed by a click", async () => {
    const { client, email, id } = await register();
    const token = await tokenFor(email);
    expect(await confirm(app.visitor(), token)).toBe('sign_in_required');
    expect(await confirm(await app.as(await make.user()), token)).toBe('forbidden');
    const [account] = await db.select().from(users).where(eq(users.id, id));
    expect(account?.emailVerifiedAt).toBeNull();
    expect(await confirm(client, token)).toBe(200);
  });
});

describe('requesting another link', () => {
  it('sends one, and invalidates the first', async () => {
    const { client, email } = await register();
    const first = await tokenFor(email);
    await client.call('POST /api/confirm-email/resend');
    const second = await tokenFor(email);
    expect(second).not.toBe(first);
    expect(await confirm(client, second)).toBe(200);
    expect(await confirm(client, first)).toBe('invalid');
  });

  it('is refused once the address is confirmed', async () => {
    const client = await app.as(await make.user({ emailVerifiedAt: clock.read() }));
    const refusal = await client.refusal('POST /api/confirm-email/resend');
    expect(refusal).toMatchObject({
      status: 409,
      message: 'Your email address is already confirmed',
    });
  });

  it('sends nothing if the address was confirmed meanwhile', async () => {
    const { client, email, id } = await register();
    const token = await tokenFor(email);
    await client.call('POST /api/confirm-email/resend');
    await confirm(client, token);
    await mailer.deliver();
    expect(await db.select().from(mails).where(eq(mails.recipientId, id))).toHaveLength(1);
  });
});

describe('the first admin', () => {
  const roleOf = async (client: ReturnType<typeof app.visitor>) =>
    (await client.call('GET /api/user')).body.user?.role;

  it('is the person who confirms the set address, not whoever registers with it', async () => {
    const { client, id } = await register(adminEmail);
    expect(await roleOf(client)).toBe('user');
    expect(await confirm(client, await tokenFor(adminEmail))).toBe(200);
    expect(await roleOf(client)).toBe('admin');
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(entries).toMatchObject([
      { actorId: id, action: 'user.role', after: { role: 'admin', by: 'ADMIN_EMAIL' } },
    ]);
    await db.delete(users).where(eq(users.id, id));
  });

  it('is the person who signs in with the set address once it is confirmed', async () => {
    const { id } = await make.user({ email: adminEmail, emailVerifiedAt: clock.read() });
    const client = app.visitor();
    await client.call('POST /api/login', { body: { email: adminEmail, password } });
    expect(await roleOf(client)).toBe('admin');
    await db.delete(users).where(eq(users.id, id));
  });
});
