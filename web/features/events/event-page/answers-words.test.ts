import { expect, it } from 'vitest';
import { answersInWords } from './answers-words.ts';

it.each([
  [0, '2 coming, 0 can’t, 0 haven’t said'],
  [1, '2 coming, 0 can’t, 1 hasn’t said'],
  [9, '2 coming, 0 can’t, 9 haven’t said'],
])('the answers of an event are counted, with %i unanswered: %s', (none, words) => {
  expect(answersInWords({ going: 2, waiting: 0, cant: 0, none })).toBe(words);
});
