import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { switchTwoStepOn } from '#tests/support/two-step.ts';

const app = await startTestApp({ adminTwoStep: true });
const { make } = app;
const sentence =
  'Admins of this site use two-step sign-in: please switch it on under Settings on your profile';

describe('mandatory two-step sign-in for admins (ADMIN_TWO_STEP=required)', () => {
  it('refuses an admin without it on the admin pages, and explains what to do', async () => {
    const adminClient = await app.as(await make.admin());
    expect(await adminClient.refusal('GET /api/admin/users')).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: sentence,
    });
  });

  it('gives such an admin no powers elsewhere', async () => {
    const group = await make.group({ status: 'pending_approval' });
    const event = await make.event();
    const admin = await app.as(await make.admin());
    const params = { id: event.id };
    expect([
      await admin.outcome('GET /api/groups/:id', { params: { id: group.id } }),
      await admin.outcome('DELETE /api/events/:id', { params }),
      await admin.outcome('GET /api/events/:id', { params }),
    ]).toEqual(['forbidden', 'forbidden', 200]);
  });

  it('shows the requirement on the admin pages, and admits the admin once it is on', async () => {
    const person = await make.admin();
    const admin = await app.as(person);
    expect((await admin.call('GET /api/user')).body.user?.role).toBe('admin');
    expect((await admin.call('GET /api/auth/user/two-step')).body.demanded).toBe(true);
    await switchTwoStepOn(app, person);
    expect(await admin.outcome('GET /api/admin/users')).toBe(200);
    expect((await admin.call('GET /api/auth/user/two-step')).body.demanded).toBe(true);
  });

  it('locks out an admin who switches it off again from the next call on', async () => {
    const person = await make.admin();
    const { code } = await switchTwoStepOn(app, person);
    const admin = await app.as(person);
    await admin.call('DELETE /api/auth/user/two-step', { body: { password, code: code() } });
    expect(await admin.outcome('GET /api/admin/summary')).toBe('forbidden');
  });

  it('demands nothing of members', async () => {
    const member = await app.as(await make.user());
    expect(await member.outcome('GET /api/user/groups')).toBe(200);
    expect((await member.call('GET /api/auth/user/two-step')).body.demanded).toBe(false);
  });
});
