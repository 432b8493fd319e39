import { tzOffset } from '@date-fns/tz';
import { zone } from '#contract/platform/dates.ts';
import { hour, minute } from '#contract/platform/durations.ts';

const typed = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/**
 * The moment of a `datetime-local` field's value as ISO 8601 in UTC, read as a clock in London shows it
 * whatever the browser's own zone; an empty string for what is no time.
 * An hour that comes twice in autumn is read as the first, one left out in spring as the hour after.
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
