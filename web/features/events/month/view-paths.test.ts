import { describe, expect, it } from 'vitest';
import { eventFilters } from '#web/features/events/events/event-filters.ts';
import { dayPath, listPath, monthPath } from './view-paths.ts';

const filtersIn = (query: string) => eventFilters(new URLSearchParams(query));
const now = new Date('2026-06-30T23:30:00Z');

describe('links between list and month', () => {
  const narrowing = 'q=walk&location=york&category=2&near=Leeds&free=true';

  it('keep the filters, and replace days by a month', () => {
    expect(monthPath(filtersIn(`${narrowing}&from=2026-08-03&to=2026-08-09&cursor=abc`))).toBe(
      `/events?${narrowing}&view=month`,
    );
    expect(monthPath(filtersIn(narrowing), '2026-08')).toBe(
      `/events?${narrowing}&view=month&month=2026-08`,
    );
  });

  it('lead from the current month in London to all upcoming events', () => {
    for (const month of ['', '&month=2026-07'])
      expect(listPath(filtersIn(`${narrowing}&view=month${month}`), now)).toBe(
        `/events?${narrowing}`,
      );
  });

  it('lead from another month to its days', () => {
    expect(listPath(filtersIn('view=month&month=2028-02&free=true'), now)).toBe(
      '/events?free=true&from=2028-02-01&to=2028-02-29&when=all',
    );
  });

  it('lead to a whole day', () => {
    expect(dayPath(filtersIn('view=month&month=2028-02&q=walk'), '2028-02-29')).toBe(
      '/events?q=walk&from=2028-02-29&to=2028-02-29&when=all',
    );
  });
});

describe("a month's address", () => {
  it.each(['March', '2027-13', '2027-3', '1969-01', '12027-03', ''])(
    'shows the current month for the invalid %j',
    (month) => {
      expect(filtersIn(`view=month&month=${month}`)).toEqual({ view: 'month' });
    },
  );

  it('ignores other days', () => {
    const filters = filtersIn('view=month&month=2027-03&from=2027-03-01&to=2027-03-02&when=all');
    expect(filters).toEqual({ view: 'month', month: '2027-03' });
  });

  it('is ignored without a known view', () => {
    expect(filtersIn('month=2027-03&when=all')).toEqual({});
    expect(filtersIn('view=year&from=2027-03-01&when=all')).toEqual({
      from: '2027-03-01',
      when: 'all',
    });
  });
});
