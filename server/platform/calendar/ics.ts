import ical, { ICalEventStatus, type ICalCalendar } from 'ical-generator';
import type { Event } from '../../../contract/events.ts';
import { paths } from '../../../contract/paths.ts';

/**
 * One event for a calendar (RFC 5545): times in UTC, a UID that stays, a sequence that rises with each change,
 * and no more of the place than the event's own answer tells.
 */
export function eventIcs(event: Event, revision: number, origin: string, now: Date): string {
  const url = new URL(paths.event(event.id), origin);
  const calendar = calendarFor(origin);
  calendar.createEvent({
    id: uidOf(event.id, origin),
    sequence: revision,
    stamp: now,
    start: new Date(event.startTime),
    end: new Date(event.endTime),
    summary: event.title,
    description: `${event.description}\n\n${url.href}`,
    location: event.location ?? event.town ?? '',
    url: url.href,
    status: event.status === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
  return calendar.toString();
}

/** By it every calendar knows the event again, whichever way it came there. */
export const uidOf = (eventId: number, origin: string): string =>
  `event-${eventId}@${new URL(origin).hostname}`;

export const calendarFor = (origin: string): ICalCalendar =>
  ical({ prodId: { company: new URL(origin).hostname, product: 'events', language: 'EN' } });
