import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advanceProgress, afterReversals, laterReversal, type Progress } from './policy.ts';

const unheard: Progress = { status: 'created', attemptedAt: null };
const moment = (seconds: number) => new Date(seconds * 1000);

const statusEvent = fc.record({
  status: fc.constantFrom('processing' as const, 'failed' as const, 'succeeded' as const),
  at: fc.integer({ min: 0, max: 3 }).map(moment),
});
type StatusEvent = { status: 'processing' | 'failed' | 'succeeded'; at: Date };

const applyEvents = (events: readonly StatusEvent[]) =>
  events.reduce((progress, { status, at }) => advanceProgress(progress, status, at), unheard);

describe('the state of a payment', () => {
  it('does not depend on the order or the number of its events', () => {
    fc.assert(
      fc.property(
        fc.array(statusEvent, { minLength: 1, maxLength: 6 }).chain((events) =>
          fc.tuple(
            fc.constant(events),
            fc.shuffledSubarray([...events, ...events], {
              minLength: events.length * 2,
              maxLength: events.length * 2,
            }),
          ),
        ),
        ([events, again]) => {
          expect(applyEvents(again).status).toEqual(applyEvents(events).status);
        },
      ),
    );
  });

  it('is failed when both events came within one second', () => {
    const both = [
      { status: 'failed', at: moment(1) },
      { status: 'processing', at: moment(1) },
    ] as const;
    expect(applyEvents(both).status).toBe('failed');
    expect(applyEvents(both.toReversed()).status).toBe('failed');
  });
});

describe('the state of a refund or dispute', () => {
  const state = fc.constantFrom('open' as const, 'done' as const, 'undone' as const);

  it('does not depend on the order of its events either', () => {
    fc.assert(
      fc.property(state, state, (one, other) => {
        expect(laterReversal(one, other)).toBe(laterReversal(other, one));
      }),
    );
  });
});

describe('a donation after its reversals', () => {
  const refund = (amount: number, state: 'open' | 'done' | 'undone' = 'done') =>
    ({ kind: 'refund', amount, state }) as const;
  const dispute = (state: 'open' | 'done' | 'undone') =>
    ({ kind: 'dispute', amount: 500, state }) as const;

  it.each([
    ['succeeded', [], 'succeeded', 0],
    ['succeeded', [refund(200)], 'succeeded', 200],
    ['succeeded', [refund(200), refund(300, 'open')], 'refunded', 500],
    ['refunded', [refund(500, 'undone')], 'succeeded', 0],
    ['succeeded', [dispute('open')], 'disputed', 0],
    ['succeeded', [dispute('done')], 'disputed', 0],
    ['disputed', [dispute('undone')], 'succeeded', 0],
    ['created', [refund(500)], 'created', 500],
    ['cancelled', [], 'cancelled', 0],
  ] as const)('%s with %j is %s', (status, reversals, now, refundedAmount) => {
    expect(afterReversals(status, 500, reversals)).toEqual({ status: now, refundedAmount });
  });
});
