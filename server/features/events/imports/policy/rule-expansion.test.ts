import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it, vi } from 'vitest';
import { weekdays } from '#contract/events/series/recurrence.ts';
import { hour, minute } from '#contract/platform/durations.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { ruleTimes, type RuleParts } from './rule-expansion.ts';

const numRuns = Math.round(Number(process.env.PARSER_CASES ?? 500) / 5);
vi.setConfig({ testTimeout: 20_000 + numRuns * 100 });

const most = 12;

/** A rule's first times after 19:30 on a day, as '2027-01-05 19:30'. */
function ours(first: string, rule: string): string[] {
  const parts: RuleParts = Object.fromEntries(rule.split(';').map((part) => part.split('=')));
  const found: string[] = [];
  const times = ruleTimes(parts, { date: first, time: 19 * hour + 30 * minute }, first);
  for (const { date, time } of times) {
    if (found.length === most || date >= '2100') break;
    found.push(`${date} ${new Date(time).toISOString().slice(11, 16)}`);
  }
  return found;
}

function theirs(first: string, rule: string): string[] {
  const start = first.replaceAll('-', '');
  return new RRuleTemporal({
    rruleString: `DTSTART;TZID=UTC:${start}T193000\nRRULE:${rule};UNTIL=20991231T235959Z`,
  })
    .all((_, index) => index < most)
    .map((date) => date.toString().slice(0, 16).replace('T', ' '));
}

const someOf = (values: (number | string)[], maxLength = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength });
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(Boolean);
const part = (name: string, values: fc.Arbitrary<(number | string)[]>) =>
  fc
    .option(values, { nil: undefined, freq: 2 })
    .map((list) => (list ? [`${name}=${list.join()}`] : []));
const nthDays = [1, 2, 3, 5, -1, -2].flatMap((nth) => weekdays.map((day) => `${nth}${day}`));

const ruleOf = (freq: string, ...parts: fc.Arbitrary<string[]>[]) =>
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.tuple(...parts))
    .map(([interval, made]) => [`FREQ=${freq}`, `INTERVAL=${interval}`, ...made.flat()].join(';'));

const anyRule = fc.tuple(
  fc
    .date({ min: new Date('2026-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.oneof(
    ruleOf('DAILY', part('BYMONTH', someOf(numbers(1, 12))), part('BYDAY', someOf([...weekdays]))),
    ruleOf(
      'WEEKLY',
      part('BYDAY', someOf([...weekdays])),
      part('WKST', fc.constantFrom(['SU'], ['WE'])),
    ),
    ruleOf('MONTHLY', part('BYMONTHDAY', someOf(numbers(-3, 31)))),
    ruleOf('MONTHLY', part('BYDAY', someOf(nthDays)), part('BYMONTH', someOf(numbers(1, 12)))),
    ruleOf(
      'MONTHLY',
      someOf([...weekdays], 5).map((days) => [`BYDAY=${days.join()}`]),
      part('BYSETPOS', someOf([1, 2, -1])),
    ),
    ruleOf('YEARLY', part('BYMONTH', someOf(numbers(1, 12)))),
    ruleOf('YEARLY', part('BYMONTHDAY', someOf(numbers(-2, 28)))),
    ruleOf('YEARLY', part('BYDAY', someOf(nthDays)), part('BYMONTH', someOf(numbers(1, 12)))),
    ruleOf('YEARLY', part('BYYEARDAY', someOf([1, 60, 100, 366, -1]))),
  ),
);

describe('the times of a rule', () => {
  it('are those of another implementation, for any rule of days', () => {
    fc.assert(
      fc.property(anyRule, ([first, rule]) => {
        expect(ours(first, rule)).toEqual(theirs(first, rule));
      }),
      { numRuns, seed },
    );
  });
});
