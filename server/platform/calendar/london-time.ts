import { dateOf } from '#contract/platform/days.ts';
import { hourOf } from '#contract/platform/dates.ts';
import { hour } from '#contract/platform/durations.ts';

/** What a clock in London shows: the day, and the milliseconds since it showed midnight. */
export interface WallTime {
  date: string;
  time: number;
}

/** What the clocks do to a time as they change: there is none, or there are two. */
export type Oddity = 'skipped' | 'twice';

const isSummer = (moment: Date) => hourOf(moment) !== moment.getUTCHours();

export function wallTimeOf(moment: Date): WallTime {
  const date = dateOf(moment);
  const shown = moment.getTime() + (isSummer(moment) ? hour : 0);
  return { date, time: shown - Date.parse(date) };
}

/** The moment a clock in London shows it: moved on by the gap where it skips that, the first where it comes twice. */
export function momentOf({ date, time }: WallTime): { moment: Date; oddity?: Oddity } {
  const winter = new Date(Date.parse(date) + time);
  const summer = new Date(winter.getTime() - hour);
  const [asSummer, asWinter] = [isSummer(summer), !isSummer(winter)];
  if (asSummer) return { moment: summer, ...(asWinter && { oddity: 'twice' }) };
  return { moment: winter, ...(!asWinter && { oddity: 'skipped' }) };
}
