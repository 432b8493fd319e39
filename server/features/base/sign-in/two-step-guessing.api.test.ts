import { describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { addressInNewNetwork, Client } from '#tests/support/client.ts';
import { password } from '#tests/support/factories.ts';
import { switchTwoStepOn } from '#tests/support/two-step.ts';

const app = await startTestApp({ rateLimits: true });
const { make } = app;

const elsewhere = (fastify = app.fastify) => new Client(fastify).from(addressInNewNetwork());

const login = (client: Client, email: string) =>
  client.outcome('POST /api/login', { body: { email, password } });
const finish = (client: Client, code: string) =>
  client.outcome('POST /api/login/code', { body: { code } });

/** Creates a member with two-step sign-in, and a known device and home network. */
async function owner() {
  const user = await make.user();
  const device = elsewhere();
  await login(device, user.email);
  const as = async (person: { id: string }) => elsewhere().withSession(await make.session(person));
  return { ...user, device, ...(await switchTwoStepOn({ ...app, as }, user)) };
}

/**
 * Signs in attackers who know the password from ten addresses. They carry their tickets to a
 * hundred other addresses.
 */
async function signInAttackers(email: string, tries: number, apps = [app.fastify]) {
  const deviceCookies = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const browser = elsewhere();
      expect(await login(browser, email)).toBe(200);
      return browser.cookies.get('sign-in') ?? '';
    }),
  );
  return Promise.all(
    Array.from({ length: tries }, (_, turn) => {
      const browser = elsewhere(apps[turn % apps.length]);
      browser.withCookie('sign-in', deviceCookies[turn % deviceCookies.length] ?? '');
      return finish(browser, String(turn).padStart(6, '0'));
    }),
  );
}

const countChecked = (outcomes: unknown[]) => outcomes.filter((each) => each === 'invalid').length;

it('200 codes from 200 addresses by somebody who knows the password are checked eight times', async () => {
  const { id, email, device, code, recoveryCodes } = await owner();
  const outcomes = await signInAttackers(email, 200);
  expect(countChecked(outcomes)).toBeLessThanOrEqual(8);
  expect(new Set(outcomes)).toEqual(new Set(['invalid', 'too_many_requests']));
  // They count together with codes sent to switch it off.
  const thief = elsewhere().withSession(await make.session({ id }));
  const body = { password, code: code() };
  const off = await thief.outcome('DELETE /api/auth/user/two-step', { body });
  expect(off).toBe('too_many_requests');
  // They lock the owner out of no known device.
  expect(await login(device, email)).toBe(200);
  expect(await finish(device, code())).toBe(200);
  // They leave recovery codes, which nobody can guess, as a way in elsewhere.
  const hotel = elsewhere();
  expect(await login(hotel, email)).toBe(200);
  expect(await finish(hotel, code())).toBe('too_many_requests');
  expect(await finish(hotel, recoveryCodes[0] ?? '')).toBe(200);
});

it('wrong codes count for the target account even from somebody signed in to another', async () => {
  const { email } = await owner();
  const begun = elsewhere();
  await login(begun, email);
  const outcomes: unknown[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const thief = elsewhere().withSession(await make.session(await make.user()));
    thief.withCookie('sign-in', begun.cookies.get('sign-in') ?? '');
    outcomes.push(await finish(thief, '000000'));
  }
  expect(countChecked(outcomes)).toBe(8);
});

it('the ninth wrong code in an hour is refused with an explanation', async () => {
  const { email, device } = await owner();
  await login(device, email);
  for (let turn = 0; turn < 8; turn += 1) {
    expect(await finish(device.from(addressInNewNetwork()), '000000')).toBe('invalid');
  }
  const refusal = await device.refusal('POST /api/login/code', { body: { code: '000000' } });
  expect(refusal).toMatchObject({
    status: 429,
    message: 'Too many wrong codes for this account. Please wait a while, or use a recovery code.',
  });
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3000);
});

it('a correct code does not count as a guess', async () => {
  const { email, ...person } = await make.user();
  // A device gets a new cookie at each sign-in; the home network stays the same.
  const atHome = (host: number) => new Client(app.fastify).from(`203.0.113.${host}`);
  await login(atHome(1), email);
  const as = async (user: { id: string }) => atHome(2).withSession(await make.session(user));
  const { code } = await switchTwoStepOn({ ...app, as }, person);
  for (const [right, wrong] of [
    [0, 4],
    [1, 3],
  ] as const) {
    const browser = atHome(10 + right);
    await login(browser, email);
    for (let turn = 0; turn < wrong; turn += 1)
      expect(await finish(browser, '000000')).toBe('invalid');
    expect(await finish(browser, code(right))).toBe(200);
  }
});

describe.runIf(app.engine === 'postgres')('codes at several processes', () => {
  it('count together', async () => {
    const { email } = await owner();
    const second = await app.another();
    expect(
      countChecked(await signInAttackers(email, 60, [app.fastify, second])),
    ).toBeLessThanOrEqual(8);
  });
});
