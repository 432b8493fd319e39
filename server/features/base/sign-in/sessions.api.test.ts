import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { maxSessions } from '#contract/platform/limits.ts';
import { startTestApp } from '#tests/support/app.ts';
import { password, type User } from '#tests/support/factories.ts';
import { sessions } from './tables.ts';

const app = await startTestApp();
const { make, clock } = app;

const devices = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  laptop: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** Signs a member in from a device. */
async function on(device: keyof typeof devices, { email }: User) {
  const client = app.visitor();
  await client.request({
    method: 'POST',
    url: '/api/login',
    headers: { 'user-agent': devices[device], 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  });
  return client;
}

const list = async (client: ReturnType<typeof app.visitor>) =>
  (await client.call('GET /api/auth/user/sessions')).body;

const isSignedIn = async (client: ReturnType<typeof app.visitor>) =>
  (await client.call('GET /api/user')).body.user !== undefined;

describe("a member's list of sessions", () => {
  it('shows devices, the current one first, then the last seen first', async () => {
    onTestFinished(() => clock.reset());
    const user = await make.user();
    const laptop = await on('laptop', user);
    clock.advanceHours(5);
    const since = clock.read().toISOString();
    const phone = await on('phone', user);
    clock.advanceHours(2);
    expect(await list(laptop)).toMatchObject([
      { device: 'Firefox on Linux', isCurrent: true, lastSeenAt: clock.read().toISOString() },
      { device: 'Safari on iPhone', isCurrent: false, createdAt: since, lastSeenAt: since },
    ]);
    expect(await isSignedIn(phone)).toBe(true);
  });

  it('shows times to the hour', async () => {
    onTestFinished(() => clock.reset());
    const laptop = await on('laptop', await make.user());
    const begun = clock.read().toISOString();
    clock.advanceHours(0.9);
    expect((await list(laptop))[0]?.lastSeenAt).toBe(begun);
    clock.advanceHours(0.2);
    await list(laptop);
    expect((await list(laptop))[0]?.lastSeenAt).toBe(clock.read().toISOString());
  });

  it('leaves out ended sessions, and other people’s', async () => {
    const [user, other] = [await make.user(), await make.user()];
    const laptop = await on('laptop', user);
    const phone = await on('phone', user);
    await on('phone', other);
    await make.session(user, clock.inHours(-1));
    await phone.call('GET /api/logout');
    expect(await list(laptop)).toHaveLength(1);
  });

  it('reveals no session key', async () => {
    const laptop = await on('laptop', await make.user());
    expect(JSON.stringify(await list(laptop))).not.toContain(laptop.session);
  });
});

describe('signing out elsewhere', () => {
  it('ends one session', async () => {
    const user = await make.user();
    const [laptop, phone, other] = [
      await on('laptop', user),
      await on('phone', user),
      await on('phone', user),
    ];
    const id = (await list(phone)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    await laptop.call('DELETE /api/auth/user/sessions/:id', { params: { id } });
    expect([await isSignedIn(laptop), await isSignedIn(phone), await isSignedIn(other)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('ends all the others', async () => {
    const user = await make.user();
    const [laptop, phone] = [await on('laptop', user), await on('phone', user)];
    await laptop.call('DELETE /api/auth/user/sessions');
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
  });

  it('signs out here for the current device', async () => {
    const laptop = await on('laptop', await make.user());
    const [{ id } = { id: '' }] = await list(laptop);
    await laptop.call('DELETE /api/auth/user/sessions/:id', { params: { id } });
    expect(laptop.session).toBeUndefined();
  });
});

it('an account’s sessions are limited: a sign-in ends those that were last seen before all others', async () => {
  const user = await make.user();
  const laptop = await on('laptop', user);
  await app.db.execute(sql`
    insert into sessions (id, user_id, created_at, expires_at, last_seen_at)
    select md5(${user.id} || n), ${user.id}, created_at, expires_at, last_seen_at + n * interval '1 second'
    from sessions, generate_series(1, ${maxSessions}) n where user_id = ${user.id}`);
  const phone = await on('phone', user);
  expect(await app.db.$count(sessions, eq(sessions.userId, user.id))).toBe(maxSessions);
  expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([false, true]);
});
