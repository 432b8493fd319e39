import { dateOf, daysOfMonth } from '#contract/platform/days.ts';
import { paths } from '#contract/platform/paths.ts';
import { filteredPath } from '#web/platform/lists/filters.tsx';
import type { EventFilters } from '#web/features/events/events/event-filters.ts';

/** A month by the same filters: the present one where none is named. */
export const monthPath = (filters: EventFilters, month?: string) =>
  filteredPath(paths.events, { ...filters, ...noDays, view: 'month', month });

/** Days as a list by the same filters, what is over too; what is to come where none are named. */
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

/** The month of an address as a list; the present one is all that is to come. */
export function listPath(filters: EventFilters, now: Date): string {
  const { month } = filters;
  if (!month || month === dateOf(now).slice(0, 7)) return daysPath(filters);
  return daysPath(filters, `${month}-01`, daysOfMonth(month).at(-1));
}
