const hour = 60 * 60 * 1000;
const day = 24 * hour;

/**
 * A time as a wall clock shows it, 'YYYY-MM-DDTHH:mm', of no particular zone. While it is being typed one
 * half may be missing: '2026-11-28T' has no hour yet, 'T19:30' no day; without either it is ''.
 */
export const splitWallTime = (value: string): { date: string; time: string } => {
  const [date = '', time = ''] = value.split('T');
  return { date, time };
};

export const joinWallTime = (date: string, time: string): string =>
  date || time ? `${date}T${time}` : '';

const whole = /^([2-9]\d{3})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** False too for the years one passes through while typing a year: 0002, 0020, 0202. */
export const isWholeWallTime = (value: string): boolean => whole.test(value);

/** How long something takes until somebody says otherwise. */
const usualLength = 2 * hour;

/** The end that keeps its distance when the start moves; one not chosen yet is two hours after the start. */
export function endAfterMove(previousStart: string, start: string, end: string): string {
  const from = reading(previousStart);
  const to = reading(start);
  const last = reading(end);
  if (to === null) return end;
  if (from !== null && last !== null) return written(last + to - from);
  const { date, time } = splitWallTime(end);
  if (date) return end;
  return time ? joinWallTime(splitWallTime(start).date, time) : written(to + usualLength);
}

/** Adds days and keeps the time of day, whatever the clocks do in between. */
export function daysLater(time: string, days: number): string {
  const from = reading(time);
  return from === null ? time : written(from + days * day);
}

/** As a number, in milliseconds, on a clock that is never put forward or back. */
function reading(value: string): number | null {
  const parts = whole.exec(value)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0] = parts;
  return Date.UTC(year, month - 1, date, hours, minutes);
}

const written = (moment: number) => new Date(moment).toISOString().slice(0, 16);
