import { describe, expect, it } from 'vitest';
import { doubtAbout } from './doubtful-start.ts';

const now = new Date('2026-11-30T17:05:00Z');

describe('a start', () => {
  it.each([
    ['2026-01-12T19:30', 'This is in the past. Do you mean 2027?'],
    ['2026-11-30T17:05', 'This is in the past. Do you mean 2027?'],
    ['2025-12-24T19:30', 'This is in the past. Do you mean 2026?'],
    ['2024-02-29T19:30', 'This is in the past. Do you mean 2028?'],
    ['2001-11-30T17:06', 'This is in the past. Do you mean 2026?'],
    ['2028-11-30T17:06', 'This is more than two years ahead. Do you mean 2026?'],
    ['2062-06-14T10:00', 'This is more than two years ahead. Do you mean 2027?'],
  ])('%s is asked about', (start, question) => {
    expect(doubtAbout(start, now)).toBe(question);
  });

  it.each(['2026-11-30T17:06', '2028-11-30T17:05', '2027-01-12T19:30', '', '2026-01-12T'])(
    '%s is accepted without a question',
    (start) => {
      expect(doubtAbout(start, now)).toBeUndefined();
    },
  );

  it('is past by London’s clock in summer', () => {
    const summer = new Date('2026-06-10T12:00:00Z');
    expect(doubtAbout('2026-06-10T13:00', summer)).toBe('This is in the past. Do you mean 2027?');
    expect(doubtAbout('2026-06-10T13:01', summer)).toBeUndefined();
  });
});
