import { describe, expect, it } from 'vitest';
import {
  daysLater,
  endAfterMove,
  isWholeWallTime,
  joinWallTime,
  splitWallTime,
} from './wall-time.ts';

describe('splitWallTime and joinWallTime', () => {
  it.each(['', '2026-11-28T', 'T19:30', '2026-11-28T19:30'])('gives back %j', (value) => {
    const { date, time } = splitWallTime(value);
    expect(joinWallTime(date, time)).toBe(value);
  });
});

describe('isWholeWallTime', () => {
  it.each(['', '2026-11-28T', 'T19:30', '0202-11-28T19:30', '2026-11-28'])(
    'refuses %j',
    (value) => {
      expect(isWholeWallTime(value)).toBe(false);
    },
  );

  it('takes a day and an hour', () => {
    expect(isWholeWallTime('2026-11-28T19:30')).toBe(true);
  });
});

describe('daysLater', () => {
  it('keeps the hour, also over a clock change', () => {
    expect(daysLater('2026-10-22T19:30', 7)).toBe('2026-10-29T19:30');
    expect(daysLater('2027-03-25T19:30', 7)).toBe('2027-04-01T19:30');
  });

  it('returns an invalid time unchanged', () => {
    expect(daysLater('T19:30', 7)).toBe('T19:30');
  });
});

describe('endAfterMove', () => {
  it('keeps the distance to the start', () => {
    const end = endAfterMove('2026-11-28T19:30', '2026-12-31T20:00', '2026-11-28T23:00');
    expect(end).toBe('2026-12-31T23:30');
  });

  it('crosses midnight, and a clock change like any other night', () => {
    const end = endAfterMove('2026-10-24T18:00', '2026-10-24T22:00', '2026-10-24T23:30');
    expect(end).toBe('2026-10-25T03:30');
  });

  it('sets a missing end two hours after the start', () => {
    expect(endAfterMove('', '2026-11-28T19:30', '')).toBe('2026-11-28T21:30');
    expect(endAfterMove('', '2026-11-28T23:00', '')).toBe('2026-11-29T01:00');
  });

  it("gives an hour without a day the start's day", () => {
    expect(endAfterMove('', '2026-11-28T19:30', 'T22:00')).toBe('2026-11-28T22:00');
  });

  it('leaves a chosen end alone while the start is invalid, or was missing', () => {
    expect(endAfterMove('2026-11-28T19:30', '2026-12-01T', '2026-11-28T22:00')).toBe(
      '2026-11-28T22:00',
    );
    expect(endAfterMove('', '2026-11-28T19:30', '2026-12-24T22:00')).toBe('2026-12-24T22:00');
  });
});
