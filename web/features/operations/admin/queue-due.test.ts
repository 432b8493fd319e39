import { expect, it } from 'vitest';
import type { QueueItem } from '#contract/operations/admin.ts';
import { dueWords } from './queue-due.ts';

const now = new Date('2026-11-30T18:00:00Z');
const due = (kind: QueueItem['kind'], dueBy: string) => ({
  kind,
  dueBy,
  overdue: Date.parse(dueBy) < now.getTime(),
});

it.each([
  ['2026-12-12T09:00:00Z', 'Due in 12 days'],
  ['2026-12-01T09:00:00Z', 'Due tomorrow'],
  ['2026-11-30T19:00:00Z', 'Due today'],
  ['2026-11-29T09:00:00Z', 'Overdue since Nov 29, 2026'],
])(
  'a complaint due by %s counts London’s days, as in the list of complaints: %s',
  (dueBy, words) => {
    expect(dueWords(due('complaint', dueBy), now)).toBe(words);
  },
);

it('a report counts hours', () => {
  expect(dueWords(due('report', '2026-12-01T09:00:00Z'), now)).toBe('Due in 15 hours');
});
