import { calendarEntryText, truncate } from '#contract/events/calendar-text.ts';
import { feedText } from '#contract/platform/limits.ts';
import { namesAt, prodIdOf } from '#platform/calendar/identity.ts';
import { calendarText, type Entry } from '#platform/calendar/writer.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { isLinkOpen } from '#features/events/events/policy/venue.ts';
import type { FeedEvent, ownEvents } from './events.ts';

type OwnEvent = Awaited<ReturnType<typeof ownEvents>>[number];

/** The interval after which programs should fetch again. */
const refreshInterval = 'PT1H';

/** Writes public events as a calendar: with their venue if it is public, else with their town. */
export const publicCalendar = (name: string, events: FeedEvent[], origin: string): string =>
  writeCalendar(name, events, origin, (event) => ({
    location: publicPlace(event),
    status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
  }));

/** Writes a calendar of the events that a member attends or waits for, with venues. */
export const ownCalendar = (name: string, events: OwnEvent[], origin: string, now: Date): string =>
  writeCalendar(name, events, origin, (event) => ({
    location: placeLine(event),
    status: statusOf(event),
    ...(event.onlineUrl && isLinkOpen(event, event.going, now) && { onlineUrl: event.onlineUrl }),
  }));

/** The venue where everybody sees it, else the town. */
export const publicPlace = ({ location, postcode, town }: FeedEvent): string =>
  location ? placeLine({ location, postcode }) : (town ?? '');

const statusOf = ({ status, going }: OwnEvent): Entry['status'] => {
  if (status === 'cancelled') return 'CANCELLED';
  return going ? 'CONFIRMED' : 'TENTATIVE';
};

function writeCalendar<Listed extends FeedEvent>(
  name: string,
  events: Listed[],
  origin: string,
  more: (event: Listed) => Pick<Entry, 'location' | 'status'> & { onlineUrl?: string },
): string {
  const { uid, url } = namesAt(origin);
  const entries = events.map((event): Entry => {
    const { onlineUrl, ...place } = more(event);
    return {
      uid: uid(event.id),
      sequence: event.revision,
      stamp: event.changedAt,
      start: event.startTime,
      end: event.endTime,
      summary: event.title,
      description: calendarEntryText(event, {
        url: url(event.id),
        groupName: event.groupName,
        longest: feedText,
        onlineUrl,
      }),
      url: url(event.id),
      ...place,
    };
  });
  return calendarText({
    prodId: prodIdOf(origin),
    subscription: { name, refresh: refreshInterval },
    entries,
  });
}

/** Shortens a description, so that a feed can contain a thousand; the event's page has the rest. */
export const excerpt = (text: string): string => truncate(text, feedText);
