import { describe, expect, it } from 'vitest';
import { endAfterMove, isWholeWallTime, joinWallTime, splitWallTime } from './wall-time.ts';

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

describe('endAfterMove', () => {
  it('keeps the distance to the start', () => {
    const end = endAfterMove('2026-11-28T19:30', '2026-12-31T20:00', '2026-11-28T23:00');
    expect(end).toBe('2026-12-31T23:30');
  });

  it('carries over midnight, and over the change of the clocks like any other night', () => {
    const end = endAfterMove('2026-10-24T18:00', '2026-10-24T22:00', '2026-10-24T23:30');
    expect(end).toBe('2026-10-25T03:30');
  });

  it('gives an end that is not chosen yet the day of the start', () => {
    expect(endAfterMove('', '2026-11-28T19:30', '')).toBe('2026-11-28T');
    expect(endAfterMove('', '2026-11-28T19:30', 'T22:00')).toBe('2026-11-28T22:00');
  });

  it('leaves a chosen end alone while the start is no time, or was none', () => {
    expect(endAfterMove('2026-11-28T19:30', '2026-12-01T', '2026-11-28T22:00')).toBe(
      '2026-11-28T22:00',
    );
    expect(endAfterMove('', '2026-11-28T19:30', '2026-12-24T22:00')).toBe('2026-12-24T22:00');
  });
});
