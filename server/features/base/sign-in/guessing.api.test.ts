import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { addressInNewNetwork, Client } from '#tests/support/client.ts';
import { withOtherCharacter } from '#tests/support/links.ts';
import { password } from '#tests/support/factories.ts';
import { runDeleteExpired } from '#tests/support/expiry.ts';
import { signIns } from './tables.ts';

const app = await startTestApp({ rateLimits: true });
const { make } = app;
const [checked, limited] = ['sign_in_required', 'too_many_requests'];

const elsewhere = addressInNewNetwork;

const signIn = (client: Client, address: string, email: string, secret = password) =>
  client.from(address).outcome('POST /api/login', { body: { email, password: secret } });

/** Sends wrong passwords, each from its own address, and counts those that the server checked. */
async function guess(email: string, times: number, apps = [app.fastify]): Promise<number> {
  const tries = Array.from({ length: times }, (_, turn) => {
    const fastify = apps[turn % apps.length] ?? app.fastify;
    return signIn(new Client(fastify), elsewhere(), email, `${password}x`);
  });
  const outcomes = await Promise.all(tries);
  expect(new Set([checked, limited, ...outcomes]).size).toBe(2);
  return outcomes.filter((outcome) => outcome === checked).length;
}

/** Creates a member who has signed in before, with a known device and address. */
async function owner() {
  const { email, id } = await make.user();
  const [device, home] = [app.visitor(), elsewhere()];
  expect(await signIn(device, home, email)).toBe(200);
  return { id, email, device, home };
}

describe('200 wrong passwords from 200 addresses', () => {
  it('are checked only ten times, and lock the owner out of no known device', async () => {
    const { email, device, home } = await owner();
    expect(await guess(email, 200)).toBeLessThanOrEqual(10);
    expect(await signIn(device, elsewhere(), email)).toBe(200);
    expect(await signIn(app.visitor(), home, email)).toBe(200);
  });

  it('are ten in all, whatever invisible characters are in the address', async () => {
    const { email } = await owner();
    const signs = ['\u200B', '\u00AD', '\u2060', '\u200E', '\u00A0', '\uFEFF'];
    let tries = 0;
    for (const sign of signs) tries += await guess(`${sign}${email}`, 10);
    expect(tries).toBeLessThanOrEqual(10);
  });

  it('leave a way in elsewhere: a reset link by email, which does not count with them', async () => {
    const { email, home } = await owner();
    await guess(email, 20);
    expect(await signIn(app.visitor(), elsewhere(), email)).toBe(limited);
    const forgot = (address: string) =>
      app.visitor().from(address).outcome('POST /api/forgot-password', { body: { email } });
    for (let turn = 0; turn < 6; turn += 1) await forgot(elsewhere());
    expect(await forgot(home)).toBe(200);
  });
});

describe.runIf(app.engine === 'postgres')('wrong passwords across processes', () => {
  it('count together, and the owner’s device is known to all', async () => {
    const { email, device } = await owner();
    const second = await app.another();
    expect(await guess(email, 40, [app.fastify, second])).toBeLessThanOrEqual(10);
    const moved = new Client(second);
    for (const [name, value] of device.cookies) moved.withCookie(name, value);
    expect(await signIn(moved, elsewhere(), email)).toBe(200);
  });
});

it('wrong passwords count even from somebody signed in to another account', async () => {
  const { email } = await make.user();
  const thief = await app.as(await make.user());
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    outcomes.push(await signIn(thief, elsewhere(), email, `${password}x`));
  }
  expect(outcomes.slice(10)).toEqual([limited, limited]);
});

describe('a device cookie', () => {
  it('of another account has no effect', async () => {
    const [victim, attacker] = [await owner(), await owner()];
    await guess(victim.email, 20);
    expect(await signIn(attacker.device, elsewhere(), victim.email)).toBe(limited);
  });

  it('that the site did not issue has no effect', async () => {
    const { email, device } = await owner();
    await guess(email, 20);
    const forged = withOtherCharacter(device.cookies.get('device') ?? '');
    const other = app.visitor().withCookie('device', forged);
    expect(await signIn(other, elsewhere(), email)).toBe(limited);
  });

  it('has ten tries a minute of its own', async () => {
    const { email, device } = await owner();
    const outcomes: unknown[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      outcomes.push(await signIn(device, elsewhere(), email, `${password}x`));
    }
    // The owner's first sign-in came before the cookie existed.
    expect(outcomes).toEqual([...Array<string>(10).fill(checked), limited, limited]);
  });

  it('is hidden from scripts and goes to the sign-in only', async () => {
    const { email } = await make.user();
    const body = { email, password };
    const answer = await app.visitor().from(elsewhere()).send('POST /api/login', { body });
    const cookie = answer.cookies.find(({ name }) => name === 'device');
    expect(cookie).toMatchObject({ path: '/api/login', httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value).not.toContain(Buffer.from(email).toString('base64url').slice(0, 12));
  });
});

describe('the sign-in log', () => {
  const logOf = async (person: { id: string }) => {
    const { body } = await (await app.as(person)).call('GET /api/auth/user/sign-ins');
    return body.map(({ outcome, times, network }) => ({ outcome, times, network }));
  };

  it("shows each network's outcomes, and which device was new", async () => {
    const { email, ...person } = await make.user();
    const device = app.visitor();
    await signIn(device, '192.0.2.44', email);
    await signIn(device, '192.0.2.99', email);
    for (const host of [1, 2, 3]) await signIn(app.visitor(), `198.51.100.${host}`, email, 'x');
    await signIn(app.visitor(), '2001:db8:77:1::5', email, 'x');
    expect(await logOf(person)).toEqual([
      { outcome: 'refused', times: 1, network: '2001:db8:77::/48' },
      { outcome: 'refused', times: 3, network: '198.51.100.0/24' },
      { outcome: 'signed_in', times: 1, network: '192.0.2.0/24' },
      { outcome: 'new_device', times: 1, network: '192.0.2.0/24' },
    ]);
  });

  it('stores no whole address', async () => {
    await signIn(app.visitor(), '203.0.113.77', (await make.user()).email);
    const rows = JSON.stringify(await app.db.select().from(signIns));
    expect(rows).toContain('203.0.113.0/24');
    expect(rows).not.toContain('203.0.113.77');
  });

  it('names nobody for an unknown address', async () => {
    await signIn(app.visitor(), '203.0.113.78', 'nobody-at-all@example.com', 'x');
    expect(JSON.stringify(await app.db.select().from(signIns))).not.toContain('nobody-at-all');
  });

  it('is deleted after 90 days, and with the account', async () => {
    const [current, old] = [await owner(), await owner()];
    await app.db
      .update(signIns)
      .set({ at: app.clock.inHours(-1) })
      .where(eq(signIns.userId, old.id));
    const now = new Date(app.clock.inHours(90 * 24).getTime() - 1);
    await runDeleteExpired({ db: app.db, clock: { read: () => now } });
    expect(await logOf(old)).toEqual([]);
    expect(await logOf(current)).toHaveLength(1);
    const client = await app.as(current);
    await client.call('DELETE /api/auth/user', { body: { password } });
    const left = await app.db.select().from(signIns).where(eq(signIns.userId, current.id));
    expect(left).toEqual([]);
  });
});
