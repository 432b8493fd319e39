import { expect, it } from 'vitest';
import { beginsWords } from '#contract/safety/report-words.ts';
import { timeLeft } from './time-left.ts';

it.each([
  ['2027-03-04T17:30:00Z', 'Due in 5 hours', false],
  ['2027-03-11T12:00:00Z', 'Due in 7 days', false],
  ['2027-03-04T12:20:00Z', 'Due in less than an hour', false],
  ['2027-03-01T12:00:00Z', 'Overdue by 3 days', true],
])('the time left until %s is in words', (dueBy, words, isOverdue) => {
  expect(timeLeft(dueBy, new Date('2027-03-04T12:00:00Z'))).toEqual({ words, isOverdue });
});

it.each([
  ['2026-12-01T11:00:00Z', 'begins today at 11:00 AM'],
  ['2026-12-02T00:30:00Z', 'begins tomorrow at 12:30 AM'],
  ['2026-12-20T15:00:00Z', 'begins on Dec 20, 2026 at 3:00 PM'],
  ['2026-12-01T08:00:00Z', 'began today at 8:00 AM'],
])('the time to an event at %s reads %s', (beginsAt, words) => {
  expect(beginsWords(beginsAt, new Date('2026-12-01T09:00:00Z'))).toBe(words);
});
