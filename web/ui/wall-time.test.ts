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
  it('keeps the hour, over the change of the clocks as well', () => {
    expect(daysLater('2026-10-22T19:30', 7)).toBe('2026-10-29T19:30');
    expect(daysLater('2027-03-25T19:30', 7)).toBe('2027-04-01T19:30');
  });

  it('leaves what is no time as it is', () => {
    expect(daysLater('T19:30', 7)).toBe('T19:30');
  });
});

describe('endAfterMove', () => {
  it('keeps the distance to the start', () => {
    const end = endAfterMove('2026-11-28T19:30', '2026-12-31T20:00', '2026-11-28T23:00');
    expect(end).toBe('2026-12-31T23:30');
  });

  it('carries over midnight, and over the change of the clocks like any other night', () => {
    const end = endAfterMove('2026-10-24T18:00', '2026-10-24T22:00', '2026-10-24T23:30');
    expect(end).toBe('2026-10-25T03:30');
  });

  it('puts an end that is not chosen yet two hours after the start', () => {
    expect(endAfterMove('', '2026-11-28T19:30', '')).toBe('2026-11-28T21:30');
    expect(endAfterMove('', '2026-11-28T23:00', '')).toBe('2026-11-29T01:00');
  });

  it('gives an hour that has no day yet the day of the start', () => {
    expect(endAfterMove('', '2026-11-28T19:30', 'T22:00')).toBe('2026-11-28T22:00');
  });

  it('leaves a chosen end alone while the start is no time, or was none', () => {
    expect(endAfterMove('2026-11-28T19:30', '2026-12-01T', '2026-11-28T22:00')).toBe(
      '2026-11-28T22:00',
    );
    expect(endAfterMove('', '2026-11-28T19:30', '2026-12-24T22:00')).toBe('2026-12-24T22:00');
  });
});
