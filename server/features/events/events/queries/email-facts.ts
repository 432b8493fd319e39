import type { Raw } from '#contract/platform/clean-text.ts';
import { calendarEntryText, type CalendarEvent } from '#contract/events/calendar-text.ts';
import { labelledTexts, optionalTexts, type OptionalText } from '#contract/events/event-fields.ts';
import { placeLine } from '#contract/events/venue/place-words.ts';
import { formatRange } from '#contract/platform/dates.ts';
import type { CalendarEntry, CalendarPart } from '#platform/calendar/invitation.ts';
import { paths } from '#contract/platform/paths.ts';
import type { Detail, EmailContext, EmailMessage } from '#platform/mail/email.ts';
import { own, plainTitle, type SiteText } from '#platform/mail/site-text.ts';
import { preferencesOf } from '#features/base/mail/queries/preferences.ts';
import type { eventOutline } from './event.ts';

interface Outline extends Partial<Record<OptionalText, string | null>> {
  title: string;
  location: string;
  startTime: Date | string;
  endTime: Date | string;
}

/** The facts in every email about an event. */
export const emailFactsOf = (event: Outline): Detail[] => [
  { label: 'What', value: event.title },
  { label: 'When', value: formatRange(event.startTime, event.endTime) },
  { label: 'Where', value: placeLine(event) },
  ...labelledTexts(event, 'inEmails').map(({ label, text }) => ({ label, value: text })),
];

/**
 * The words for an event and its group in emails to an address that somebody else may have typed: a
 * title or a name that says more than a title is left out.
 */
export function plainNames(title: string, groupName: string): { title: SiteText; group: SiteText } {
  const group = plainTitle(groupName) ?? own`a group on this site`;
  return { title: plainTitle(title) ?? own`an event of ${group}`, group };
}

const noTexts = Object.fromEntries(optionalTexts.map((field) => [field, null])) as Record<
  OptionalText,
  null
>;

/** Takes every text out of an event that emails must not quote: it is hidden, or under review. */
export const withoutTexts = <Event extends object>(event: Event) => ({
  ...event,
  ...noTexts,
  cancelReason: null,
  description: '',
});

/** The address of an event's page. */
export const eventUrl = (id: number, { site }: Pick<EmailContext, 'site'>): string =>
  `${site.origin}${paths.event(id)}`;

type EmailTarget = Pick<EmailContext, 'site' | 'recipient'>;

/** The words beside a button that opens a page and changes nothing by itself. */
export const opensPage = own`The button opens a page where you decide. You’ll be asked once more before anything happens.`;

/** The button of an email about an event: guests without an account have a page of their own. */
export const eventButton = (
  eventId: number,
  { site, recipient: { guestId } }: EmailTarget,
): NonNullable<EmailMessage['button']> =>
  guestId === null
    ? { label: 'See the event', url: eventUrl(eventId, { site }) }
    : { label: 'See or change your RSVP', key: { opens: 'guest', guestId } };

/** The page where the recipient changes or cancels their RSVP, or comes after all. */
export const theirPage = ({ recipient }: EmailTarget): string =>
  recipient.guestId === null ? 'the event’s page' : 'the page behind the button';

const longestInText = 60;

/** For text messages, which are charged by length. */
export const shortenForText = (text: string) =>
  text.length > longestInText ? `${text.slice(0, longestInText - 1).trimEnd()}…` : text;

type KnownOutline = NonNullable<Awaited<ReturnType<typeof eventOutline>>>;

/** The event for a calendar entry. */
export const calendarEntry = (
  eventId: number,
  event: CalendarEvent &
    Raw<
      Pick<
        KnownOutline,
        'revision' | 'title' | 'location' | 'startTime' | 'endTime' | 'groupName'
      > &
        Partial<Pick<KnownOutline, 'postcode'>>
    >,
  { site }: Pick<EmailContext, 'site'>,
  off: Pick<CalendarEntry, 'isOff' | 'takesPlace'> = { isOff: false },
): CalendarEntry => ({
  eventId,
  revision: event.revision,
  title: event.title,
  text: calendarEntryText(event, { url: eventUrl(eventId, { site }) }),
  location: placeLine(event),
  startTime: event.startTime,
  endTime: event.endTime,
  host: event.groupName,
  ...off,
});

/**
 * The calendar part that adds an event or moves it. Undefined for recipients who want no
 * confirmations and whose calendar can't be out of date.
 */
export async function calendarPart(
  eventId: number,
  event: KnownOutline,
  context: EmailContext,
): Promise<CalendarPart | undefined> {
  const { db, recipient } = context;
  const isThere = event.calendarRevision !== null;
  if (!isThere && !(await preferencesOf(db, recipient.id ?? '')).confirmations) return undefined;
  return { entries: [calendarEntry(eventId, event, context)] };
}
