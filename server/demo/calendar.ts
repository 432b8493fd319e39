import { TZDate } from '@date-fns/tz';
import { zone } from '../../contract/dates.ts';

/** Monday, 00:00 in London, of the week that holds `now`. */
export function startOfWeek(now: Date): TZDate {
  const local = new TZDate(now, zone);
  const sinceMonday = (local.getDay() + 6) % 7;
  return new TZDate(local.getFullYear(), local.getMonth(), local.getDate() - sinceMonday, zone);
}

/** The instant at which London's clocks show `time` ('HH:MM'), `days` after `monday`. */
export function londonTime(monday: TZDate, days: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const local = new TZDate(
    monday.getFullYear(),
    monday.getMonth(),
    monday.getDate() + days,
    hours,
    minutes,
    zone,
  );
  return new Date(local.getTime());
}
