import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanText } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { LocalStripe, type Trouble } from '#tests/support/stripe.ts';
import { earlyScriptHash } from '#server/ssr/early.ts';
import { donations } from './tables.ts';

const stripe = await new LocalStripe().listen();
afterAll(() => stripe.close());

const settings = stripe.settings(900);
const app = await startTestApp({ stripe: settings });
const begin = 'POST /api/create-payment-intent';
const unavailable = 'Payment processing is currently unavailable. Please try again later.';

beforeEach(() => {
  stripe.intents.clear();
  stripe.asked = 0;
  stripe.trouble = undefined;
});

const attempt = () => crypto.randomUUID();
const rows = (paymentIntentId: string) =>
  app.db
    .select()
    .from(donations)
    .where(eq(donations.paymentIntentId, cleanText(paymentIntentId)));

describe('POST /api/create-payment-intent', () => {
  it('charges whole pounds in GBP by any suitable method, and returns the client secret', async () => {
    const { status, body } = await app.visitor().call(begin, { body: { amount: 20 } });
    const [intent] = stripe.intents.values();
    expect(status).toBe(200);
    expect(body).toEqual({ clientSecret: intent?.client_secret });
    expect(intent).toMatchObject({
      amount: 2_000,
      currency: 'gbp',
      description: 'Donation to Villagehall',
      metadata: { purpose: 'donation' },
    });
  });

  it('is open to visitors, and records a member', async () => {
    const member = await app.make.user();
    const { body } = await (await app.as(member)).call(begin, { body: { amount: 5 } });
    const intent = stripe.bySecret(body.clientSecret);
    expect(intent.metadata['member']).toBe(member.id);
    expect(await rows(intent.id)).toMatchObject([
      { userId: member.id, amount: 500, currency: 'gbp', status: 'created' },
    ]);
  });

  it.each([
    [0, 'Please choose a whole number of pounds from 1 to 5,000'],
    [-5, 'Please choose a whole number of pounds from 1 to 5,000'],
    [2.5, 'Please choose a whole number of pounds from 1 to 5,000'],
    [5_001, 'Please choose a whole number of pounds from 1 to 5,000'],
    ['5', 'Please select an amount'],
    [null, 'Please select an amount'],
    [undefined, 'Please select an amount'],
  ])('refuses the amount %j: %s', async (amount, message) => {
    const refused = await app.visitor().refusal(begin, { body: { amount } });
    expect(refused).toMatchObject({ code: 'invalid', message, fields: { amount: message } });
    expect(stripe.asked).toBe(0);
  });

  it.each([1, 5_000])('accepts £%i', async (amount) => {
    const { body } = await app.visitor().call(begin, { body: { amount } });
    expect(stripe.bySecret(body.clientSecret).amount).toBe(amount * 100);
  });
});

describe('an attempt', () => {
  it('sent twice at once, as by a double click, starts one payment', async () => {
    const body = { amount: 10, attempt: attempt() };
    const visitor = app.visitor();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => visitor.call(begin, { body })),
    );
    expect(new Set(answers.map((each) => each.body.clientSecret)).size).toBe(1);
    expect(stripe.intents.size).toBe(1);
    expect(await rows([...stripe.intents.keys()][0] ?? '')).toHaveLength(1);
  });

  it('at another amount starts another payment', async () => {
    const visitor = app.visitor();
    const same = attempt();
    await visitor.call(begin, { body: { amount: 10, attempt: same } });
    await visitor.call(begin, { body: { amount: 20, attempt: same } });
    expect([...stripe.intents.values()].map(({ amount }) => amount)).toEqual([1_000, 2_000]);
  });

  it('of one member never returns another member’s payment', async () => {
    const body = { amount: 10, attempt: attempt() };
    const member = await app.as(await app.make.user());
    const own = await member.call(begin, { body });
    const other = await (await app.as(await app.make.user())).call(begin, { body });
    const visitor = await app.visitor().call(begin, { body });
    const secrets = [own, other, visitor].map((answer) => answer.body.clientSecret);
    expect(new Set(secrets).size).toBe(3);
  });
});

describe('when Stripe', () => {
  const troubles: Trouble[] = [
    'hangs',
    'drips',
    'stops half way',
    'hangs up',
    'fails',
    'answers nonsense',
  ];

  it.each(troubles)('%s, the call answers in time: 503 payments_unavailable', async (trouble) => {
    stripe.trouble = trouble;
    const began = performance.now();
    const body = { amount: 5, attempt: attempt() };
    const refused = await app.visitor().refusal(begin, { body });
    expect(refused).toMatchObject({ code: 'payments_unavailable', message: unavailable });
    expect(performance.now() - began).toBeLessThan(settings.timeoutMs + 1_000);
    stripe.trouble = undefined;
    const { body: answer } = await app.visitor().call(begin, { body });
    expect(stripe.intents.size, 'payments, after another try').toBe(1);
    expect(stripe.bySecret(answer.clientSecret).status).toBe('requires_payment_method');
  });

  it('does not know the key, donors only read that payments are unavailable', async () => {
    const wrong = await startTestApp({ stripe: { ...settings, secretKey: 'sk_test_wrong' } });
    const refused = await wrong.visitor().refusal(begin, { body: { amount: 5 } });
    expect(refused).toMatchObject({ code: 'payments_unavailable', message: unavailable });
  });
});

describe('without Stripe’s settings', async () => {
  const without = await startTestApp();

  it('payments answer 503 payments_unavailable', async () => {
    const refused = await without.visitor().refusal(begin, { body: { amount: 5 } });
    expect(refused).toMatchObject({
      status: 503,
      code: 'payments_unavailable',
      message: unavailable,
    });
  });

  it('no page may load anything from Stripe', async () => {
    const { headers } = await without.visitor().call('GET /api/user');
    expect(headers['content-security-policy']).not.toContain('stripe');
  });
});

it('with them, a page may load Stripe.js, talk to its API and show its frames, and nothing else', async () => {
  const { headers } = await app.visitor().call('GET /api/user');
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy.filter((each) => each.includes('stripe'))).toEqual([
    `script-src 'self' ${earlyScriptHash} https://js.stripe.com https://*.js.stripe.com`,
    "connect-src 'self' https://api.stripe.com",
    "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
  ]);
});

it('an address may start ten payments an hour', async () => {
  const limited = await startTestApp({ stripe: settings, rateLimits: true });
  const visitor = limited.visitor();
  for (let time = 1; time <= 10; time += 1) await visitor.call(begin, { body: { amount: 5 } });
  const refused = await visitor.refusal(begin, { body: { amount: 5 } });
  expect(refused.code).toBe('too_many_requests');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
});
