import { TZDate } from '@date-fns/tz';
import { zone } from '../../contract/dates.ts';

const typed = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/;

/**
 * The moment of a `datetime-local` field's value as ISO 8601 in UTC, read as a clock in London shows it
 * whatever the browser's own zone; an empty string for what is no time.
 * An hour that comes twice in autumn is read as the first, one left out in spring as the hour after.
 */
export function fromLondonInput(value: string): string {
  const parts = typed.exec(value)?.slice(1).map(Number);
  if (!parts) return '';
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const moment = new TZDate(year, month - 1, day, hour, minute, zone);
  return Number.isNaN(moment.getTime()) ? '' : new Date(moment.getTime()).toISOString();
}
