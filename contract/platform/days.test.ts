import { describe, expect, it } from 'vitest';
import { dateOf, daysAfter, daysOfMonth } from './days.ts';
import { startOfDay } from './london-time.ts';

describe('a day of the calendar', () => {
  it.each([
    ['in winter', '2026-01-05', '2026-01-05T00:00:00.000Z'],
    ['in summer, an hour before that of UTC', '2026-07-06', '2026-07-05T23:00:00.000Z'],
    ['on which the clocks go forward', '2026-03-29', '2026-03-29T00:00:00.000Z'],
    ['after it', '2026-03-30', '2026-03-29T23:00:00.000Z'],
    ['on which they go back', '2026-10-25', '2026-10-24T23:00:00.000Z'],
    ['after that', '2026-10-26', '2026-10-26T00:00:00.000Z'],
  ])('begins at midnight in London %s', (_, date, start) => {
    expect(startOfDay(date).toISOString()).toBe(start);
    expect(dateOf(new Date(start))).toBe(date);
    expect(dateOf(new Date(Date.parse(start) - 1))).toBe(daysAfter(date, -1));
  });

  it('counts days across months and years', () => {
    expect(daysAfter('2026-12-30', 3)).toBe('2027-01-02');
    expect(daysAfter('2026-03-01', -1)).toBe('2026-02-28');
  });

  it.each([
    ['2026-02', 28],
    ['2028-02', 29],
    ['2026-04', 30],
    ['2026-12', 31],
  ])('is a day of its month: %s has %i', (month, length) => {
    const days = daysOfMonth(month);
    expect(days).toHaveLength(length);
    expect([days[0], days.at(-1)]).toEqual([`${month}-01`, `${month}-${length}`]);
  });
});
