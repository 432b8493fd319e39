import type { AddressInfo } from 'node:net';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanText, cleanTexts } from '#contract/platform/clean-text.ts';
import { startTestApp } from '#tests/support/app.ts';
import { LocalStripe, type StripeEvent } from '#tests/support/stripe.ts';
import { donations, webhookEvents } from './tables.ts';
import { minute } from '#contract/platform/durations.ts';

const stripe = await new LocalStripe(() => app.clock.read()).listen();
afterAll(() => stripe.close());

const lines: string[] = [];
const app = await startTestApp(
  { stripe: stripe.settings(), logLevel: 'trace' },
  { logTo: { write: (line) => void lines.push(line) } },
);

const url = '/api/stripe/webhook';
const minutesLater = (minutes: number) => new Date(app.clock.read().getTime() + minutes * minute);

/** Posts a webhook event as Stripe does: no cookie, no Origin. */
function post(payload: string, signature: string | undefined = stripe.sign(payload)) {
  return app.visitor().request({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signature,
      origin: undefined,
    },
  });
}

async function deliver(...events: StripeEvent[]) {
  for (const event of events) {
    const response = await post(JSON.stringify(event));
    expect(response.json()).toEqual({ received: true });
  }
}

async function beginPayment(amount = 20, by?: { id: string }) {
  const client = by ? await app.as(by) : app.visitor();
  const { body } = await client.call('POST /api/create-payment-intent', { body: { amount } });
  return stripe.bySecret(body.clientSecret);
}

async function recorded(paymentIntentId: string) {
  const [row, ...more] = await app.db
    .select()
    .from(donations)
    .where(eq(donations.paymentIntentId, cleanText(paymentIntentId)));
  expect(more).toEqual([]);
  return row;
}

describe('a payment’s webhook events', () => {
  it('of success record the donation: amount, currency, member', async () => {
    const member = await app.make.user();
    const intent = await beginPayment(20, member);
    await deliver(...stripe.succeed(intent));
    expect(await recorded(intent.id)).toMatchObject({
      userId: member.id,
      amount: 2_000,
      currency: 'gbp',
      status: 'succeeded',
    });
  });

  it("count even when the site has lost the payment's start, the member included", async () => {
    const member = await app.make.user();
    const intent = await beginPayment(20, member);
    await app.db.delete(donations).where(eq(donations.paymentIntentId, cleanText(intent.id)));
    await deliver(...stripe.succeed(intent));
    expect(await recorded(intent.id)).toMatchObject({ userId: member.id, status: 'succeeded' });
  });

  it('of a member who has since left are stored without the member', async () => {
    const intent = await beginPayment();
    await app.db.delete(donations).where(eq(donations.paymentIntentId, cleanText(intent.id)));
    intent.metadata['member'] = 'gone';
    await deliver(...stripe.succeed(intent));
    expect(await recorded(intent.id)).toMatchObject({ userId: null, status: 'succeeded' });
  });

  it('about another product on the same account are ignored', async () => {
    const intent = { ...(await beginPayment()), id: 'pi_shop', metadata: {} };
    await deliver(...stripe.succeed(intent));
    expect(await recorded('pi_shop')).toBeUndefined();
  });

  it('of an unused kind are accepted, and not stored', async () => {
    const event = stripe.tell('customer.created', { id: 'cus_1' });
    await deliver(event);
    const rows = await app.db
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.id, cleanText(event.id)));
    expect(rows).toEqual([]);
  });

  it('follow a payment from processing through failure and retry to cancellation', async () => {
    const intent = await beginPayment();
    const status = async () => (await recorded(intent.id))?.status;
    expect(await status()).toBe('created');
    await deliver(stripe.process(intent));
    expect(await status()).toBe('processing');
    app.clock.advanceHours(1);
    await deliver(stripe.fail(intent));
    expect(await status()).toBe('failed');
    app.clock.advanceHours(1);
    await deliver(stripe.process(intent));
    expect(await status()).toBe('processing');
    await deliver(stripe.cancel(intent));
    expect(await status()).toBe('cancelled');
  });
});

describe('returned money', () => {
  async function donate() {
    const intent = await beginPayment(20);
    await deliver(...stripe.succeed(intent));
    return intent;
  }

  it('in two parts counts as refunded', async () => {
    const intent = await donate();
    const refundInPart = (amount: number, status: string) => {
      const refund = { ...stripe.refund(intent, amount), status };
      return deliver(stripe.tell('refund.created', refund), stripe.tell('refund.updated', refund));
    };
    await refundInPart(500, 'pending');
    expect(await recorded(intent.id)).toMatchObject({ status: 'succeeded', refundedAmount: 500 });
    await refundInPart(1_500, 'succeeded');
    expect(await recorded(intent.id)).toMatchObject({ status: 'refunded', refundedAmount: 2_000 });
  });

  it('by a refund that fails stays after all', async () => {
    const intent = await donate();
    const refund = stripe.refund(intent);
    const events = ['pending', 'succeeded', 'failed'].map((status) =>
      stripe.tell(status === 'failed' ? 'refund.failed' : 'refund.updated', { ...refund, status }),
    );
    await deliver(...events.toReversed());
    expect(await recorded(intent.id)).toMatchObject({ status: 'succeeded', refundedAmount: 0 });
  });

  it('by a dispute does not count while it is open, nor once it is lost', async () => {
    const intent = await donate();
    const dispute = stripe.dispute(intent);
    const sendEvent = (type: string, status: string) =>
      deliver(stripe.tell(`charge.dispute.${type}`, { ...dispute, status }));
    await sendEvent('created', 'needs_response');
    expect((await recorded(intent.id))?.status).toBe('disputed');
    await sendEvent('closed', 'lost');
    expect((await recorded(intent.id))?.status).toBe('disputed');
  });

  it('by a won dispute stays', async () => {
    const intent = await donate();
    const dispute = stripe.dispute(intent);
    await deliver(
      stripe.tell('charge.dispute.closed', { ...dispute, status: 'won' }),
      stripe.tell('charge.dispute.created', { ...dispute, status: 'needs_response' }),
    );
    expect((await recorded(intent.id))?.status).toBe('succeeded');
  });

  it("can arrive before the payment's own event", async () => {
    const intent = await beginPayment();
    await app.db.delete(donations).where(eq(donations.paymentIntentId, cleanText(intent.id)));
    const success = stripe.succeed(intent);
    await deliver(
      stripe.tell('refund.created', { ...stripe.refund(intent), status: 'succeeded' }),
      ...success,
    );
    expect((await recorded(intent.id))?.status).toBe('refunded');
  });
});

describe('the webhook refuses', () => {
  const payload = () => JSON.stringify(stripe.tell('payment_intent.succeeded', { id: 'pi_x' }));

  it.each([
    ['a signature with another secret', () => stripe.sign(payload(), { secret: 'whsec_other' })],
    ['no signature', () => undefined],
    ['an empty signature', () => ''],
    ['a signature of nothing', () => 't=1,v1='],
    ['a signature of other words', () => stripe.sign('{}')],
  ])('%s', async (_, signature) => {
    const response = await app.visitor().request({
      method: 'POST',
      url,
      payload: payload(),
      headers: { 'content-type': 'application/json', 'stripe-signature': signature() },
    });
    expect(response.json()).toMatchObject({ code: 'invalid' });
  });

  it('an event changed by one byte, even white space', async () => {
    const text = payload();
    expect((await post(`${text} `, stripe.sign(text))).statusCode).toBe(400);
  });

  it('an event older than five minutes', async () => {
    const text = payload();
    const old = stripe.sign(text, { at: minutesLater(-6) });
    expect((await post(text, old)).statusCode).toBe(400);
    const young = stripe.sign(text, { at: minutesLater(-4) });
    expect((await post('{}', young)).statusCode).toBe(400);
  });

  it('a signed event without valid content', async () => {
    const { statusCode } = await post('{"id":');
    expect(statusCode).toBe(400);
    expect((await post('[]')).statusCode).toBe(400);
    const odd = stripe.tell('payment_intent.succeeded', { amount: 'lots' });
    expect((await post(JSON.stringify(odd))).statusCode).toBe(400);
  });

  it('a huge body, before reading it', async () => {
    const huge = JSON.stringify({ padding: 'x'.repeat(70_000) });
    expect((await post(huge)).json()).toMatchObject({ code: 'too_large' });
  });

  it('anything but JSON', async () => {
    const response = await app.visitor().request({
      method: 'POST',
      url,
      payload: 'a=b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });
});

/** Each payment's events in order, and its final state. */
const stories: ((intent: ReturnType<typeof stripe.intent>) => string)[] = [
  (intent) => {
    stripe.process(intent);
    stripe.succeed(intent);
    return 'succeeded';
  },
  (intent) => {
    stripe.fail(intent);
    stripe.succeed(intent);
    stripe.tell('refund.created', { ...stripe.refund(intent), status: 'succeeded' });
    return 'refunded';
  },
  (intent) => {
    stripe.fail(intent);
    stripe.cancel(intent);
    return 'cancelled';
  },
  (intent) => {
    stripe.succeed(intent);
    const dispute = stripe.dispute(intent);
    stripe.tell('charge.dispute.created', { ...dispute, status: 'needs_response' });
    stripe.tell('charge.dispute.closed', { ...dispute, status: 'won' });
    return 'succeeded';
  },
  (intent) => {
    stripe.process(intent);
    stripe.fail(intent);
    return 'failed';
  },
];

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Delivers like Stripe, which retries an event that a site without a free connection refuses. */
async function delivered(event: string): Promise<number> {
  const { statusCode } = await post(event);
  return statusCode === 503 ? delivered(event) : statusCode;
}

it('200 deliveries in any order, some twice, all at once: each donation once and in its correct state', async () => {
  const intents = await Promise.all(Array.from({ length: 40 }, () => beginPayment(10)));
  stripe.events.length = 0;
  const ends = new Map(
    intents.map((intent, place) => [intent.id, stories[place % stories.length]?.(intent)]),
  );
  const events = [...stripe.events];
  const deliveries = shuffled([...events, ...events]).slice(0, 200 - events.length);
  const all = shuffled([...events, ...deliveries]);
  expect(all).toHaveLength(200);
  const statuses = await Promise.all(all.map((event) => delivered(JSON.stringify(event))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const rows = await app.db
    .select()
    .from(donations)
    .where(inArray(donations.paymentIntentId, cleanTexts([...ends.keys()])));
  expect(new Map(rows.map((row) => [row.paymentIntentId, row.status]))).toEqual(ends);
  expect(rows).toHaveLength(40);
});

it('forged events do not fill the log', async () => {
  const process = await app.another();
  const before = lines.length;
  const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=made-up' };
  for (let count = 0; count < 40; count += 1) {
    await process.inject({ method: 'POST', url, payload: '{}', headers });
  }
  const refusals = lines
    .slice(before)
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ msg }) => msg === 'a webhook event was refused');
  expect(refusals.map(({ level }) => level)).toEqual(Array.from({ length: 10 }, () => 40));
});

it('no log line at the most detailed level contains a key, a client secret or card data', async () => {
  const intent = await beginPayment();
  await deliver(...stripe.succeed(intent, 'donor@example.org'));
  await post('{}', 't=1,v1=0');
  stripe.trouble = 'fails';
  await app.visitor().send('POST /api/create-payment-intent', { body: { amount: 5 } });
  stripe.trouble = undefined;
  const back = `/api/user?payment_intent=${intent.id}&payment_intent_client_secret=${intent.client_secret}&redirect_status=succeeded`;
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.fastify.server.address() as AddressInfo;
  await fetch(`http://127.0.0.1:${port}${back}`);
  const log = lines.join('');
  expect(log).toContain('a payment could not be started');
  expect(log).toContain('a webhook event was refused');
  expect(log).toContain('"route":"/api/user"');
  const { secretKey, webhookSecret } = stripe.settings();
  for (const secret of [secretKey, webhookSecret, '_secret_', 'last4', 'visa', 'donor@example.org'])
    expect(log).not.toContain(secret);
});
