import { audienceTextOf } from '#contract/community/audience-words.ts';
import { formatRange } from '#contract/platform/dates.ts';
import type { CalendarEntry, CalendarPart } from '#platform/calendar/invitation.ts';
import type { Reader } from '#platform/db/database.ts';
import type { Detail } from '#platform/mail/email.ts';
import { preferencesOf } from '#features/base/mail/queries/preferences.ts';
import type { eventOutline } from './event.ts';

interface Outline {
  title: string;
  location: string;
  startTime: Date | string;
  endTime: Date | string;
}

/** The facts in every email about an event. */
export const emailFactsOf = (event: Outline): Detail[] => [
  { label: 'What', value: event.title },
  { label: 'When', value: formatRange(event.startTime, event.endTime) },
  { label: 'Where', value: event.location },
];

const longestInText = 60;

/** For text messages, which are charged by length. */
export const short = (text: string) =>
  text.length > longestInText ? `${text.slice(0, longestInText - 1).trimEnd()}…` : text;

type Known = NonNullable<Awaited<ReturnType<typeof eventOutline>>>;

/** The event for a calendar entry. */
export const calendarEntry = (
  eventId: number,
  event: Pick<
    Known,
    'revision' | 'title' | 'description' | 'location' | 'startTime' | 'endTime' | 'groupName'
  > &
    Partial<Pick<Known, 'audience'>>,
  { isOff } = { isOff: false },
): CalendarEntry => ({
  eventId,
  revision: event.revision,
  title: event.title,
  ...(event.audience && audienceTextOf(event.audience)),
  description: event.description,
  location: event.location,
  startTime: event.startTime,
  endTime: event.endTime,
  host: event.groupName,
  isOff,
});

/**
 * The calendar part that adds an event or moves it. Undefined for recipients who want no
 * confirmations and whose calendar can't be out of date.
 */
export async function calendarPart(
  db: Reader,
  eventId: number,
  userId: string | null,
  event: Known,
): Promise<CalendarPart | undefined> {
  const isThere = event.calendarRevision !== null;
  if (!isThere && !(await preferencesOf(db, userId ?? '')).confirmations) return undefined;
  return { entries: [calendarEntry(eventId, event)] };
}
