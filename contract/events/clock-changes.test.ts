import { describe, expect, it } from 'vitest';
import { oddInputText } from './clock-changes.ts';

describe('a time of the form', () => {
  it.each([
    [
      '2027-03-28T01:30',
      'starts',
      'The clocks go forward past 1:30 AM that night, so it starts at 2:30 AM.',
    ],
    [
      '2027-03-28T01:00',
      'ends',
      'The clocks go forward past 1:00 AM that night, so it ends at 2:00 AM.',
    ],
    [
      '2027-10-31T01:30',
      'ends',
      'The clocks go back that night and show 1:30 AM twice; it ends the first time.',
    ],
  ] as const)('%s is skipped or shown twice, and %s so', (value, verb, sentence) => {
    expect(oddInputText(value, verb)).toBe(sentence);
  });

  it.each(['2027-03-28T00:59', '2027-03-28T02:00', '2027-10-31T02:00', '', '2027-03-28T'])(
    '%s has no such hour',
    (value) => {
      expect(oddInputText(value, 'starts')).toBeUndefined();
    },
  );
});
