import { expect, it } from 'vitest';
import { attendedWords, seriesWords } from './series-words.ts';

it('the text shows the position of a date in its series', () => {
  expect(seriesWords({ id: 1, text: 'Every Tuesday', position: 3, count: 12 })).toBe(
    'Every Tuesday · 3 of 12',
  );
});

it('the text sums up attending all dates in a sentence', () => {
  const words = (going: number, waiting = 0, refused = 0) =>
    attendedWords({ going, waiting, refused });
  expect(words(9, 1)).toBe("You're going to 9 dates and waiting for 1.");
  expect(words(1)).toBe("You're going to 1 date.");
  expect(words(0, 2)).toBe("You're waiting for 2 dates.");
  expect(words(3, 0, 1)).toBe("You're going to 3 dates. 1 date is full or closed.");
});
