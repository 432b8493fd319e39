import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, expect, inject, test } from 'vitest';
import { FilterText } from '#contract/platform/values.ts';
import { messages, faultySignature } from '#tests/fuzz/payments.ts';
import { attempts, type Attempt } from '#tests/fuzz/requests.ts';
import { knownIdsOf, makeWorld, resolveReferences, type World } from '#tests/fuzz/world.ts';
import { startTestApp } from '#tests/support/app.ts';
import { checkAnswer } from '#tests/support/client.ts';
import { client as issuerClient, startIssuer } from '#tests/support/issuer.ts';
import { processorTime } from '#tests/support/processor.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { LocalStripe } from '#tests/support/stripe.ts';
import { likePattern } from './platform/db/search.ts';
import { webhookEvents } from './features/base/donations/tables.ts';

const stripe = await new LocalStripe(() => app.clock.read()).listen();
const provider = await startIssuer();
afterAll(() => Promise.all([stripe.close(), provider.stop()]));

/** A payment provider and an issuer are configured, so that their calls are fuzzed too. */
const app = await startTestApp({
  stripe: stripe.settings(),
  oidc: { issuer: provider.url, clientId: issuerClient.id, clientSecret: issuerClient.secret },
});
provider.serve('http://localhost/api/login/callback');

/** The number of attempts on each database; `npm run test:long` makes many more. */
const cases = Number(
  process.env.FUZZ_CASES ?? (inject('databases').engine === 'embedded' ? 500 : 200),
);

/**
 * The longest that one request may block the process, in milliseconds. A busy machine can pause the
 * process for longer, so a slow attempt is repeated up to four times and its best time counts.
 */
const longestBlock = 100;
const mostTries = 5;
const mostMemory = 200 * 1024 * 1024;
const attemptsPerWorld = 60;

const loop = monitorEventLoopDelay({ resolution: 1 });

/** Sends the attempt; returns the response and the longest pause of the event loop. */
async function send(attempt: Attempt, world: World) {
  const client = world.clients[attempt.caller];
  const request = {
    method: attempt.method,
    url: resolveReferences(attempt.url, world),
    headers: attempt.headers,
    ...(attempt.payload !== undefined && { payload: resolveReferences(attempt.payload, world) }),
  };
  loop.reset();
  const busy = processorTime();
  const response = await client.request(request);
  const took = busy();
  // A call that took less time in total can't have blocked for longer.
  if (took < longestBlock) return { response, blocked: took };
  await pause(5);
  return { response, blocked: loop.max / 1e6 };
}

async function bestOf(attempt: Attempt, world: World, first: number): Promise<number> {
  let best = first;
  for (let tries = 1; tries < mostTries && best >= longestBlock; tries += 1) {
    best = Math.min(best, (await send(attempt, world)).blocked);
  }
  return best;
}

/** Finds a fault in an answer: a server error, or an undeclared success. */
function faultIn({ key }: Attempt, response: LightMyRequestResponse): string | undefined {
  const { statusCode, body } = response;
  if (statusCode >= 500) return body;
  if (statusCode < 300) checkAnswer(key, response);
  return undefined;
}

/** Measures the heap after garbage collection. */
function memoryReader(): () => number {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  return () => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
}

test(
  `any call answers any input as the contract says (${cases} attempts, seed ${seed})`,
  { timeout: 60_000 + cases * 100 },
  async () => {
    const accepted = new Map<string, number>();
    let [refused, slowest, left] = [0, 0, attemptsPerWorld];
    let world = await makeWorld(app);
    const memory = memoryReader();
    const before = memory();
    const began = performance.now();
    loop.enable();
    const property = fc
      .asyncProperty(attempts(knownIdsOf), async (attempt) => {
        const { response, blocked } = await send(attempt, world);
        const status = response.statusCode;
        if (status >= 400) refused += 1;
        else accepted.set(attempt.key, (accepted.get(attempt.key) ?? 0) + 1);
        const block = await bestOf(attempt, world, blocked);
        slowest = Math.max(slowest, block);
        expect(faultIn(attempt, response)).toBeUndefined();
        expect(block).toBeLessThan(longestBlock);
      })
      .beforeEach(async () => {
        left -= 1;
        if (left > 0) return;
        world = await makeWorld(app);
        left = attemptsPerWorld;
      });
    await fc.assert(property, { seed, numRuns: cases });
    loop.disable();
    const grown = memory() - before;
    const acceptedCalls = [...accepted.values()].reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - began) / 1000;
    console.info(
      `${cases} attempts in ${seconds.toFixed(1)} s: ${acceptedCalls} accepted by ${accepted.size} calls, ` +
        `${refused} refused; the slowest kept the process for ${slowest.toFixed(0)} ms at most; ${(grown / 1e6).toFixed(1)} MB more in use`,
    );
    expect(grown).toBeLessThan(mostMemory);
    expect(acceptedCalls).toBeGreaterThan(cases / 10);
  },
);

const searched = fc
  .string({ unit: fc.constantFrom('%', '_', '\\', "'", '"', 'a', 'B', ' ', '$', '.', '*', '(') })
  .map((text) => FilterText.parse(text.slice(0, 60)) ?? 'a');

test(`a search finds any text literally (seed ${seed})`, async () => {
  const property = fc.asyncProperty(searched, searched, async (text, other) => {
    const { rows } = await app.db.execute(sql`
      SELECT ${`x${text}x`}::text ILIKE ${likePattern(text)} AS "inIt",
        ${other}::text ILIKE ${likePattern(text)} AS "inOther"`);
    const inOther = other.toLowerCase().includes(text.toLowerCase());
    expect(rows[0]).toEqual({ inIt: true, inOther });
  });
  await fc.assert(property, { seed, numRuns: 200 });
});

test(
  `any webhook event is accepted or refused, and counts once it is signed (seed ${seed})`,
  async () => {
    const paymentIds = await Promise.all(
      [5, 10, 20].map(async (amount) => {
        const call = await app
          .visitor()
          .call('POST /api/create-payment-intent', { body: { amount } });
        return stripe.bySecret(call.body.clientSecret).id;
      }),
    );
    const post = (payload: string, signature: string) =>
      app.visitor().request({
        method: 'POST',
        url: '/api/stripe/webhook',
        payload,
        headers: {
          'content-type': 'application/json',
          'stripe-signature': signature,
          origin: undefined,
        },
      });
    const recorded = () => app.db.$count(webhookEvents);
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(messages(paymentIds), async (payload) => {
      const { statusCode, body } = await post(payload, stripe.sign(payload));
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      // The last case is for a message of more than 64 KB.
      expect([200, 400, 413], `${payload.slice(0, 500)}: ${body}`).toContain(statusCode);
    });
    await fc.assert(property, { seed, numRuns: cases });
    const before = await recorded();
    const forged = fc.asyncProperty(
      messages(paymentIds).chain((payload) =>
        faultySignature(stripe.sign(payload)).map((signature) => ({ payload, signature })),
      ),
      async ({ payload, signature }) => {
        expect([400, 413]).toContain((await post(payload, signature)).statusCode);
      },
    );
    await fc.assert(forged, { seed, numRuns: Math.ceil(cases / 2) });
    expect(await recorded()).toBe(before);
    console.info(
      `${cases} signed messages of payments: ${statuses.get(200)} taken, ${statuses.get(400)} refused`,
    );
    expect(statuses.get(200)).toBeGreaterThan(cases / 10);
  },
  30_000 + cases * 100,
);
