import { describe, expect, it } from 'vitest';
import { waitingTime } from './waiting-time.ts';

describe("a group's waiting time", () => {
  const now = new Date('2026-06-10T12:00:00.000Z');

  it.each([
    ['2026-06-10T11:59:00.000Z', 'less than an hour'],
    ['2026-06-10T11:00:00.000Z', '1 hour'],
    ['2026-06-08T12:00:01.000Z', '47 hours'],
    ['2026-06-08T12:00:00.000Z', '2 days'],
    ['2026-05-01T12:00:00.000Z', '40 days'],
  ])('since %s: %s', (since, words) => {
    expect(waitingTime(since, now)).toBe(words);
  });
});
