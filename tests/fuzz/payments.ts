import fc from 'fast-check';
import { nearlyValid } from './schemas.ts';
import { absurd, words } from './values.ts';

/** The payment number of a donation that started here, or an unknown one. */
const intent = (known: string[]) => fc.oneof(fc.constantFrom(...known), words, fc.uuid());

const amount = fc.oneof(
  fc.integer({ min: 0, max: 500_000 }),
  fc.constantFrom(-1, 0.5, 2_147_483_648, 2 ** 53, Number.MAX_SAFE_INTEGER),
);

const types = fc.constantFrom(
  'payment_intent.processing',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.succeeded',
  'charge.succeeded',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.created',
  '__proto__',
  'constructor',
);

const about = (known: string[]) =>
  fc.record({
    id: intent(known),
    amount,
    currency: fc.constantFrom('gbp', 'GBP', 'eur', '', 'g'.repeat(300), '\u0000'),
    metadata: fc.oneof(
      fc.constantFrom({ purpose: 'donation' }, { purpose: 'donation', member: 'nobody' }, {}, null),
      fc.dictionary(words, words, { maxKeys: 3 }),
    ),
    payment_intent: fc.oneof(intent(known), fc.constant(null), fc.record({ id: intent(known) })),
    billing_details: fc.constantFrom({ email: 'donor@example.com' }, { email: 'x' }, null),
    status: fc.constantFrom('succeeded', 'failed', 'pending', 'lost', 'won', '__proto__', null),
  });

const created = fc.oneof(
  fc.integer({ min: 1_781_000_000, max: 1_782_000_000 }),
  fc.constantFrom(-1, 0, 8_640_000_000_000, 8_640_000_000_001, 2 ** 53, 253_402_300_800),
);

/** Webhook events that Stripe may send, near misses, and impossible ones. */
export const messages = (known: string[]): fc.Arbitrary<string> => {
  const event = fc.record({
    id: fc.oneof({ weight: 5, arbitrary: fc.uuid() }, { weight: 1, arbitrary: words }),
    type: types,
    created,
    data: fc.record({
      object: fc.oneof(
        { weight: 4, arbitrary: about(known) },
        { weight: 3, arbitrary: nearlyValid(about(known)) },
      ),
    }),
  });
  return fc
    .oneof(
      { weight: 6, arbitrary: event },
      { weight: 2, arbitrary: nearlyValid(event) },
      { weight: 1, arbitrary: absurd },
    )
    .map((value) => JSON.stringify(value));
};

/** Makes a faulty signature, which must count for nothing. */
export const faultySignature = (signature: string): fc.Arbitrary<string> => {
  const [time = '', sum = ''] = signature.split(',');
  return fc.oneof(
    fc.constantFrom(
      '',
      'v1',
      't=,v1=',
      time,
      sum,
      `${sum},${time.replace('t=', 't=9')}`,
      `${time},${sum.slice(0, -1)}`,
      `${time},${sum.replace('v1=', 'v0=')}`,
      `t=1,${sum}`,
      `t=NaN,${sum}`,
      `t=-1,${sum}`,
      `${time},v1=${'0'.repeat(64)}`,
      `${time}${',v1=00'.repeat(1_000)}`,
    ),
    words.map((word) => `${time},v1=${encodeURIComponent(word.toWellFormed())}`),
  );
};
