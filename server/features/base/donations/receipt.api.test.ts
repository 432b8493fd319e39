import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '#tests/support/app.ts';
import { createTestMailer } from '#tests/support/mailer.ts';
import { startMailServer } from '#tests/support/smtp.ts';
import { LocalStripe, type StripeEvent } from '#tests/support/stripe.ts';

const stripe = await new LocalStripe(() => app.clock.read()).listen();
const app = await startTestApp({ stripe: stripe.settings() });
const server = await startMailServer();
afterAll(() => Promise.all([stripe.close(), server.close()]));
const mailer = await createTestMailer(app, { SMTP_URL: server.url });

beforeEach(() => {
  server.received.length = 0;
});

async function beginPayment(by?: { id: string }) {
  const client = by ? await app.as(by) : app.visitor();
  const { body } = await client.call('POST /api/create-payment-intent', { body: { amount: 20 } });
  return stripe.bySecret(body.clientSecret);
}

async function deliver(events: StripeEvent[]) {
  for (const event of events) {
    const payload = JSON.stringify(event);
    const { statusCode } = await app.visitor().request({
      method: 'POST',
      url: '/api/stripe/webhook',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': stripe.sign(payload) },
    });
    expect(statusCode).toBe(200);
  }
  await mailer.deliver();
}

describe('the receipt of a donation', () => {
  it('goes to the member once, whichever webhook event comes first, however often', async () => {
    const member = await app.make.user({ firstName: 'Ada' });
    const events = stripe.succeed(await beginPayment(member), 'somewhere.else@example.org');
    await deliver([...events.toReversed(), ...events]);
    expect(server.received.map(({ to }) => to)).toEqual([[member.email]]);
    const admin = await app.as(await app.make.admin());
    const { body } = await admin.call('GET /api/admin/mail', { query: { limit: 1 } });
    expect(body).toMatchObject([
      { recipient: member.email, subject: 'Your donation of £20.00 to Villagehall' },
    ]);
  });

  it("goes to a visitor's own address", async () => {
    await deliver(stripe.succeed(await beginPayment(), 'giver@example.org'));
    expect(server.received.map(({ to }) => to)).toEqual([['giver@example.org']]);
    expect(server.received[0]?.raw).not.toContain('See your donations');
  });

  it.each([null, 'not an address'])('is not sent to %j', async (email) => {
    await deliver(stripe.succeed(await beginPayment(), email));
    expect(server.received).toEqual([]);
  });

  it('is not sent for a failed payment, nor after a refund', async () => {
    const intent = await beginPayment(await app.make.user());
    await deliver([stripe.fail(intent)]);
    const success = stripe.succeed(intent);
    const refund = { ...stripe.refund(intent), status: 'succeeded' };
    await deliver([stripe.tell('refund.created', refund), ...success]);
    expect(server.received).toEqual([]);
  });
});
