import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { spentSetupLink } from '#contract/operations/setup.ts';
import { users } from '#features/base/accounts/tables.ts';
import { auditLog } from '#features/base/audit/tables.ts';
import { openSigner } from '#features/base/settings/mutations.ts';
import { readConfig } from '#platform/config.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { setupLink } from './policy.ts';

const origin = 'http://hall.test';

/** The token of a link that the site prints. */
async function printedToken({ db, clock }: TestApp): Promise<string> {
  const link = setupLink(await openSigner(db, readConfig({}), clock.read()), origin, clock.read());
  return new URL(link).searchParams.get('token') ?? '';
}

let people = 0;
const form = (token: string) => ({
  token,
  firstName: 'Ada',
  email: `first${(people += 1)}@example.com`,
  password,
  confirmPassword: password,
});

describe('the link of a new site', () => {
  it('makes one admin, signed in, and is used up', async () => {
    const app = await startTestApp();
    const token = await printedToken(app);
    const browser = app.visitor();
    await browser.call('POST /api/setup/read', { body: { token } });
    const body = form(token);
    const { user } = (await browser.call('POST /api/setup', { body })).body;
    expect(user).toMatchObject({ email: body.email, role: 'admin', emailVerified: false });
    expect((await browser.call('GET /api/user')).body.user?.role).toBe('admin');
    const spent = { status: 404, message: spentSetupLink };
    const second = app.visitor();
    expect(await second.refusal('POST /api/setup/read', { body: { token } })).toMatchObject(spent);
    expect(await second.refusal('POST /api/setup', { body: form(token) })).toMatchObject(spent);
    expect(
      await app.db.select().from(auditLog).where(eq(auditLog.targetId, user.id)),
    ).toMatchObject([{ action: 'user.role', after: { role: 'admin', by: 'setup' } }]);
  });

  it('makes one admin when ten browsers use it at once', async () => {
    const app = await startTestApp();
    const token = await printedToken(app);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        app.visitor().outcome('POST /api/setup', { body: form(token) }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'not_found')).toHaveLength(9);
    expect(await app.db.$count(users)).toBe(1);
  });

  it('stays used up when its admin has left', async () => {
    const app = await startTestApp();
    const token = await printedToken(app);
    const { user } = (await app.visitor().call('POST /api/setup', { body: form(token) })).body;
    await app.db.update(users).set({ role: 'user' }).where(eq(users.id, user.id));
    const stranger = app.visitor();
    expect(await stranger.outcome('POST /api/setup', { body: form(token) })).toBe('not_found');
    app.clock.advanceHours(1);
    expect(await stranger.outcome('POST /api/setup', { body: form(await printedToken(app)) })).toBe(
      201,
    );
  });

  it('works for 24 hours, and only as the site signed it', async () => {
    const app = await startTestApp();
    const token = await printedToken(app);
    const read = (tried: string) =>
      app.visitor().outcome('POST /api/setup/read', { body: { token: tried } });
    expect(await read(`${token}x`)).toBe('not_found');
    app.clock.advanceHours(23.9);
    expect(await read(token)).toBe(200);
    app.clock.advanceHours(0.2);
    expect(await read(token)).toBe('not_found');
  });

  it('is refused over plain HTTP from outside, before anything is read', async () => {
    const app = await startTestApp();
    const token = await printedToken(app);
    const outside = await app.another({ trustProxy: 1 });
    const call = (headers: Record<string, string>) =>
      outside.inject({
        method: 'POST',
        url: '/api/setup/read',
        headers: { 'x-forwarded-for': '203.0.113.9', ...headers },
        payload: { token },
      });
    expect((await call({})).json()).toMatchObject({ code: 'forbidden' });
    expect((await call({ 'x-forwarded-proto': 'https' })).statusCode).toBe(200);
    expect((await call({ 'x-forwarded-for': '192.168.1.7' })).statusCode).toBe(200);
  });
});

describe('the steps of setting up', () => {
  it('are done once their setting is made, or an admin ticks them off', async () => {
    const app = await startTestApp();
    const browser = app.visitor();
    await browser.call('POST /api/setup', { body: form(await printedToken(app)) });
    const read = async () => (await browser.call('GET /api/admin/setup')).body;
    const done = async () =>
      (await read()).steps.filter((each) => each.done).map(({ step }) => step);
    expect([(await read()).open, await done()]).toEqual([true, []]);
    await browser.call('PATCH /api/admin/settings', {
      body: { siteName: 'Keswick Commons', town: 'Keswick', accent: '#2F8F6B' },
    });
    expect(await done()).toEqual(['name', 'look', 'town']);
    const controllerName = 'Keswick Hall Trust';
    await browser.call('PATCH /api/admin/settings', { body: { controllerName } });
    expect(await done()).not.toContain('controller');
    await browser.call('PATCH /api/admin/settings', {
      body: { controllerAddress: '1 Main Street, Keswick' },
    });
    expect(await done()).toContain('controller');
    await browser.call('PUT /api/admin/setup/:step', {
      params: { step: 'legal' },
      body: { done: true },
    });
    await app.make.group();
    expect(await done()).toEqual(['name', 'controller', 'look', 'town', 'legal', 'group']);
    await browser.call('DELETE /api/admin/setup');
    expect((await read()).open).toBe(false);
  });

  it('are not shown on a site that began without the link', async () => {
    const app = await startTestApp();
    const admin = await app.as(await app.make.admin());
    expect((await admin.call('GET /api/admin/setup')).body.open).toBe(false);
  });

  it('include a test email to the admin’s own address, where there is a mail server', async () => {
    const app = await startTestApp(readMail());
    const person = await app.make.admin();
    const admin = await app.as(person);
    expect((await admin.call('POST /api/admin/test-email')).body).toEqual({ to: person.email });
    const { steps, sendsEmail } = (await admin.call('GET /api/admin/setup')).body;
    expect([sendsEmail, steps.find(({ step }) => step === 'email')?.done]).toEqual([true, true]);
  });
});

const readMail = () => ({ smtpUrl: 'smtp://127.0.0.1:1' });
