import type { Raw } from '#contract/platform/clean-text.ts';
import { audienceTextOf } from '#contract/community/audience-words.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { formatRange } from '#contract/platform/dates.ts';
import type { CalendarEntry, CalendarPart } from '#platform/calendar/invitation.ts';
import type { Reader } from '#platform/db/database.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Detail, EmailContext, EmailMessage } from '#platform/mail/email.ts';
import { preferencesOf } from '#features/base/mail/queries/preferences.ts';
import type { eventOutline } from './event.ts';

interface Outline {
  title: string;
  location: string;
  postcode?: string | null;
  priceText?: string | null;
  startTime: Date | string;
  endTime: Date | string;
}

/** The facts in every email about an event. */
export const emailFactsOf = (event: Outline): Detail[] => [
  { label: 'What', value: event.title },
  { label: 'When', value: formatRange(event.startTime, event.endTime) },
  { label: 'Where', value: placeLine(event) },
  ...(event.priceText ? [{ label: 'Price', value: event.priceText }] : []),
];

type To = Pick<EmailContext, 'site' | 'recipient'>;

/** The button of an email about an event: guests without an account have a page of their own. */
export const eventButton = (
  eventId: number,
  { site, recipient: { guestId } }: To,
): NonNullable<EmailMessage['button']> =>
  guestId === null
    ? { label: 'See the event', url: `${site.origin}${paths.event(eventId)}` }
    : { label: 'See or change your RSVP', key: { opens: 'guest', guestId } };

/** The page where the recipient changes or cancels their RSVP, or comes after all. */
export const theirPage = ({ recipient }: To): string =>
  recipient.guestId === null ? 'the event’s page' : 'the page behind the button';

const longestInText = 60;

/** For text messages, which are charged by length. */
export const short = (text: string) =>
  text.length > longestInText ? `${text.slice(0, longestInText - 1).trimEnd()}…` : text;

type Known = NonNullable<Awaited<ReturnType<typeof eventOutline>>>;

/** The event for a calendar entry. */
export const calendarEntry = (
  eventId: number,
  event: Raw<
    Pick<
      Known,
      'revision' | 'title' | 'description' | 'location' | 'startTime' | 'endTime' | 'groupName'
    > &
      Partial<Pick<Known, 'audience' | 'postcode'>>
  >,
  { isOff } = { isOff: false },
): CalendarEntry => ({
  eventId,
  revision: event.revision,
  title: event.title,
  ...(event.audience && audienceTextOf(event.audience)),
  description: event.description,
  location: placeLine(event),
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
