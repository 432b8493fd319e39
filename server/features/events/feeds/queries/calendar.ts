import { audienceTextOf } from '#contract/community/audience-words.ts';
import { calendarEntryText, shortened } from '#contract/platform/calendar-text.ts';
import { feedText } from '#contract/platform/limits.ts';
import { namesAt, prodIdOf } from '#platform/calendar/identity.ts';
import { calendarText, type Entry } from '#platform/calendar/writer.ts';
import type { FeedEvent, ownEvents } from './events.ts';

type OwnEvent = Awaited<ReturnType<typeof ownEvents>>[number];

/** The interval after which programs should fetch again. */
const refresh = 'PT1H';

/** Writes public events as a calendar: with their town, and never a venue. */
export const publicCalendar = (name: string, events: FeedEvent[], origin: string): string =>
  calendar(name, events, origin, (event) => ({
    location: event.town ?? '',
    status: event.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
  }));

/** Writes a calendar of the events that a member attends or waits for, with venues. */
export const ownCalendar = (name: string, events: OwnEvent[], origin: string): string =>
  calendar(name, events, origin, (event) => ({
    location: event.location,
    status: statusOf(event),
  }));

const statusOf = ({ status, going }: OwnEvent): Entry['status'] => {
  if (status === 'cancelled') return 'CANCELLED';
  return going ? 'CONFIRMED' : 'TENTATIVE';
};

function calendar<Listed extends FeedEvent>(
  name: string,
  events: Listed[],
  origin: string,
  more: (event: Listed) => Pick<Entry, 'location' | 'status'>,
): string {
  const { uid, url } = namesAt(origin);
  const entries = events.map((event): Entry => ({
    uid: uid(event.id),
    sequence: event.revision,
    stamp: event.changedAt,
    start: event.startTime,
    end: event.endTime,
    summary: event.title,
    description: calendarEntryText({
      lead: [event.groupName, audienceTextOf(event.audience).audienceText],
      description: beginning(event.description),
      url: url(event.id),
    }),
    url: url(event.id),
    ...more(event),
  }));
  return calendarText({ prodId: prodIdOf(origin), subscription: { name, refresh }, entries });
}

/** Shortens a description, so that a feed can contain a thousand; the event's page has the rest. */
export const beginning = (text: string): string => shortened(text, feedText);
