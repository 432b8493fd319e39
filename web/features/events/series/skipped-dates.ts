import { zone } from '#contract/platform/dates.ts';
import type { PlannedDate } from '#contract/events/series.ts';

/** Where bank holidays differ. */
export const nations = ['England and Wales', 'Scotland', 'Northern Ireland'] as const;

/** Which dates are left out: the bank holidays of a nation, and what is switched by hand, either way. */
export interface SkippedDates {
  holidaysOf: '' | (typeof nations)[number];
  /** Days: '2027-01-05'. */
  switched: string[];
}

export const noSkippedDates: SkippedDates = { holidaysOf: '', switched: [] };

const written = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });

/** The day in London: '2027-01-05'. */
export const dayIn = (instant: string) => written.format(new Date(instant));

export const isSkipped = ({ startTime, bankHoliday }: PlannedDate, leftOut: SkippedDates) => {
  const { holidaysOf, switched } = leftOut;
  const isHoliday = holidaysOf !== '' && bankHoliday?.includes(holidaysOf) === true;
  return isHoliday !== switched.includes(dayIn(startTime));
};

export const switchDay = ({ switched, ...rest }: SkippedDates, day: string): SkippedDates => ({
  ...rest,
  switched: switched.includes(day) ? switched.filter((each) => each !== day) : [...switched, day],
});

/** As a call says it. */
export const exdatesOf = (dates: readonly PlannedDate[], leftOut: SkippedDates): string[] =>
  dates.filter((date) => isSkipped(date, leftOut)).map(({ startTime }) => dayIn(startTime));
