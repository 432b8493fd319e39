import { dateOf } from '#contract/platform/days.ts';
import type { PlannedDate } from '#contract/events/series/series.ts';

/** Nations with their own bank holidays. */
export const nations = ['England and Wales', 'Scotland', 'Northern Ireland'] as const;

/** Dates left out: a nation's bank holidays, with single days toggled either way. */
export interface SkippedDates {
  holidaysOf: '' | (typeof nations)[number];
  /** Days: '2027-01-05'. */
  switched: string[];
}

export const noSkippedDates: SkippedDates = { holidaysOf: '', switched: [] };

/** The day in London: '2027-01-05'. */
export const dayIn = (instant: string) => dateOf(new Date(instant));

export const isSkipped = ({ startTime, bankHoliday }: PlannedDate, skipped: SkippedDates) => {
  const { holidaysOf, switched } = skipped;
  const isHoliday = holidaysOf !== '' && isHolidayIn(holidaysOf, bankHoliday);
  return isHoliday !== switched.includes(dayIn(startTime));
};

/** A day without a nation, such as Christmas Day on a Saturday, is kept in each. */
const isHolidayIn = (nation: string, bankHoliday = '') =>
  bankHoliday.split('; ').some((each) => each && (each.includes(nation) || !each.includes('(')));

export const switchDay = ({ switched, ...rest }: SkippedDates, day: string): SkippedDates => ({
  ...rest,
  switched: switched.includes(day) ? switched.filter((each) => each !== day) : [...switched, day],
});

/** Returns the skipped days as the API expects them. */
export const exdatesOf = (dates: readonly PlannedDate[], skipped: SkippedDates): string[] =>
  dates.filter((date) => isSkipped(date, skipped)).map(({ startTime }) => dayIn(startTime));
