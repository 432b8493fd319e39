import { describe, expect, it } from 'vitest';
import { waitlistSentence, offerSentence } from './waitlist-words.ts';

describe('a position on the waiting list', () => {
  it.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [102, '102nd'],
    [111, '111th'],
  ])('%i reads %s', (position, expected) => {
    expect(waitlistSentence(position)).toBe(`You are ${expected} on the list`);
  });
});

describe('the end of an offer', () => {
  it('reads as a weekday and hour in London, in summer and winter', () => {
    expect(offerSentence('2026-06-09T17:30:00.000Z')).toBe('A place is yours until Tue, 6:30 PM');
    expect(offerSentence('2026-12-08T18:30:00.000Z')).toBe('A place is yours until Tue, 6:30 PM');
  });
});
