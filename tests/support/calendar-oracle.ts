import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';

/** A date of an event as another reader has it. */
export interface OtherDate {
  startTime: Date;
  endTime: Date;
  title: string;
  isCancelled: boolean;
}

/**
 * Reads a calendar by ical.js, which expands its rules, and by Temporal, which knows time zones.
 * @throws Error for a file with any line that can't be read
 */
export function readOtherwise(text: string, until: Date): OtherDate[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const events = calendar.getAllSubcomponents('vevent');
  const isChange = (event: ICAL.Component) => event.hasProperty('recurrence-id');
  return events
    .filter((event) => !isChange(event))
    .flatMap((main) => {
      const uid = main.getFirstPropertyValue('uid');
      const exceptions = events.filter(
        (event) => isChange(event) && event.getFirstPropertyValue('uid') === uid,
      );
      return datesOf(new ICAL.Event(main, { exceptions }), until);
    });
}

function datesOf(event: ICAL.Event, until: Date): OtherDate[] {
  if (!event.isRecurring()) return [dateOf(event, event.startDate, event.endDate)];
  const dates: OtherDate[] = [];
  const times = event.iterator();
  for (let next = times.next(); next; next = times.next()) {
    const { startDate, endDate, item } = event.getOccurrenceDetails(next);
    const date = dateOf(item, startDate, endDate);
    if (date.startTime > until) break;
    dates.push(date);
  }
  // A cancelled date of a series doesn't take place.
  return dates.filter(({ isCancelled }) => !isCancelled);
}

function dateOf(item: ICAL.Event, start: ICAL.Time, end: ICAL.Time): OtherDate {
  const zone = zoneOf(item);
  // A day's end is exclusive; here the last day is over a minute before.
  const minutes = start.isDate ? 1 : 0;
  return {
    startTime: momentOf(start, zone),
    endTime: new Date(momentOf(end, zone).getTime() - minutes * 60_000),
    title: item.summary,
    isCancelled: item.component.getFirstPropertyValue('status') === 'CANCELLED',
  };
}

/** The zone of times that no definition in the file explains; London's, as here, if unknown. */
function zoneOf({ component }: ICAL.Event): string {
  const name = component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? '';
  return /^[A-Z][a-z]+\/\w+$/.test(name) ? name : 'Europe/London';
}

function momentOf(time: ICAL.Time, zone: string): Date {
  const { year, month, day, hour, minute, second } = time;
  if (time.zone !== ICAL.Timezone.localTimezone && !time.isDate) return time.toJSDate();
  const plain = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  return new Date(plain.toZonedDateTime(zone).epochMilliseconds);
}
