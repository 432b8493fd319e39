import { describe, expect, it } from 'vitest';
import { planChange, type RuleDate, type SeriesDate } from './plan.ts';

const now = new Date('2027-01-13T12:00:00Z');

const on = (day: string, clock = '19:30'): RuleDate => ({
  day,
  startTime: new Date(`${day}T${clock}:00Z`),
  endTime: new Date(`${day}T21:30:00Z`),
});
const date = (id: number, day: string, state: Partial<SeriesDate> = {}): SeriesDate => ({
  id,
  ...on(day),
  status: 'scheduled',
  edited: false,
  ...state,
});

const past = date(1, '2027-01-05');
const first = date(2, '2027-01-19');
const second = date(3, '2027-01-26');
const third = date(4, '2027-02-02');
const dates = [past, first, second, third];
const edited = { edited: true } as const;
const dropped = { status: 'cancelled' } as const;
const calledOff = { status: 'cancelled', edited: true } as const;

const later = ({ day }: SeriesDate) => {
  const { startTime, endTime } = on(day, '20:00');
  return { startTime, endTime };
};
const asIs = ({ startTime, endTime }: SeriesDate) => ({ startTime, endTime });

type Case = Partial<Parameters<typeof planChange>[1] & Parameters<typeof planChange>[2]>;

/** Returns ids, or the days of new dates. */
function plan(existing: SeriesDate[], change: Case = {}) {
  const { rule, timesOf = asIs, includeEdited = false, scope = 'all', fromDay } = change;
  const made = planChange(existing, { rule, timesOf, includeEdited }, { scope, fromDay }, now);
  return {
    staying: made.staying.map((each) => each.date.id),
    added: made.added.map(({ day }) => day),
    cancelled: made.cancelled.map(({ id }) => id),
    revived: made.revived.map((each) => each.date.id),
    leftAlone: made.leftAlone.map(({ id }) => id),
  };
}
const nothing = { staying: [], added: [], cancelled: [], revived: [], leftAlone: [] };
const tuesdays = ['2027-01-19', '2027-01-26', '2027-02-02'].map((day) => on(day));

describe('planChange', () => {
  it.each<[string, SeriesDate[], Case, Partial<ReturnType<typeof plan>>]>([
    ['all dates to come, and none that has begun', dates, {}, { staying: [2, 3, 4] }],
    [
      'those from a day on',
      dates,
      { scope: 'following', fromDay: second.day },
      { staying: [3, 4] },
    ],
    [
      'an edited one is left alone',
      [first, { ...second, ...edited }, third],
      {},
      { staying: [2, 4], leftAlone: [3] },
    ],
    [
      'an edited one is changed where that is wanted',
      [first, { ...second, ...edited }],
      { includeEdited: true },
      { staying: [2, 3] },
    ],
    [
      'a cancelled one stays as it is',
      [first, { ...second, ...dropped }, { ...third, ...calledOff }],
      { includeEdited: true },
      { staying: [2] },
    ],
    [
      'a rule keeps the dates that both have, cancels those it drops, and adds what is new',
      dates,
      { rule: [on('2027-01-19'), on('2027-02-02'), on('2027-02-16')] },
      { staying: [2, 4], cancelled: [3], added: ['2027-02-16'] },
    ],
    [
      'a rule drops no edited date',
      [first, { ...second, ...edited }],
      { rule: [on('2027-01-19')] },
      { staying: [2], leftAlone: [3] },
    ],
    [
      'a rule drops an edited date where that is wanted',
      [first, { ...second, ...edited }],
      { rule: [on('2027-01-19')], includeEdited: true },
      { staying: [2], cancelled: [3] },
    ],
    [
      'a rule revives what an earlier one has dropped',
      [first, { ...second, ...dropped }],
      { rule: tuesdays.slice(0, 2) },
      { staying: [2], revived: [3] },
    ],
    [
      'what was called off by hand stays off',
      [first, { ...second, ...calledOff }],
      { rule: tuesdays.slice(0, 2), includeEdited: true },
      { staying: [2] },
    ],
    [
      'a rule reaches no date before the first that follows, nor makes it twice',
      dates,
      { rule: tuesdays.slice(1), scope: 'following', fromDay: second.day },
      { staying: [3, 4] },
    ],
    [
      'a rule adds nothing in the past, nor on the day of a date that has begun',
      [past, first],
      { rule: [on('2027-01-05'), on('2027-01-12'), on('2027-01-19')] },
      { staying: [2] },
    ],
    [
      'a date moved by hand keeps its day from being made again',
      [{ ...first, ...edited, startTime: new Date('2027-01-21T19:30:00Z') }],
      { rule: tuesdays.slice(0, 2) },
      { leftAlone: [2], added: ['2027-01-26'] },
    ],
    [
      'a date moved by hand into the past has begun',
      [{ ...first, ...edited, startTime: new Date('2027-01-12T19:30:00Z') }, second],
      { rule: tuesdays.slice(0, 2), includeEdited: true },
      { staying: [3] },
    ],
  ])('changes the right dates: %s', (_, existing, change, expected) => {
    expect(plan(existing, change)).toEqual({ ...nothing, ...expected });
  });

  it("moves unchanged dates as requested, and revived ones to the rule's time", () => {
    const made = planChange(
      [first, { ...second, ...dropped }],
      { rule: tuesdays.slice(0, 2), timesOf: later, includeEdited: false },
      { scope: 'all' },
      now,
    );
    expect(made.staying).toEqual([{ date: first, ...later(first) }]);
    expect(made.revived.map(({ startTime }) => startTime)).toEqual([on(second.day).startTime]);
  });
});
