import { expect, it } from 'vitest';
import { clockOf, people, toWhom } from './words.ts';

it('seconds left are told as a clock tells them', () => {
  expect([300, 272, 9, 0].map(clockOf)).toEqual(['5:00', '4:32', '0:09', '0:00']);
});

it('one person is a person', () => {
  expect([0, 1, 2].map(people)).toEqual(['0 people', '1 person', '2 people']);
});

it('a message names whom it is to', () => {
  const event = { id: 1, title: 'Tea' };
  expect(toWhom({ audience: 'members', event: null })).toBe('To the members');
  expect(toWhom({ audience: 'going', event })).toBe('To those going to Tea');
  expect(toWhom({ audience: 'waiting', event })).toBe('To those waiting for Tea');
  expect(toWhom({ audience: 'all', event })).toBe('To everybody of Tea');
});
