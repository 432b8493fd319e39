import fc from 'fast-check';
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { describe, expect, it, vi } from 'vitest';
import { hour, minute } from '#contract/platform/durations.ts';
import {
  mostDates,
  weekdayOfDate,
  weekdays,
  writePattern,
  type NthWeekday,
  type Pattern,
} from '#contract/events/series/recurrence.ts';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { Refusal } from '#platform/refusal.ts';
import { momentOf } from '#contract/platform/london-time.ts';
import { occurrencesOf } from './occurrences.ts';

/** `npm run test:long` tries many more; the other tests take 20 ms per rule. */
const numRuns = Math.round(Number(process.env.PARSER_CASES ?? 500) / 5);
vi.setConfig({ testTimeout: 20_000 + numRuns * 100 });

const clockOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * hour + minutes * minute;
};

/**
 * Returns a rule's occurrences as '2027-01-05 19:30', for a two-hour event that starts at this time
 * in London.
 */
function made(first: string, rrule: string, { exdates = [] as string[], length = 2 * hour } = {}) {
  const [date = '', time = ''] = first.split(' ');
  const startTime = momentOf({ date, time: clockOf(time) }).moment;
  const endTime = new Date(startTime.getTime() + length);
  return occurrencesOf({ startTime, endTime, rrule, exdates });
}

const days = (...args: Parameters<typeof made>) => made(...args).dates.map(({ date }) => date);
const starts = (...args: Parameters<typeof made>) =>
  made(...args).dates.map(({ startTime }) => startTime.toISOString());

const dayOf = (moment: string) => moment.slice(0, 10);

/** Returns the invalid fields with their messages. */
function refused(...args: Parameters<typeof made>) {
  try {
    made(...args);
  } catch (error) {
    if (error instanceof Refusal) return error.fields;
  }
  return undefined;
}

/** Expands the rule with a library that knows time zones. */
function byRruleTemporal(first: string, rrule: string): string[] {
  const [date = '', time = ''] = first.replaceAll('-', '').replaceAll(':', '').split(' ');
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=Europe/London:${date}T${time}00\nRRULE:${rrule}`,
  });
  return rule
    .all((_, index) => index <= mostDates)
    .map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString());
}

/** Expands the rule with a library that calculates with dates only. */
function byIcal(first: string, rrule: string): string[] {
  const start = ICAL.Time.fromDateString(first.slice(0, 10));
  const dates = ICAL.Recur.fromString(rrule).iterator(start);
  const found: string[] = [];
  for (let next = dates.next(); next && found.length <= mostDates; next = dates.next()) {
    found.push(next.toString().slice(0, 10));
  }
  return found;
}

describe("a rule's dates", () => {
  it.each([
    ['Tuesdays of a year', '2027-01-05 19:30', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20271228', 52],
    ['every second Tuesday', '2027-01-05 19:30', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=30', 30],
    ['two days a week', '2027-01-07 19:30', 'FREQ=WEEKLY;BYDAY=TU,TH;COUNT=9', 9],
    ['from a Sunday', '2027-01-03 10:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;COUNT=9', 9],
    ['by the day it begins on', '2027-01-05 19:30', 'FREQ=WEEKLY;COUNT=4', 4],
    ['the first Friday', '2027-01-01 19:30', 'FREQ=MONTHLY;BYDAY=1FR;COUNT=24', 24],
    ['the last Friday', '2027-01-29 19:30', 'FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;COUNT=24', 24],
    ['the fifth Friday', '2027-01-29 19:30', 'FREQ=MONTHLY;BYDAY=5FR;COUNT=12', 12],
    ['first and third', '2027-01-15 19:30', 'FREQ=MONTHLY;BYDAY=1FR,3FR;COUNT=12', 12],
    ['the 14th', '2027-01-14 19:30', 'FREQ=MONTHLY;BYMONTHDAY=14;COUNT=12', 12],
    ['the 31st', '2027-01-31 19:30', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=12', 12],
    ['the last day', '2027-01-31 19:30', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12', 12],
    ['29 February', '2028-02-29 19:30', 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=29;COUNT=4', 4],
    ['29 February by the day', '2028-02-29 19:30', 'FREQ=MONTHLY;COUNT=30', 30],
    ['01:30 as it comes twice', '2027-10-24 01:30', 'FREQ=WEEKLY;COUNT=3', 3],
    ['midnight', '2027-03-21 00:00', 'FREQ=WEEKLY;COUNT=40', 40],
    ['UNTIL on a date', '2027-01-05 19:30', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270202', 5],
    ['UNTIL the day before', '2027-01-05 19:30', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20270201', 4],
    ['UNTIL that moment', '2027-06-01 19:30', 'FREQ=WEEKLY;UNTIL=20270615T183000Z', 3],
    ['UNTIL a moment before', '2027-06-01 19:30', 'FREQ=WEEKLY;UNTIL=20270615T182959Z', 2],
    ['one date', '2027-01-05 19:30', 'FREQ=WEEKLY;BYDAY=TU;COUNT=1', 1],
    ['as many as there may be', '2027-01-05 19:30', 'FREQ=WEEKLY;BYDAY=TU;COUNT=104', 104],
  ])('match two other implementations: %s', (_, first, rrule, count) => {
    const found = starts(first, rrule);
    expect(found).toHaveLength(count);
    expect(found).toEqual(byRruleTemporal(first, rrule));
    // The date library knows no time zone to compare moments in.
    expect(days(first, rrule)).toEqual(
      rrule.endsWith('Z') ? found.map(dayOf) : byIcal(first, rrule),
    );
  });

  it('match two other implementations for any rule', () => {
    fc.assert(
      fc.property(anyRule, ([first, rrule]) => {
        const expected = byRruleTemporal(first, rrule);
        const tooMany = expected.length > mostDates;
        expect(
          tooMany ? refused(first, rrule) : [starts(first, rrule), days(first, rrule)],
        ).toEqual(
          tooMany
            ? { rrule: `A series has at most ${mostDates} dates` }
            : [expected, byIcal(first, rrule)],
        );
      }),
      { numRuns, seed },
    );
  });

  it('leave out exceptions, which COUNT includes', () => {
    const rrule = 'FREQ=WEEKLY;BYDAY=TU;COUNT=4';
    const exdates = ['2027-01-12', '2027-01-13'];
    expect(days('2027-01-05 19:30', rrule, { exdates })).toEqual([
      '2027-01-05',
      '2027-01-19',
      '2027-01-26',
    ]);
  });

  it('begin with the second when the first is an exception', () => {
    const rrule = 'FREQ=WEEKLY;BYDAY=TU;COUNT=2';
    expect(days('2027-01-05 19:30', rrule, { exdates: ['2027-01-05'] })).toEqual(['2027-01-12']);
  });
});

describe('a time around a clock change', () => {
  it('moves by the gap when it is skipped, which other implementations may drop', () => {
    const { dates } = made('2027-03-21 01:30', 'FREQ=WEEKLY;COUNT=3');
    expect(
      dates.map(({ startTime, endTime }) => [startTime.toISOString(), endTime.toISOString()]),
    ).toEqual([
      ['2027-03-21T01:30:00.000Z', '2027-03-21T03:30:00.000Z'],
      ['2027-03-28T01:30:00.000Z', '2027-03-28T02:30:00.000Z'],
      ['2027-04-04T00:30:00.000Z', '2027-04-04T02:30:00.000Z'],
    ]);
    expect(dates.map(({ note }) => note)).toEqual([
      undefined,
      'The clocks go forward past 1:30 AM that night, so it starts at 2:30 AM.',
      undefined,
    ]);
  });

  it('is the first of two when it is repeated, even if the first date was the second', () => {
    const startTime = new Date('2027-10-31T01:30:00Z');
    const endTime = new Date('2027-10-31T03:30:00Z');
    const rrule = 'FREQ=WEEKLY;COUNT=2';
    const { dates } = occurrencesOf({ startTime, endTime, rrule, exdates: [] });
    expect(dates).toEqual([
      {
        date: '2027-10-31',
        startTime: new Date('2027-10-31T00:30:00Z'),
        endTime,
        note: 'The clocks go back that night and show 1:30 AM twice; it starts the first time.',
      },
      {
        date: '2027-11-07',
        startTime: new Date('2027-11-07T01:30:00Z'),
        endTime: new Date('2027-11-07T03:30:00Z'),
      },
    ]);
  });

  it('applies to an end, too', () => {
    const { dates } = made('2027-03-20 23:30', 'FREQ=WEEKLY;COUNT=2');
    expect(dates[1]).toEqual({
      date: '2027-03-27',
      startTime: new Date('2027-03-27T23:30:00Z'),
      endTime: new Date('2027-03-28T01:30:00Z'),
      note: 'The clocks go forward past 1:30 AM that night, so it ends at 2:30 AM.',
    });
  });

  it('never ends a date before its start', () => {
    const skipped = made('2027-03-21 01:45', 'FREQ=WEEKLY;COUNT=2', { length: 30 * minute });
    expect(skipped.dates[1]).toMatchObject({
      startTime: new Date('2027-03-28T01:45:00Z'),
      endTime: new Date('2027-03-28T02:15:00Z'),
    });
    // From the first 1:30 to the second 1:15.
    const twice = occurrencesOf({
      startTime: new Date('2027-10-31T00:30:00Z'),
      endTime: new Date('2027-10-31T01:15:00Z'),
      rrule: 'FREQ=WEEKLY;COUNT=2',
      exdates: [],
    });
    for (const { startTime, endTime } of twice.dates) {
      expect(endTime.getTime() - startTime.getTime()).toBe(45 * minute);
    }
  });
});

describe("a rule's skipped months", () => {
  it.each([
    ['2027-01-31 19:30', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=2', 'no 31st'],
    ['2027-01-29 19:30', 'FREQ=MONTHLY;BYDAY=5FR;COUNT=2', 'no fifth Friday'],
    ['2027-01-30 19:30', 'FREQ=MONTHLY;BYMONTHDAY=30,31;COUNT=4', 'no 30th or 31st'],
  ])('are listed: %s by %s', (first, rrule, words) => {
    expect(made(first, rrule).note).toBe(`Where a month has ${words}, that date is left out.`);
  });

  it('are none when every month has its date', () => {
    expect(made('2027-01-31 19:30', 'FREQ=MONTHLY;BYMONTHDAY=31;COUNT=1').note).toBeUndefined();
    expect(made('2027-01-28 19:30', 'FREQ=MONTHLY;BYMONTHDAY=28;COUNT=9').note).toBeUndefined();
  });
});

describe('a refused rule', () => {
  const parts =
    'A rule is made of FREQ, INTERVAL, BYDAY, BYMONTHDAY, COUNT, UNTIL, each with a value';
  const nth = 'BYDAY of a month says which, from 1TU to 5TU, or -1TU for the last';
  const weekly = 'BYDAY of a week is one of MO, TU, WE, TH, FR, SA, SU, or several';
  const end = 'Please say how it ends: with COUNT or with UNTIL';
  const date = 'UNTIL is a date, as in 20271231';

  it.each([
    ['', parts],
    ['every week', parts],
    ['RRULE:FREQ=WEEKLY;COUNT=2', parts],
    ['FREQ=WEEKLY;COUNT=2;', parts],
    ['FREQ=WEEKLY;COUNT', parts],
    ['FREQ=WEEKLY;COUNT=2;BYSETPOS=1', parts],
    ['FREQ=WEEKLY;COUNT=2;WKST=SU', parts],
    ['FREQ=WEEKLY;COUNT=2;COUNT=3', 'Please give COUNT once'],
    ['FREQ=DAILY;COUNT=2', 'FREQ is WEEKLY or MONTHLY'],
    ['COUNT=2', 'FREQ is WEEKLY or MONTHLY'],
    ['FREQ=WEEKLY;INTERVAL=0;COUNT=2', 'INTERVAL is a number from 1 to 12'],
    ['FREQ=WEEKLY;INTERVAL=13;COUNT=2', 'INTERVAL is a number from 1 to 12'],
    ['FREQ=WEEKLY;INTERVAL=1.5;COUNT=2', 'INTERVAL is a number from 1 to 12'],
    ['FREQ=WEEKLY;BYDAY=1TU;COUNT=2', weekly],
    ['FREQ=WEEKLY;BYDAY=TU,XX;COUNT=2', weekly],
    ['FREQ=WEEKLY;BYDAY=TU,;COUNT=2', weekly],
    ['FREQ=WEEKLY;BYMONTHDAY=5;COUNT=2', 'BYMONTHDAY goes with FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYDAY=TU;COUNT=2', nth],
    ['FREQ=MONTHLY;BYDAY=6TU;COUNT=2', nth],
    ['FREQ=MONTHLY;BYDAY=-2TU;COUNT=2', nth],
    ['FREQ=MONTHLY;BYDAY=1TU;BYMONTHDAY=5;COUNT=2', 'Please give BYDAY or BYMONTHDAY, not both'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=32;COUNT=2',
      'BYMONTHDAY is a day from 1 to 31, or -1 for the last of the month',
    ],
    ['FREQ=WEEKLY', end],
    ['FREQ=WEEKLY;COUNT=2;UNTIL=20270202', end],
    ['FREQ=WEEKLY;COUNT=0', 'COUNT is a number from 1 to 104'],
    ['FREQ=WEEKLY;COUNT=105', 'COUNT is a number from 1 to 104'],
    ['FREQ=WEEKLY;UNTIL=2027-02-02', date],
    ['FREQ=WEEKLY;UNTIL=20270230', date],
    ['FREQ=WEEKLY;UNTIL=20270202T256000Z', date],
    ['FREQ=WEEKLY;UNTIL=20270104', 'The rule ends before the first date'],
    ['FREQ=WEEKLY;UNTIL=20270105T192959Z', 'The rule ends before the first date'],
    ['FREQ=WEEKLY;UNTIL=20300101', 'A series has at most 104 dates'],
  ])('has a message: %s', (rrule, sentence) => {
    expect(refused('2027-01-05 19:30', rrule)).toEqual({ rrule: sentence });
  });

  it('leaves out every date', () => {
    const exdates = ['2027-01-05', '2027-01-12'];
    expect(refused('2027-01-05 19:30', 'FREQ=WEEKLY;COUNT=2', { exdates })).toEqual({
      rrule: 'Every date is left out. Please keep at least one.',
    });
  });

  it('goes beyond the calendar', () => {
    expect(refused('9990-01-01 19:30', 'FREQ=MONTHLY;INTERVAL=12;COUNT=20')).toEqual({
      rrule: 'The last date of this rule is too far in the future',
    });
  });

  it.each([
    ['FREQ=WEEKLY;BYDAY=WE;COUNT=2', 'Jan 6, 2027'],
    ['FREQ=MONTHLY;BYDAY=2TU;COUNT=2', 'Jan 12, 2027'],
    ['FREQ=MONTHLY;BYMONTHDAY=4;COUNT=2', 'Feb 4, 2027'],
  ])('does not begin with the first date: %s', (rrule, day) => {
    expect(refused('2027-01-05 19:30', rrule)).toEqual({
      startTime: `The first date this rule names is ${day}`,
    });
  });
});

/** Generates a rule that begins with its first date, at an hour that no clock change skips. */
const anyRule: fc.Arbitrary<[first: string, rrule: string]> = fc
  .record({
    day: fc.integer({ min: 0, max: 9_000 }),
    time: fc.constantFrom('00:00', '00:59', '02:00', '09:15', '19:30', '23:59'),
    interval: fc.integer({ min: 1, max: 12 }),
    kind: fc.constantFrom('weekdays', 'nth', 'monthDays'),
    also: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
    count: fc.option(fc.integer({ min: 1, max: mostDates })),
    span: fc.integer({ min: 0, max: 1_500 }),
  })
  .map(({ day, time, interval, kind, also, count, span }) => {
    const date = new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);
    const until = new Date(Date.UTC(2024, 0, 1 + day + span)).toISOString().slice(0, 10);
    const end = count === null ? `UNTIL=${until.replaceAll('-', '')}` : `COUNT=${count}`;
    const pattern = { ...patternAround(date, kind, also), interval };
    return [`${date} ${time}`, `${writePattern(pattern)};${end}`];
  });

function patternAround(date: string, kind: string, also: number[]): Pattern {
  const dayOfMonth = Number(date.slice(8));
  const weekday = weekdayOfDate(date);
  const named = weekdays.filter((day, index) => day === weekday || also.includes(index));
  if (kind === 'weekdays') return { freq: 'WEEKLY', interval: 1, days: named };
  const others = also.map((number): NthWeekday => ({
    nth: number % 6 || -1,
    weekday: weekdays[number % 7] ?? 'MO',
  }));
  const nth = [{ nth: Math.ceil(dayOfMonth / 7), weekday }, ...others];
  const monthDays = [...new Set([dayOfMonth, ...also.map((number) => number || -1)])];
  return { freq: 'MONTHLY', interval: 1, days: kind === 'nth' ? nth : monthDays };
}
