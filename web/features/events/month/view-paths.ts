import { dateOf, daysOfMonth } from '#contract/platform/days.ts';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import type { EventFilters } from '#web/features/events/events/event-filters.ts';

/** The path of a month with the same filters; the current month if undefined. */
export const monthPath = (filters: EventFilters, month?: string) =>
  filteredPath(paths.events, { ...filters, ...noDays, view: 'month', month });

/** The path of a list with the same filters. With days, past events are included. */
const daysPath = (filters: EventFilters, from?: string, to?: string) =>
  filteredPath(paths.events, { ...filters, ...noDays, from, to, when: from && 'all' });

const noDays = {
  view: undefined,
  month: undefined,
  from: undefined,
  to: undefined,
  when: undefined,
  cursor: undefined,
};

export const dayPath = (filters: EventFilters, date: string) => daysPath(filters, date, date);

/** The path of the month as a list. The current month becomes all upcoming events. */
export function listPath(filters: EventFilters, now: Date): string {
  const { month } = filters;
  if (!month || month === dateOf(now).slice(0, 7)) return daysPath(filters);
  return daysPath(filters, `${month}-01`, daysOfMonth(month).at(-1));
}
