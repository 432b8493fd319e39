import { and, eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { linksTo, tokenIn } from '#tests/support/links.ts';
import { createCapturingMailer } from '#tests/support/mailer.ts';
import { mails, outbox } from '#platform/mail/tables.ts';

const app = await startTestApp({ demo: false });
const { make, clock } = app;
const mailer = await createCapturingMailer(app);

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const signIn = (
  email: string,
  address: string,
  client = app.visitor(),
  secret = password,
  browser = firefox,
) =>
  client.request({
    method: 'POST',
    url: '/api/login',
    remoteAddress: address,
    headers: { 'content-type': 'application/json', 'user-agent': browser },
    payload: JSON.stringify({ email, password: secret }),
  });

/** The number of emails queued for a member. */
const countNotices = async ({ id }: { id: string }) =>
  app.db.$count(outbox, and(eq(outbox.recipientId, id), eq(outbox.kind, 'new_sign_in')));

describe('a sign-in from an unknown device and network', () => {
  it('notifies the owner with the time in London, the browser and part of the address', async () => {
    const person = await make.user();
    await signIn(person.email, '203.0.113.77');
    await mailer.deliver();
    const [mail] = await app.db.select().from(mails).where(eq(mails.recipientId, person.id));
    expect(mail?.subject).toBe('New sign-in to your Villagehall account');
    for (const fact of [
      'Jun 10, 2026 at 1:00 PM, London time',
      'Firefox on Windows',
      '203.0.113.0/24',
      'https://hall.example/settings#sessions',
      'https://hall.example/forgot-password',
    ]) {
      expect(mail?.text).toContain(fact);
    }
    expect(mail?.text).not.toContain('203.0.113.77');
  });

  it('quotes only the beginning of a long browser name', async () => {
    const person = await make.user();
    const long = `${'Version/1'.repeat(1_000)} ${firefox}`;
    await signIn(person.email, '203.0.113.77', app.visitor(), password, long);
    await mailer.deliver();
    const [mail] = await app.db.select().from(mails).where(eq(mails.recipientId, person.id));
    expect(mail?.text).toContain('An unknown device');
  });

  it('notifies once an hour, however many there are, and not with a wrong password', async () => {
    onTestFinished(() => clock.reset());
    const person = await make.user();
    await signIn(person.email, '203.0.113.5', app.visitor(), 'not-the-1-password');
    expect(await countNotices(person)).toBe(0);
    await Promise.all([1, 2, 3, 4].map((host) => signIn(person.email, `198.51.${host}.9`)));
    expect(await countNotices(person)).toBe(1);
    clock.advanceHours(1);
    await signIn(person.email, '198.51.9.9');
    expect(await countNotices(person)).toBe(2);
  });

  it('notifies nobody on a demonstration, where everybody shares a few accounts', async () => {
    const person = await make.user();
    const demonstration = await app.another({ demo: true });
    const { statusCode } = await demonstration.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: '203.0.113.78',
      payload: { email: person.email, password },
    });
    expect(statusCode).toBe(200);
    expect(await countNotices(person)).toBe(0);
  });
});

describe('no notice goes out for a sign-in', () => {
  it('on a known device in any network, or from a known network on any device', async () => {
    onTestFinished(() => clock.reset());
    const person = await make.user();
    const phone = app.visitor();
    await signIn(person.email, '192.0.2.1', phone);
    clock.advanceHours(2);
    await signIn(person.email, '100.64.1.1', phone);
    await signIn(person.email, '192.0.2.200');
    expect(await countNotices(person)).toBe(1);
  });

  it('that comes with the registration, nor for the next one there', async () => {
    const body = {
      firstName: 'Ada',
      email: 'ada.new@example.com',
      password,
      confirmPassword: password,
    };
    const { user } = (await app.visitor().call('POST /api/register', { body })).body;
    await signIn(user.email, '127.0.0.1');
    expect(await countNotices(user)).toBe(0);
  });

  it('by a new password, which has its own email', async () => {
    const person = await make.user();
    await app.visitor().call('POST /api/forgot-password', { body: { email: person.email } });
    const token = tokenIn((await linksTo(mailer, person.email))[0]);
    const body = { token, password: 'Otters-at-9pm' };
    await app.visitor().from('203.0.113.8').call('POST /api/reset-password', { body });
    expect(await countNotices(person)).toBe(0);
  });
});

describe('a known device and network', () => {
  const newPassword = 'Otters-at-9pm';

  /** Signs in from a browser in a new network an hour ago, so that both are known. */
  async function knownBrowser() {
    onTestFinished(() => clock.reset());
    const person = await make.user();
    const thief = app.visitor();
    await signIn(person.email, '198.51.100.1', thief);
    expect(await countNotices(person)).toBe(1);
    clock.advanceHours(1);
    return { person, thief };
  }

  const reset = async (email: string, client = app.visitor()) => {
    await app.visitor().call('POST /api/forgot-password', { body: { email } });
    const token = tokenIn((await linksTo(mailer, email))[0]);
    await client
      .from('203.0.113.8')
      .call('POST /api/reset-password', { body: { token, password: newPassword } });
  };

  it.each([
    ['the device', '203.0.113.99', true],
    ['the network', '198.51.100.2', false],
  ])('are forgotten after a reset: %s', async (_, address, withCookie) => {
    const { person, thief } = await knownBrowser();
    await reset(person.email);
    clock.advanceHours(1);
    const client = withCookie ? thief : app.visitor();
    const from = withCookie ? '192.0.2.55' : address;
    await signIn(person.email, from, client, newPassword);
    expect(await countNotices(person)).toBe(2);
  });

  it('are unknown to a later account under the same address', async () => {
    onTestFinished(() => clock.reset());
    const email = 'twice@example.com';
    const form = { firstName: 'Ann', email, password, confirmPassword: password };
    const before = app.visitor();
    await before.from('198.51.100.3').call('POST /api/register', { body: form });
    await before.call('DELETE /api/auth/user', { body: { password } });
    clock.advanceHours(1);
    const after = await app
      .visitor()
      .from('203.0.113.8')
      .call('POST /api/register', { body: form });
    await signIn(email, '192.0.2.55', before);
    expect(await countNotices(after.body.user)).toBe(1);
  });

  it('are forgotten after a change of the password', async () => {
    const { person, thief } = await knownBrowser();
    const owner = await app.as(person);
    await owner.call('POST /api/auth/user/password', {
      body: { currentPassword: password, password: newPassword },
    });
    clock.advanceHours(1);
    await signIn(person.email, '192.0.2.55', thief, newPassword);
    expect(await countNotices(person)).toBe(2);
  });

  it('include the place where the new password was set', async () => {
    const { person } = await knownBrowser();
    const browser = app.visitor();
    await reset(person.email, browser);
    clock.advanceHours(1);
    await signIn(person.email, '192.0.2.55', browser, newPassword);
    await signIn(person.email, '203.0.113.9', app.visitor(), newPassword);
    await browser.call('POST /api/auth/user/password', {
      body: { currentPassword: newPassword, password },
    });
    clock.advanceHours(1);
    await signIn(person.email, '100.64.0.9', browser, password);
    expect(await countNotices(person)).toBe(1);
  });
});
