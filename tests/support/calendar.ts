import ical from 'ical.js';
import { partsOf, type Received } from './smtp.ts';

/** A calendar message as an email program sees it. */
export interface CalendarMessage {
  /** The part's own content type. */
  contentType: string;
  method: string;
  events: ical.Event[];
  /** The attached file, unchanged. */
  file: string;
  part: string;
}

/** Reads a message's calendar part with a third-party parser; undefined where it has none. */
export function calendarIn({ raw }: Received): CalendarMessage | undefined {
  const parts = partsOf(raw);
  const part = parts.find(({ contentType }) => contentType.startsWith('text/calendar'));
  const file = parts.find(({ disposition }) => disposition.includes('.ics'));
  if (!part || !file) return undefined;
  const calendar = new ical.Component(ical.parse(part.content));
  return {
    contentType: part.contentType,
    method: String(calendar.getFirstPropertyValue('method')),
    events: calendar.getAllSubcomponents('vevent').map((each) => new ical.Event(each)),
    file: file.content,
    part: part.content,
  };
}

const isOff = ({ component }: ical.Event) =>
  component.getFirstPropertyValue('status') === 'CANCELLED';

/**
 * A calendar that treats each message as Google's, Apple's and Outlook's do (RFC 5546 2.1.5): one
 * entry for each UID, which no older message moves or removes.
 */
export class Calendar {
  readonly #entries = new Map<string, { sequence: number; event: ical.Event | null }>();

  take({ method, events }: CalendarMessage): void {
    for (const event of events) {
      const known = this.#entries.get(event.uid);
      if (known && known.sequence >= event.sequence) {
        throw new Error(`${method} of ${event.uid}: ${event.sequence} after ${known.sequence}`);
      }
      this.#entries.set(event.uid, {
        sequence: event.sequence,
        event: isOff(event) ? null : event,
      });
    }
  }

  /** Lists the calendar's entries, by title, time and place. */
  get entries() {
    return [...this.#entries.values()].flatMap(({ event }) =>
      event
        ? [
            {
              title: event.summary,
              start: event.startDate.toJSDate().toISOString(),
              end: event.endDate.toJSDate().toISOString(),
              location: event.location,
            },
          ]
        : [],
    );
  }
}
