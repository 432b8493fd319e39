import { describe, expect, it } from 'vitest';
import { dayOf, formatCommentDate, formatMoment, formatRange } from './dates.ts';

describe('a moment', () => {
  it.each([
    ['in winter', '2026-01-05T15:00:00Z', 'Mon, Jan 5 • 3:00 PM'],
    ['in summer, an hour ahead of UTC', '2026-07-06T15:00:00Z', 'Mon, Jul 6 • 4:00 PM'],
    ['at midnight', '2026-01-05T00:00:00Z', 'Mon, Jan 5 • 12:00 AM'],
    ['at noon', '2026-01-05T12:00:00Z', 'Mon, Jan 5 • 12:00 PM'],
    ['that is tomorrow in London already', '2026-06-30T23:30:00Z', 'Wed, Jul 1 • 12:30 AM'],
    ['given in another zone', '2026-01-05T10:05:00-05:00', 'Mon, Jan 5 • 3:05 PM'],
    ['a minute before the clocks go forward', '2026-03-29T00:59:00Z', 'Sun, Mar 29 • 12:59 AM'],
    ['the minute they go forward', '2026-03-29T01:00:00Z', 'Sun, Mar 29 • 2:00 AM'],
    ['a minute before the clocks go back', '2026-10-25T00:59:00Z', 'Sun, Oct 25 • 1:59 AM'],
    ['the minute they go back', '2026-10-25T01:00:00Z', 'Sun, Oct 25 • 1:00 AM'],
  ])('is shown in London time %s', (_, when, shown) => {
    expect(formatMoment(when)).toBe(shown);
    expect(formatMoment(new Date(when))).toBe(shown);
  });

  it.each([null, undefined, ''])('is to be announced when missing: %j', (when) => {
    expect(formatMoment(when)).toBe('TBD');
  });

  it.each(['soon', '2026-13-40', new Date(Number.NaN)])(
    'is invalid when unreadable: %s',
    (when) => {
      expect(formatMoment(when)).toBe('Invalid date');
    },
  );
});

describe('the text of a range', () => {
  it.each([
    [
      'on one day has the date once',
      '2026-01-05T15:00:00Z',
      '2026-01-05T17:30:00Z',
      'Monday, January 5, 2026 • 3:00 PM – 5:30 PM',
    ],
    [
      'on one day in London, two in UTC',
      '2026-07-05T23:15:00Z',
      '2026-07-06T01:00:00Z',
      'Monday, July 6, 2026 • 12:15 AM – 2:00 AM',
    ],
    [
      'over midnight in London, one day in UTC, has both dates',
      '2026-07-06T22:00:00Z',
      '2026-07-06T23:30:00Z',
      'Monday, July 6, 2026 • 11:00 PM – Tuesday, July 7, 2026 • 12:30 AM',
    ],
    [
      'over new year',
      '2026-12-31T20:00:00Z',
      '2027-01-01T02:00:00Z',
      'Thursday, December 31, 2026 • 8:00 PM – Friday, January 1, 2027 • 2:00 AM',
    ],
    [
      'on the same day of another year has both dates',
      '2026-01-05T15:00:00Z',
      '2027-01-05T15:00:00Z',
      'Monday, January 5, 2026 • 3:00 PM – Tuesday, January 5, 2027 • 3:00 PM',
    ],
    [
      'over the hour the clocks go forward',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00Z',
      'Sunday, March 29, 2026 • 12:30 AM – 2:30 AM',
    ],
    [
      'over the hour the clocks go back',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      'Sunday, October 25, 2026 • 1:30 AM – 1:30 AM',
    ],
  ])('shows one date or both, in London time: %s', (_, start, end, shown) => {
    expect(formatRange(start, end)).toBe(shown);
  });

  it.each([null, undefined, '', 'later'])('without an end shows its start: %j', (end) => {
    expect(formatRange('2026-01-05T15:00:00Z', end)).toBe('Monday, January 5, 2026 • 3:00 PM');
  });

  it.each([null, undefined, ''])('without a start is to be announced: %j', (start) => {
    expect(formatRange(start, '2026-01-05T15:00:00Z')).toBe('Date to be announced');
  });

  it('is invalid with an unreadable start', () => {
    expect(formatRange('soon', '2026-01-05T15:00:00Z')).toBe('Invalid date');
  });
});

describe("a comment's date", () => {
  it('has the month, day, year and time', () => {
    expect(formatCommentDate('2025-01-05T15:00:00Z')).toBe('Jan 5, 2025 at 3:00 PM');
  });

  it("is in London's time", () => {
    expect(formatCommentDate('2025-08-31T23:05:00Z')).toBe('Sep 1, 2025 at 12:05 AM');
  });

  it.each([null, undefined, '', 'soon'])('shows as recent when missing: %j', (when) => {
    expect(formatCommentDate(when)).toBe('Recently');
  });
});

describe('the leaf of a calendar', () => {
  it("has London's weekday, day and month", () => {
    expect(dayOf('2026-06-30T23:30:00Z')).toEqual({ weekday: 'Wed', day: '1', month: 'Jul' });
  });

  it.each([null, '', 'soon'])('is blank without a date: %j', (when) => {
    expect(dayOf(when)).toBeNull();
  });
});
