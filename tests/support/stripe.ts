// A server that implements the parts of Stripe's HTTP API that the site uses: payments with their
// states, idempotency, refusals, network trouble, and webhook events signed like Stripe's.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import type { StripeSettings } from '#platform/config.ts';

/** Failures of the network or of Stripe in the calls that create a payment. */
export type Trouble =
  | 'hangs'
  | 'drips'
  | 'stops half way'
  | 'hangs up'
  | 'fails'
  | 'answers nonsense';

interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  currency: string;
  client_secret: string;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  description: string | undefined;
  metadata: Record<string, string>;
  latest_charge: string | null;
}

export interface StripeEvent {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  data: { object: Record<string, unknown> };
}

/** The test cards of Stripe's test mode; the last one pays by a slow bank. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenged: '4000000000003220',
  slow: '4000000000000077',
};

const id = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;

export class LocalStripe {
  readonly intents = new Map<string, Intent>();
  /** The events so far, in order; tests send them. */
  readonly events: StripeEvent[] = [];
  /** How many payments were requested, retries and repetitions included. */
  asked = 0;
  trouble: Trouble | undefined;
  readonly #answers = new Map<string, { params: string; status: number; body: unknown }>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  readonly #now: () => Date;
  readonly #secretKey = `sk_test_${randomBytes(12).toString('hex')}`;
  readonly webhookSecret = `whsec_${randomBytes(12).toString('hex')}`;

  constructor(now: () => Date = () => new Date()) {
    this.#now = now;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The site's settings for this server. The public key contains its port, for pages. */
  settings(timeoutMs = 3_000): StripeSettings {
    return {
      secretKey: this.#secretKey,
      publishableKey: `pk_test_${this.port}`,
      webhookSecret: this.webhookSecret,
      apiBase: `http://127.0.0.1:${this.port}`,
      timeoutMs,
    };
  }

  intent(intentId: string): Intent {
    const intent = this.intents.get(intentId);
    if (!intent) throw new Error(`there is no payment ${intentId}`);
    return intent;
  }

  /** Returns the payment that a client secret belongs to. */
  bySecret(clientSecret: string): Intent {
    return this.intent(clientSecret.split('_secret_')[0] ?? '');
  }

  /** Returns the signature header that Stripe would send with a webhook event. */
  sign(payload: string, { at = this.#now(), secret = this.webhookSecret } = {}): string {
    return new Stripe('sk_test_signs').webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    });
  }

  tell(type: string, object: object, at = this.#now()): StripeEvent {
    const event: StripeEvent = {
      id: id('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(at.getTime() / 1000),
      type,
      data: { object: { ...object } },
    };
    this.events.push(event);
    return event;
  }

  process(intent: Intent): StripeEvent {
    intent.status = 'processing';
    return this.tell('payment_intent.processing', intent);
  }

  fail(intent: Intent): StripeEvent {
    intent.status = 'requires_payment_method';
    return this.tell('payment_intent.payment_failed', intent);
  }

  cancel(intent: Intent): StripeEvent {
    intent.status = 'canceled';
    return this.tell('payment_intent.canceled', intent);
  }

  succeed(intent: Intent, email: string | null = null): StripeEvent[] {
    intent.status = 'succeeded';
    intent.latest_charge = id('ch');
    const { amount, currency, metadata } = intent;
    const charge = {
      id: intent.latest_charge,
      object: 'charge',
      payment_intent: intent.id,
      amount,
      currency,
      metadata,
      billing_details: { email },
      payment_method_details: { card: { brand: 'visa', last4: '4242' } },
    };
    return [this.tell('charge.succeeded', charge), this.tell('payment_intent.succeeded', intent)];
  }

  /** Starts a refund; tests report its outcome through the returned object. */
  refund(intent: Intent, amount = intent.amount) {
    return { id: id('re'), object: 'refund', payment_intent: intent.id, amount };
  }

  dispute(intent: Intent) {
    return { id: id('dp'), object: 'dispute', payment_intent: intent.id, amount: intent.amount };
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const params = new URLSearchParams(body);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe.test');
    const [, intentId = '', action] =
      /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (request.method === 'POST' && pathname === '/v1/payment_intents') {
      this.#begin(request, body, params, response);
    } else if (request.method === 'POST' && pathname === '/deliver') {
      answer(response, 200, await this.#deliver(searchParams.get('to') ?? ''));
    } else if (this.intents.has(intentId)) {
      this.#act(this.intent(intentId), action, params, response);
    } else {
      refuse(response, 404, { type: 'invalid_request_error', message: 'No such thing' });
    }
  }

  #begin(
    request: IncomingMessage,
    body: string,
    params: URLSearchParams,
    response: ServerResponse,
  ): void {
    this.asked += 1;
    const key = String(request.headers['idempotency-key']);
    if (request.headers.authorization !== `Bearer ${this.#secretKey}`) {
      refuse(response, 401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
      return;
    }
    const before = this.#answers.get(key);
    if (before && before.params !== body) {
      refuse(response, 400, { type: 'idempotency_error', message: 'Other parameters before' });
      return;
    }
    const made = before ?? { params: body, status: 200, body: this.#make(params) };
    this.#answers.set(key, made);
    if (this.trouble) makeTrouble(this.trouble, made.body, response);
    else answer(response, made.status, made.body);
  }

  #make(params: URLSearchParams): Intent {
    const intentId = id('pi');
    const metadata = [...params]
      .map(([name, value]) => [/^metadata\[(\w+)\]$/.exec(name)?.[1], value] as const)
      .filter(([name]) => name !== undefined);
    const intent: Intent = {
      id: intentId,
      object: 'payment_intent',
      amount: Number(params.get('amount')),
      currency: params.get('currency') ?? '',
      client_secret: `${intentId}_secret_${randomBytes(12).toString('hex')}`,
      status: 'requires_payment_method',
      description: params.get('description') ?? undefined,
      metadata: Object.fromEntries(metadata) as Record<string, string>,
      latest_charge: null,
    };
    this.intents.set(intentId, intent);
    return intent;
  }

  /** Acts like Stripe.js for the donor. */
  #act(
    intent: Intent,
    action: string | undefined,
    params: URLSearchParams,
    response: ServerResponse,
  ): void {
    const email = params.get('email');
    if (params.get('client_secret') !== intent.client_secret) {
      refuse(response, 401, { type: 'invalid_request_error', message: 'Not the client secret' });
    } else if (intent.status === 'succeeded' && action) {
      refuse(response, 400, {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        message: 'This payment has already succeeded.',
        payment_intent: intent,
      });
    } else if (action === 'confirm' && params.get('card') === cards.declined) {
      this.fail(intent);
      refuse(response, 402, {
        type: 'card_error',
        code: 'card_declined',
        message: 'Your card was declined.',
        payment_intent: intent,
      });
    } else {
      if (action === 'confirm' && params.get('card') === cards.challenged)
        intent.status = 'requires_action';
      else if (action === 'confirm' && params.get('card') === cards.slow) this.process(intent);
      else if (action) this.succeed(intent, email);
      answer(response, 200, intent);
    }
  }

  /** Sends every webhook event to a site, like Stripe; returns the statuses. */
  async #deliver(to: string): Promise<number[]> {
    return Promise.all(
      this.events.splice(0).map(async (event) => {
        const payload = JSON.stringify(event);
        const response = await fetch(`${to}/api/stripe/webhook`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json; charset=utf-8',
            'stripe-signature': this.sign(payload),
          },
          body: payload,
        });
        return response.status;
      }),
    );
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': id('req') });
  response.end(JSON.stringify(body));
}

const refuse = (response: ServerResponse, status: number, error: object) =>
  answer(response, status, { error });

function makeTrouble(trouble: Trouble, body: unknown, response: ServerResponse): void {
  const text = JSON.stringify(body);
  if (trouble === 'hangs') return;
  if (trouble === 'hangs up') return void response.destroy();
  if (trouble === 'fails') {
    return refuse(response, 500, { type: 'api_error', message: 'Something went wrong at Stripe' });
  }
  if (trouble === 'answers nonsense') return void response.end('<html>');
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, 20));
  if (trouble === 'stops half way') return void setTimeout(() => response.destroy(), 20);
  drip(response, text.slice(20));
}

/** Sends a byte now and then, and never ends. */
function drip(response: ServerResponse, text: string): void {
  const drops = [...text];
  const tap = setInterval(() => {
    if (drops.length < 2) return;
    response.write(drops.shift() ?? '');
  }, 50);
  response.on('close', () => clearInterval(tap));
}
