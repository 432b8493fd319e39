import { describe, expect, it } from 'vitest';
import { day, hour, minute } from '#contract/platform/durations.ts';
import { closesAt, offerEnds, offersEndAt } from './offer-clock.ts';

const at = (moment: string) => new Date(`${moment}:00Z`);

/** Returns the end of an offer made at `now`, for an event with this start and closing time. */
const ends = (now: string, start: string, closes?: string) =>
  offerEnds(at(now), { startTime: at(start), rsvpClosesAt: closes ? at(closes) : null })
    ?.toISOString()
    .slice(0, 16) ?? null;

// The tables are in UTC; in summer London is an hour ahead.

describe('an offer ends', () => {
  it.each([
    [
      'for a day of running clock, a week before',
      '2026-06-10T12:00',
      '2026-06-17T12:00',
      '2026-06-12T08:00',
    ],
    [
      'for half the time left, on the day',
      '2026-06-10T09:00',
      '2026-06-10T17:00',
      '2026-06-10T13:00',
    ],
    [
      'for half the time left, two days before',
      '2026-06-10T09:00',
      '2026-06-11T17:00',
      '2026-06-11T11:00',
    ],
    [
      'until two hours before, where half is more',
      '2026-06-10T14:00',
      '2026-06-10T17:00',
      '2026-06-10T15:00',
    ],
    ['for half an hour at least', '2026-06-10T14:30', '2026-06-10T17:00', '2026-06-10T15:00'],
  ])('after its time: %s', (_, now, start, end) => {
    expect(ends(now, start)).toBe(end);
  });

  it.each([
    [
      'made at 21:50 it stands till the morning',
      '2026-06-10T20:50',
      '2026-06-11T12:00',
      '2026-06-11T10:00',
    ],
    [
      'made at a minute to eight it begins to run at eight',
      '2026-06-11T06:59',
      '2026-06-18T06:59',
      '2026-06-12T17:00',
    ],
    ['made at eight it runs at once', '2026-06-11T07:00', '2026-06-18T07:00', '2026-06-12T17:00'],
    [
      'it ends by night where the event is early',
      '2026-06-10T19:00',
      '2026-06-11T07:30',
      '2026-06-11T05:30',
    ],
  ])('with the clock stopped at night: %s', (_, now, start, end) => {
    expect(ends(now, start)).toBe(end);
  });

  it('at the closing, if it is before the start', () => {
    expect(ends('2026-06-10T09:00', '2026-06-12T17:00', '2026-06-10T17:00')).toBe(
      '2026-06-10T13:00',
    );
    expect(ends('2026-06-10T14:00', '2026-06-12T17:00', '2026-06-10T17:00')).toBe(
      '2026-06-10T15:00',
    );
  });

  it('at the start, if the event has moved before its closing', () => {
    expect(ends('2026-06-10T09:00', '2026-06-10T17:00', '2026-06-12T17:00')).toBe(
      '2026-06-10T13:00',
    );
  });
});

describe('no offer is made', () => {
  it.each([
    ['less than half an hour before offers end', '2026-06-10T14:31', '2026-06-10T17:00'],
    ['in the last two hours', '2026-06-10T15:00', '2026-06-10T17:00'],
    ['once it has begun', '2026-06-10T18:00', '2026-06-10T17:00'],
    ['late in the evening for an event of the morning', '2026-06-10T20:31', '2026-06-11T09:00'],
    ['by night for an event of the morning', '2026-06-11T01:00', '2026-06-11T09:00'],
  ])('with less than half an hour to answer: %s', (_, now, start) => {
    expect(ends(now, start)).toBeNull();
  });
});

describe('around a clock change in London', () => {
  it.each([
    ['forward in 2026: a day', '2026-03-28T21:00', '2026-04-05T12:00', '2026-03-30T16:00'],
    ['back in 2026: a day', '2026-10-24T20:00', '2026-11-01T12:00', '2026-10-26T17:00'],
    [
      'forward in 2027: a minute before',
      '2027-03-28T00:59',
      '2027-04-04T12:00',
      '2027-03-29T17:00',
    ],
    ['forward in 2027: that minute', '2027-03-28T01:00', '2027-03-28T19:00', '2027-03-28T16:00'],
    ['back in 2027: at half past one', '2027-10-31T00:30', '2027-10-31T20:00', '2027-10-31T17:45'],
    [
      'back in 2027: at the second half past one',
      '2027-10-31T01:30',
      '2027-10-31T20:00',
      '2027-10-31T17:15',
    ],
    ['back in 2027: no offer late that evening', '2027-10-31T21:31', '2027-11-01T10:00', null],
    ['forward in 2027: no offer late that evening', '2027-03-28T20:31', '2027-03-29T09:00', null],
  ])('an offer lasts as long by the clock: %s', (_, now, start, end) => {
    expect(ends(now, start)).toBe(end);
  });
});

const step = 10 * minute;
const hourReader = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  hour: '2-digit',
  hourCycle: 'h23',
});

/** Counts a week in steps in which the clock runs, without any notion of days. */
function runningSteps(from: number, until: number): Set<number> {
  const steps = new Set<number>();
  for (let time = from; time < until; time += step) {
    const londonHour = Number(hourReader.format(time));
    if (londonHour >= 8 && londonHour < 22) steps.add(time);
  }
  return steps;
}

describe('every offer around a clock change', () => {
  it.each(['2026-03-27', '2026-10-23', '2027-03-26', '2027-10-29'])('from %s', (first) => {
    const from = Date.parse(first);
    const running = runningSteps(from, from + 9 * day);
    const countBetween = (one: number, other: number) => {
      let count = 0;
      for (let time = one; time < other; time += step) if (running.has(time)) count += 1;
      return count;
    };
    for (let now = from; now < from + 4 * day; now += 70 * minute) {
      for (const ahead of [1, 2, 2.5, 3, 5, 9, 14, 20, 31, 47, 70, 100]) {
        const event = { startTime: new Date(now + ahead * hour), rsvpClosesAt: null };
        const last = offersEndAt(event).getTime();
        const end = offerEnds(new Date(now), event)?.getTime();
        const room = countBetween(now, last);
        const wanted = Math.min(day, (ahead * hour) / 2) / step;
        expect(end && countBetween(now, end)).toBe(
          room < 3 ? undefined : Math.min(Math.ceil(wanted), room),
        );
        expect(end ?? last).toBeLessThanOrEqual(last);
        const endsByDay = running.has(Math.floor(((end ?? last) - 1) / step) * step);
        expect(endsByDay || (end ?? last) === last).toBe(true);
      }
    }
  });
});

it('the closing is the start, unless an earlier one is set', () => {
  const [early, late] = [at('2026-06-10T09:00'), at('2026-06-10T17:00')];
  expect(closesAt({ startTime: late, rsvpClosesAt: null })).toEqual(late);
  expect(closesAt({ startTime: late, rsvpClosesAt: early })).toEqual(early);
  expect(closesAt({ startTime: early, rsvpClosesAt: late })).toEqual(early);
  expect(offersEndAt({ startTime: late, rsvpClosesAt: null })).toEqual(at('2026-06-10T15:00'));
});
