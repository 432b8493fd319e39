import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

it.each([
  ['2027-03-04T17:30:00Z', 'Due in 5 hours', false],
  ['2027-03-11T12:00:00Z', 'Due in 7 days', false],
  ['2027-03-04T12:20:00Z', 'Due in less than an hour', false],
  ['2027-03-01T12:00:00Z', 'Overdue by 3 days', true],
])('the time left until %s is in words', (dueBy, words, isOverdue) => {
  expect(timeLeft(dueBy, new Date('2027-03-04T12:00:00Z'))).toEqual({ words, isOverdue });
});
