import type { EventCard } from '#contract/events/events.ts';
import { paths } from '#contract/platform/paths.ts';
import { calendarText, type Entry } from './writer.ts';

export interface CalendarEvent extends EventCard {
  /** The number of changes so far. */
  revision: number;
}

/**
 * Writes events as an iCalendar file (RFC 5545): times in UTC, a stable UID, a sequence that rises
 * with each change, and only the part of the place that the event's API answer shows.
 */
export function calendarOf(events: CalendarEvent[], origin: string, now: Date): string {
  const { uid, url } = namesAt(origin);
  const entries = events.map((event): Entry => ({
    uid: uid(event.id),
    sequence: event.revision,
    stamp: now,
    start: new Date(event.startTime),
    end: new Date(event.endTime),
    summary: event.title,
    description: [event.audienceText, event.description, url(event.id)]
      .filter(Boolean)
      .join('\n\n'),
    location: event.location ?? event.town ?? '',
    url: url(event.id),
    status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
  }));
  return calendarText({ prodId: prodIdOf(origin), entries });
}

/** Builds an event's UID and its address on the site. The origin is parsed once for all events. */
export function namesAt(origin: string) {
  const { hostname } = new URL(origin);
  return {
    uid: (eventId: number) => `event-${eventId}@${hostname}`,
    url: (eventId: number) => origin + paths.event(eventId),
  };
}

export const prodIdOf = (origin: string) => `-//${new URL(origin).hostname}//events//EN`;
