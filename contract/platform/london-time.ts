import { londonZone } from './dates.ts';
import { hour, minute } from './durations.ts';

/** A London clock reading: the date, and the milliseconds since it showed midnight. */
export interface WallTime {
  date: string;
  time: number;
}

/** The effect of a clock change on a time of day: the time doesn't exist, or exists twice. */
export type Oddity = 'skipped' | 'twice';

// Marked as pure, so that only pages that need it contain it.
const hourReader = /* @__PURE__ */ new Intl.DateTimeFormat('en-GB', {
  timeZone: londonZone,
  hour: '2-digit',
  hourCycle: 'h23',
});
const hourOf = (date: Date) => Number(hourReader.format(date));

const isSummer = (moment: Date) => hourOf(moment) !== moment.getUTCHours();

/** Returns the reading of a London clock at a moment, as if it were UTC. */
const shownAt = (moment: Date) =>
  new Date(moment.getTime() + (isSummer(moment) ? hour : 0)).toISOString();

export function wallTimeOf(moment: Date): WallTime {
  const shown = shownAt(moment);
  const date = shown.slice(0, 10);
  return { date, time: Date.parse(shown) - Date.parse(date) };
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

/** Returns the midnight at which a date begins. */
export const startOfDay = (date: string): Date => momentOf({ date, time: 0 }).moment;

const wallTimePattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/;

/** Reads the value of a `datetime-local` field; undefined if it is no time. */
export function readLondonInput(value: string): WallTime | undefined {
  const [, date, hours, minutes] = wallTimePattern.exec(value) ?? [];
  if (!date || Number.isNaN(Date.parse(date))) return undefined;
  return { date, time: Number(hours) * hour + Number(minutes) * minute };
}

/**
 * Converts the value of a `datetime-local` field to ISO 8601 in UTC, by `momentOf`; an empty string
 * if it is no time.
 */
export function fromLondonInput(value: string): string {
  const wall = readLondonInput(value);
  return wall ? momentOf(wall).moment.toISOString() : '';
}

/** Converts an instant to the value of a `datetime-local` field: '2031-06-14T10:00'. */
export const toLondonInput = (instant: string): string => shownAt(new Date(instant)).slice(0, 16);

/** Formats an instant with London's offset: '2026-06-17T18:30:00+01:00'. */
export function withLondonOffset(instant: string): string {
  const moment = new Date(instant);
  return shownAt(moment).replace(/\.\d+Z$/, isSummer(moment) ? '+01:00' : '+00:00');
}

/** Emails about a group's new events go out at six in the evening. */
export const newsHour = 18;

/** Returns the next moment after `now` at this full hour. */
export function nextHour(fullHour: number, now: Date): Date {
  const next = new Date(Math.floor(now.getTime() / hour) * hour);
  do next.setTime(next.getTime() + hour);
  while (hourOf(next) !== fullHour);
  return next;
}
