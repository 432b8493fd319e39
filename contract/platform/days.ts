import { londonZone } from './dates.ts';
import { day as dayLength } from './durations.ts';

const dayReader = new Intl.DateTimeFormat('en-CA', {
  timeZone: londonZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
/** The calendar day in London, '2026-06-12'. */
export const dateOf = (moment: Date): string => dayReader.format(moment);

/** Returns the date this many days later. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * dayLength).toISOString().slice(0, 10);

/** Lists the days of a month, '2027-03', in order. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({ length }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
}
