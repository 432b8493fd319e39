import { describe, expect, it } from 'vitest';
import { eventFilters } from '#web/features/events/events/event-filters.ts';
import { dayPath, listPath, monthPath } from './view-paths.ts';

const asked = (query: string) => eventFilters(new URLSearchParams(query));
const now = new Date('2026-06-30T23:30:00Z');

describe('the way between list and month', () => {
  const narrowing = 'q=walk&location=york&category=2&near=Leeds&free=true';

  it('keeps what narrows the list, and puts a month in the place of its days', () => {
    expect(monthPath(asked(`${narrowing}&from=2026-08-03&to=2026-08-09&cursor=abc`))).toBe(
      `/events?${narrowing}&view=month`,
    );
    expect(monthPath(asked(narrowing), '2026-08')).toBe(
      `/events?${narrowing}&view=month&month=2026-08`,
    );
  });

  it('leads from the present month, which in London may be the next one already, to all to come', () => {
    for (const month of ['', '&month=2026-07'])
      expect(listPath(asked(`${narrowing}&view=month${month}`), now)).toBe(`/events?${narrowing}`);
  });

  it('leads from another month to its days', () => {
    expect(listPath(asked('view=month&month=2028-02&free=true'), now)).toBe(
      '/events?free=true&from=2028-02-01&to=2028-02-29&when=all',
    );
  });

  it('leads to the whole of a day', () => {
    expect(dayPath(asked('view=month&month=2028-02&q=walk'), '2028-02-29')).toBe(
      '/events?q=walk&from=2028-02-29&to=2028-02-29&when=all',
    );
  });
});

describe('the address of a month', () => {
  it.each(['March', '2027-13', '2027-3', '1969-01', '12027-03', ''])(
    'shows the present one for %j, which is none',
    (month) => {
      expect(asked(`view=month&month=${month}`)).toEqual({ view: 'month' });
    },
  );

  it('has no days but those of the month', () => {
    const filters = asked('view=month&month=2027-03&from=2027-03-01&to=2027-03-02&when=all');
    expect(filters).toEqual({ view: 'month', month: '2027-03' });
  });

  it('is a list’s own where no view is asked for, or an unknown one', () => {
    expect(asked('month=2027-03&when=all')).toEqual({});
    expect(asked('view=year&from=2027-03-01&when=all')).toEqual({
      from: '2027-03-01',
      when: 'all',
    });
  });
});
