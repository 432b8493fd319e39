import { dateOf, daysAfter } from '#contract/platform/days.ts';
import { day, hour, minute } from '#contract/platform/durations.ts';
import { momentOf } from '#contract/platform/london-time.ts';
import type { Line, Properties } from './calendar-lines.ts';
import {
  clockChangeText,
  lengthFrom,
  listedTimes,
  timeAfter,
  timeFrom,
  timeIn,
  wholeDay,
  type CalendarTime,
  type CalendarZones,
  type Length,
} from './calendar-times.ts';
import { london, utc } from './calendar-zones.ts';

/**
 * Reads when an event begins; undefined without DTSTART. Exchange writes whole days as midnights of
 * another zone.
 * @throws CalendarError with the line
 */
export function startOf({ first }: Properties, zones: CalendarZones): CalendarTime | undefined {
  const line = first('DTSTART') ?? first('RECURRENCE-ID');
  const start = line && timeIn(line, zones);
  if (!start || start.isWholeDay) return start;
  const endLine = first('DTEND');
  const end = endLine && timeIn(endLine, zones);
  const isMarked = /:TRUE\s*$/i.test(first('X-MICROSOFT-CDO-ALLDAYEVENT')?.text ?? '');
  const isElsewhere = start.zone !== london && start.zone !== utc;
  const isMidnights = start.wall.time === 0 && end?.wall.time === 0 && end.zone === start.zone;
  if (!isMidnights || end.wall.date <= start.wall.date || !(isMarked || isElsewhere)) return start;
  return wholeDay(start.wall.date);
}

/**
 * Reads when an event ends; undefined if it has no end after its beginning. A day's end is
 * exclusive (RFC 5545, section 3.6.1): here the last day is over a minute before.
 * @throws CalendarError with the line
 */
export function endOf(
  { first }: Properties,
  start: CalendarTime,
  zones: CalendarZones,
  warnings: string[],
): Date | undefined {
  const [endLine, lengthLine] = [first('DTEND'), first('DURATION')];
  const end = endLine && timeIn(endLine, zones);
  const length = endLine || !lengthLine ? undefined : lengthFrom(valueOf(lengthLine), lengthLine);
  if (start.isWholeDay) {
    warnings.push('It lasts all day. Please set its times if it doesn’t.');
    return lastMinute(start, end ? dayAfter(end) : afterDays(start, length));
  }
  const moment = end?.moment ?? (length && timeAfter(start, length));
  if (moment && moment < start.moment) {
    warnings.push('Its end is before its beginning and was left out.');
  }
  if (!moment || moment <= start.moment) return undefined;
  const oddEnd = end && clockChangeText(end, 'ends');
  if (oddEnd) warnings.push(oddEnd);
  return moment;
}

const valueOf = ({ text }: Line) => text.slice(text.indexOf(':') + 1);

/** The day after the last, by an end that may be written as a midnight of another zone. */
function dayAfter({ isWholeDay, wall, moment }: CalendarTime): string {
  if (isWholeDay || wall.time === 0) return wall.date;
  return daysAfter(dateOf(moment), 1);
}

const afterDays = ({ day: first }: CalendarTime, length: Length | undefined): string =>
  daysAfter(first, length ? length.days + Math.ceil(length.exact / day) : 1);

function lastMinute({ day: first }: CalendarTime, next: string): Date {
  const last = next > first ? daysAfter(next, -1) : first;
  return momentOf({ date: last, time: 24 * hour - minute }).moment;
}

/** A date besides those of a rule. */
export interface Extra {
  start: CalendarTime;
  /** Undefined if it is as long as the others. */
  endTime?: Date;
}

/** Reads extra dates (RDATE), which may have lengths of their own. */
export const extraDates = (
  { all }: Properties,
  zones: CalendarZones,
  warnings: string[],
): Extra[] =>
  all('RDATE').flatMap((line) => {
    const listed = listedTimes(line, false, (value, zoneName): Extra => {
      const [begin = '', end] = value.split('/');
      const start = timeFrom(begin, zoneName, line, zones);
      if (end === undefined) return { start };
      const endTime = /^[+-]?P/i.test(end)
        ? timeAfter(start, lengthFrom(end, line))
        : timeFrom(end, zoneName, line, zones).moment;
      return { start, endTime };
    });
    warnings.push(...listed.warnings);
    return listed.times;
  });

/**
 * Reads dates that don't take place (EXDATE).
 * @throws CalendarError with the line, for one without any date that can be read
 */
export const leftOutDates = (
  { all }: Properties,
  zones: CalendarZones,
  warnings: string[],
): CalendarTime[] =>
  all('EXDATE').flatMap((line) => {
    const listed = listedTimes(line, true, (value, zoneName) =>
      timeFrom(value, zoneName, line, zones),
    );
    warnings.push(...listed.warnings);
    return listed.times;
  });
