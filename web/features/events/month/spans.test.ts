import { describe, expect, it } from 'vitest';
import { thisWeek, thisWeekend } from './spans.ts';

describe('this week and this weekend', () => {
  it.each([
    ['on a Monday', '2026-06-08T09:00:00Z'],
    ['on a Friday', '2026-06-12T22:00:00Z'],
    ['on the Saturday', '2026-06-13T09:00:00Z'],
    ['on the Sunday', '2026-06-14T22:59:00Z'],
    ['on a Monday in London that is a Sunday in UTC', '2026-06-07T23:00:00Z'],
  ])('match the day %s', (_, now) => {
    expect(thisWeek(new Date(now))).toEqual({ from: '2026-06-08', to: '2026-06-14' });
    expect(thisWeekend(new Date(now))).toEqual({ from: '2026-06-13', to: '2026-06-14' });
  });

  it('can cross the end of a month', () => {
    expect(thisWeekend(new Date('2026-10-28T12:00:00Z'))).toEqual({
      from: '2026-10-31',
      to: '2026-11-01',
    });
  });
});
