import type { EventCard } from '#contract/events/events.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { calendarEntryText, type CalendarEvent } from '#contract/events/calendar-text.ts';
import { namesAt, prodIdOf } from '#platform/calendar/identity.ts';
import { calendarText, type Entry } from '#platform/calendar/writer.ts';

export type IcsEvent = EventCard &
  CalendarEvent & {
    /** The number of changes so far. */
    revision: number;
  };

/**
 * Writes events as an iCalendar file (RFC 5545): times in UTC, a stable UID, a sequence that rises
 * with each change, and only the part of the place that the event's API answer shows.
 */
export function calendarOf(events: IcsEvent[], origin: string, now: Date): string {
  const { uid, url } = namesAt(origin);
  const entries = events.map((event): Entry => ({
    uid: uid(event.id),
    sequence: event.revision,
    stamp: now,
    start: new Date(event.startTime),
    end: new Date(event.endTime),
    summary: event.title,
    description: calendarEntryText(event, { url: url(event.id) }),
    location: event.location
      ? placeLine({ ...event, location: event.location })
      : (event.town ?? ''),
    url: url(event.id),
    status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
  }));
  return calendarText({ prodId: prodIdOf(origin), entries });
}
