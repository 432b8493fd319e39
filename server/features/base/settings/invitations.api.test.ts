import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { readConfig } from '#platform/config.ts';
import { forgetInvitations } from './mutations.ts';
import { invitations } from './tables.ts';

const app = await startTestApp();
const { make } = app;
const admin = await app.as(await make.admin());
await admin.call('PATCH /api/admin/settings', { body: { registration: 'invitation' } });

let registered = 0;
const form = (invitation?: string) => ({
  firstName: 'Ada',
  email: `invited${(registered += 1)}@example.com`,
  password,
  confirmPassword: password,
  ...(invitation !== undefined && { invitation }),
});

const register = (invitation?: string) =>
  app.visitor().outcome('POST /api/register', { body: form(invitation) });

const invite = async (
  body: { maxUses?: number | null; expiresInDays?: number | null; note?: string } = {},
) =>
  (
    await admin.call('POST /api/admin/invitations', {
      body: { maxUses: 1, expiresInDays: null, ...body },
    })
  ).body;

describe('registration by invitation', () => {
  it('refuses sign-ups without an invitation, with a message', async () => {
    const visitor = app.visitor();
    expect(await visitor.refusal('POST /api/register', { body: form() })).toMatchObject({
      code: 'forbidden',
      message: 'You need an invitation to sign up here',
      fields: { invitation: 'You need an invitation to sign up here' },
    });
  });

  it('admits one person with a single-use invitation', async () => {
    const { code } = await invite();
    expect([await register(code), await register(code)]).toEqual([201, 'forbidden']);
  });

  it('accepts a code as people type it', async () => {
    const { code } = await invite();
    const typed = ` ${code.slice(0, 4)}-${code.slice(4)} `.toLowerCase();
    expect(await register(typed)).toBe(201);
  });

  it('refuses a code with impossible characters', async () => {
    expect(await register('A\u0000B')).toBe('forbidden');
  });

  it('admits many people until the invitation is revoked', async () => {
    const { id, code } = await invite({ maxUses: null });
    expect([await register(code), await register(code)]).toEqual([201, 201]);
    await admin.call('DELETE /api/admin/invitations/:id', { params: { id } });
    expect(await register(code)).toBe('forbidden');
  });

  it('refuses an expired invitation', async () => {
    const { code } = await invite({ maxUses: null, expiresInDays: 2 });
    expect(await register(code)).toBe(201);
    app.clock.advanceHours(49);
    expect(await register(code)).toBe('forbidden');
    app.clock.reset();
  });

  it('admits three of eight at once with an invitation for three', async () => {
    const { id, code } = await invite({ maxUses: 3 });
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => register(code)));
    expect(outcomes.filter((outcome) => outcome === 201)).toHaveLength(3);
    const [row] = await app.db.select().from(invitations).where(eq(invitations.id, id));
    expect(row?.uses).toBe(3);
  });

  it('counts no use for a registration that fails otherwise', async () => {
    const { code } = await invite();
    const takenForm = { ...form(code), email: (await make.user()).email };
    expect(await app.visitor().outcome('POST /api/register', { body: takenForm })).toBe('conflict');
    expect(await register(code)).toBe(201);
  });
});

describe('the list of invitations', () => {
  it("shows the newest first, with each one's state", async () => {
    app.clock.advanceHours(1);
    const used = await invite({ note: 'For the choir' });
    await register(used.code);
    app.clock.advanceHours(1);
    const fresh = await invite({ maxUses: null });
    const { body } = await admin.call('GET /api/admin/invitations', { query: { limit: 2 } });
    app.clock.reset();
    expect(body).toMatchObject([
      { id: fresh.id, uses: 0, maxUses: null, state: 'usable' },
      { id: used.id, uses: 1, note: 'For the choir', state: 'used_up' },
    ]);
  });

  it('forgets only expired invitations, after the days in the settings', async () => {
    const revoked = await invite({ maxUses: null });
    await admin.call('DELETE /api/admin/invitations/:id', { params: { id: revoked.id } });
    const usable = await invite({ maxUses: null });
    const after = (days: number) =>
      forgetInvitations(app.db, readConfig({}), app.clock.inHours(days * 24));
    const left = async () => {
      const rows = await app.db.select({ id: invitations.id }).from(invitations);
      return [revoked.id, usable.id].filter((id) => rows.some((row) => row.id === id));
    };
    await after(29);
    expect(await left()).toEqual([revoked.id, usable.id]);
    await after(31);
    expect(await left()).toEqual([usable.id]);
  });
});
