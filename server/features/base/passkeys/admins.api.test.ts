import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { addPasskey, Authenticator, outcomeOfPasskey } from '#tests/support/authenticator.ts';
import { password } from '#tests/support/factories.ts';

const app = await startTestApp({ adminTwoStep: true });

async function adminWithPasskey() {
  const phone = new Authenticator();
  await addPasskey(await app.as(await app.make.admin()), phone);
  return phone;
}

const summary = 'GET /api/admin/summary';

describe('a passkey of an admin who needs two-step sign-in (ADMIN_TWO_STEP=required)', () => {
  it('opens the admin tools where it verified its user', async () => {
    const phone = await adminWithPasskey();
    const client = app.visitor();
    await outcomeOfPasskey(client, phone);
    expect(await client.outcome(summary)).toBe(200);
  });

  it('does not open them without that verification', async () => {
    const phone = await adminWithPasskey();
    const client = app.visitor();
    expect(await outcomeOfPasskey(client, phone, { userVerified: false })).toBe(200);
    expect(await client.outcome(summary)).toBe('forbidden');
  });

  it('still opens them after a password change', async () => {
    const phone = await adminWithPasskey();
    const client = app.visitor();
    await outcomeOfPasskey(client, phone);
    await client.call('POST /api/auth/user/password', {
      body: { currentPassword: password, password: 'Village-hall2' },
    });
    expect(await client.outcome(summary)).toBe(200);
  });
});
