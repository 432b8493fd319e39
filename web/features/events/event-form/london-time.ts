import { tzOffset } from '@date-fns/tz';
import { zone } from '#contract/platform/dates.ts';
import { hour, minute } from '#contract/platform/durations.ts';

const typed = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/**
 * Converts a `datetime-local` value in London time to ISO 8601 in UTC, whatever the browser's zone.
 * Returns an empty string if the value is no time. When the clocks go back, a repeated hour means
 * the first; when they go forward, a skipped hour means the hour after.
 */
export function fromLondonInput(value: string): string {
  const parts = typed.exec(value)?.slice(1).map(Number);
  if (!parts) return '';
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0] = parts;
  const wall = Date.UTC(year, month - 1, day, hours, minutes);
  const moments = [offsetAt(wall - 3 * hour), offsetAt(wall + 3 * hour)].map(
    (offset) => wall - offset,
  );
  const real = moments.find((moment) => moment + offsetAt(moment) === wall);
  return new Date(real ?? moments[0] ?? wall).toISOString();
}

/** How far London's clocks are ahead of UTC. */
const offsetAt = (moment: number) => tzOffset(zone, new Date(moment)) * minute;
