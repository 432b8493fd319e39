const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * Splits a wall-clock time, 'YYYY-MM-DDTHH:mm', which has no time zone. While typing, either half
 * may be missing, as in '2026-11-28T'.
 */
export const splitWallTime = (value: string): { date: string; time: string } => {
  const [date = '', time = ''] = value.split('T');
  return { date, time };
};

export const joinWallTime = (date: string, time: string): string =>
  date || time ? `${date}T${time}` : '';

const wallTimePattern = /^([2-9]\d{3})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/**
 * Returns whether a wall-clock time is complete. Years below 2000 are incomplete, as in 0002 or
 * 0020 while typing.
 */
export const isWholeWallTime = (value: string): boolean => wallTimePattern.test(value);

/** The default length of an event. */
const defaultLength = 2 * hour;

/**
 * Returns the end after the start has moved, keeping the length. Without an end it is two hours
 * after the start.
 */
export function endAfterMove(previousStart: string, start: string, end: string): string {
  const from = parseWallTime(previousStart);
  const to = parseWallTime(start);
  const last = parseWallTime(end);
  if (to === null) return end;
  if (from !== null && last !== null) return formatWallTime(last + to - from);
  const { date, time } = splitWallTime(end);
  if (date) return end;
  return time ? joinWallTime(splitWallTime(start).date, time) : formatWallTime(to + defaultLength);
}

/** Adds days and keeps the time of day, even when the clocks change. */
export function daysLater(time: string, days: number): string {
  const from = parseWallTime(time);
  return from === null ? time : formatWallTime(from + days * day);
}

/** Parses a wall-clock time into milliseconds, ignoring clock changes. */
function parseWallTime(value: string): number | null {
  const parts = wallTimePattern.exec(value)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0] = parts;
  return Date.UTC(year, month - 1, date, hours, minutes);
}

const formatWallTime = (moment: number) => new Date(moment).toISOString().slice(0, 16);
