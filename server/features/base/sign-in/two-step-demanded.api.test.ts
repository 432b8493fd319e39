import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { password } from '#tests/support/factories.ts';
import { switchTwoStepOn } from '#tests/support/two-step.ts';

const app = await startTestApp({ adminTwoStep: true });
const { make } = app;
const sentence =
  'Admins of this site use two-step sign-in: please switch it on under Settings on your profile';

describe('where admins have to use two-step sign-in (ADMIN_TWO_STEP=required)', () => {
  it('one who does not is refused on the admin pages, and told what to do', async () => {
    const adminClient = await app.as(await make.admin());
    expect(await adminClient.refusal('GET /api/admin/users')).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: sentence,
    });
  });

  it('and has the power of an admin nowhere else', async () => {
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

  it('finds the admin pages, which says so, and is let in once it is on', async () => {
    const person = await make.admin();
    const admin = await app.as(person);
    expect((await admin.call('GET /api/user')).body.user?.role).toBe('admin');
    expect((await admin.call('GET /api/auth/user/two-step')).body.demanded).toBe(true);
    await switchTwoStepOn(app, person);
    expect(await admin.outcome('GET /api/admin/users')).toBe(200);
    expect((await admin.call('GET /api/auth/user/two-step')).body.demanded).toBe(true);
  });

  it('one who switches it off again is out of the admin pages from the next call on', async () => {
    const person = await make.admin();
    const { code } = await switchTwoStepOn(app, person);
    const admin = await app.as(person);
    await admin.call('DELETE /api/auth/user/two-step', { body: { password, code: code() } });
    expect(await admin.outcome('GET /api/admin/summary')).toBe('forbidden');
  });

  it('nothing is demanded of a member', async () => {
    const member = await app.as(await make.user());
    expect(await member.outcome('GET /api/user/groups')).toBe(200);
    expect((await member.call('GET /api/auth/user/two-step')).body.demanded).toBe(false);
  });
});
