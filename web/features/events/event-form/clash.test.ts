import { describe, expect, it } from 'vitest';
import { clashIn } from './clash.ts';

const quiz = {
  title: 'Pub quiz',
  status: 'scheduled' as const,
  startTime: '2026-12-08T19:30:00Z',
  endTime: '2026-12-08T22:00:00Z',
};
const planned = (startTime: string, endTime: string) => ({ startTime, endTime });

describe('another event of the group at the same hour', () => {
  it.each([
    ['at the same hours', '2026-12-08T19:30', '2026-12-08T22:00'],
    ['begins during it', '2026-12-08T21:30', '2026-12-08T23:00'],
    ['goes on through it', '2026-12-08T12:00', '2026-12-09T12:00'],
  ])('is found where the new one %s', (_, start, end) => {
    expect(clashIn([quiz], planned(start, end))).toBe(quiz);
  });

  it.each([
    ['begins as it ends', '2026-12-08T22:00', '2026-12-08T23:00'],
    ['is on another day', '2026-12-15T19:30', '2026-12-15T22:00'],
    ['has no end yet', '2026-12-08T19:30', ''],
  ])('is none where the new one %s', (_, start, end) => {
    expect(clashIn([quiz], planned(start, end))).toBeUndefined();
  });

  it('is none where it was cancelled', () => {
    const cancelled = { ...quiz, status: 'cancelled' as const };
    expect(clashIn([cancelled], planned('2026-12-08T19:30', '2026-12-08T22:00'))).toBeUndefined();
  });
});
