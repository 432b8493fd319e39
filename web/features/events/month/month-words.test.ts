import { expect, it } from 'vitest';
import { dayName, monthName, monthsAfter } from './month-words.ts';

it('the words name months and days', () => {
  expect(monthName('2027-03')).toBe('March 2027');
  expect(dayName('2027-03-01')).toBe('Monday, March 1');
});

it('the month page counts months across years, within the supported range', () => {
  expect(monthsAfter('2026-12', 1)).toBe('2027-01');
  expect(monthsAfter('2027-01', -1)).toBe('2026-12');
  expect(monthsAfter('1970-02', -1)).toBeUndefined();
  expect(monthsAfter('9999-11', 1)).toBeUndefined();
});
