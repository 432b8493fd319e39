import { expect, it } from 'vitest';
import { audienceLabel, clockOf, countPeople, toWhom } from './words.ts';

it('the page of messages formats seconds left as minutes and seconds', () => {
  expect([300, 272, 9, 0].map(clockOf)).toEqual(['5:00', '4:32', '0:09', '0:00']);
});

it('the page of messages counts people', () => {
  expect([0, 1, 2].map(countPeople)).toEqual(['0 people', '1 person', '2 people']);
});

it('the page of messages names the audience of a message', () => {
  const event = { id: 1, title: 'Tea', ended: false };
  expect(toWhom({ audience: 'members', event: null })).toBe('To the members');
  expect(toWhom({ audience: 'going', event })).toBe('To people going to Tea');
  expect(toWhom({ audience: 'waiting', event })).toBe('To people waiting for Tea');
  expect(toWhom({ audience: 'all', event })).toBe('To everyone going to or waiting for Tea');
});

it('the page of messages uses the past tense if the event was over', () => {
  const event = { id: 1, title: 'Tea', ended: true };
  expect(toWhom({ audience: 'going', event })).toBe('To people who went to Tea');
  expect(toWhom({ audience: 'waiting', event })).toBe('To people who waited for Tea');
  expect(toWhom({ audience: 'all', event })).toBe('To everyone who went to or waited for Tea');
  expect(audienceLabel('going', event)).toBe('People who went');
});
