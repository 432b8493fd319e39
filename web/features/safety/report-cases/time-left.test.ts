import { expect, it } from 'vitest';
import { timeLeft } from './time-left.ts';

const now = new Date('2027-03-04T12:00:00Z');

it('the time left counts down to the deadline', () => {
  expect(timeLeft('2027-03-04T17:30:00Z', now)).toEqual({
    words: 'Due in 5 hours',
    isOverdue: false,
  });
  expect(timeLeft('2027-03-11T12:00:00Z', now)).toEqual({
    words: 'Due in 7 days',
    isOverdue: false,
  });
});

it('says how long the decision is overdue', () => {
  expect(timeLeft('2027-03-01T12:00:00Z', now)).toEqual({
    words: 'Overdue by 3 days',
    isOverdue: true,
  });
});

it('the time left has no minutes', () => {
  expect(timeLeft('2027-03-04T12:20:00Z', now).words).toBe('Due in less than an hour');
});
