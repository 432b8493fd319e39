import { expect, it } from 'vitest';
import { adminWords, requestWords } from './pending-counts-text.ts';

it('the text names each pending kind with its number', () => {
  expect(requestWords(1)).toBe('1 request to join');
  expect(requestWords(3)).toBe('3 requests to join');
  expect(adminWords({ groups: 1 })).toBe('1 group to review');
  expect(adminWords({ comments: 2 })).toBe('2 comments to review');
});

it('the text for an admin lists existing kinds only', () => {
  expect(adminWords({ groups: 0, comments: 2, messages: 1 })).toBe(
    '2 comments to review, 1 message to review',
  );
});

it('the text has no number that was not counted', () => {
  expect(requestWords(100)).toBe('more than 99 requests to join');
});
