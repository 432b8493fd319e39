import { expect, it } from 'vitest';
import { datesIn, scopeOf } from './scopes.ts';

const date = (id: number, startTime: string, status: 'scheduled' | 'cancelled' = 'scheduled') => ({
  id,
  startTime,
  status,
  series: { id: 1, position: id, count: 5, text: 'Every Tuesday' },
});
const from = date(3, '2127-01-12T19:30:00Z');
const dates = [
  date(1, '2020-01-05T19:30:00Z'),
  date(2, '2127-01-05T19:30:00Z'),
  from,
  date(4, '2127-01-19T19:30:00Z', 'cancelled'),
  date(5, '2127-01-26T19:30:00Z'),
];

it('a change of a series selects the upcoming dates of each scope', () => {
  const ids = (scope: 'one' | 'following' | 'all') =>
    datesIn(dates, scope, from).map(({ id }) => id);
  expect(ids('one')).toEqual([3]);
  expect(ids('following')).toEqual([3, 5]);
  expect(ids('all')).toEqual([2, 3, 5]);
});

it('a change of a series sends the first date of its scope, and none for all dates', () => {
  expect(scopeOf('following', from)).toEqual({ scope: 'following', fromEventId: 3 });
  expect(scopeOf('all', from)).toEqual({ scope: 'all' });
});
