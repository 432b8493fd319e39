import { dateOf } from '#contract/platform/days.ts';
import { hourOf } from '#contract/platform/dates.ts';
import { hour } from '#contract/platform/durations.ts';

/** A London clock reading: the date, and the milliseconds since it showed midnight. */
export interface WallTime {
  date: string;
  time: number;
}

/** The effect of a clock change on a time of day: the time doesn't exist, or exists twice. */
export type Oddity = 'skipped' | 'twice';

const isSummer = (moment: Date) => hourOf(moment) !== moment.getUTCHours();

export function wallTimeOf(moment: Date): WallTime {
  const date = dateOf(moment);
  const shown = moment.getTime() + (isSummer(moment) ? hour : 0);
  return { date, time: shown - Date.parse(date) };
}

/**
 * Returns the moment at which a London clock shows a time: after the gap if the clock skips it, the
 * first of two if it comes twice.
 */
export function momentOf({ date, time }: WallTime): { moment: Date; oddity?: Oddity } {
  const winter = new Date(Date.parse(date) + time);
  const summer = new Date(winter.getTime() - hour);
  const [asSummer, asWinter] = [isSummer(summer), !isSummer(winter)];
  if (asSummer) return { moment: summer, ...(asWinter && { oddity: 'twice' }) };
  return { moment: winter, ...(!asWinter && { oddity: 'skipped' }) };
}
