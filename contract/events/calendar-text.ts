import type { Audience } from '#contract/community/audience.ts';
import { audienceTextOf } from '#contract/community/audience-words.ts';
import type { FieldWith } from './event-fields.ts';

type CalendarField = FieldWith<{ inCalendar: true }> | 'cancelReason';

/** The parts of an event that its calendar entries have as text. */
export type CalendarEvent = { audience: Audience; description: string } & Record<
  CalendarField,
  string | null
>;

/** The words that an entry has for each field. */
const calendarLines: Record<CalendarField, (text: string) => string> = {
  cancelReason: (reason) => `Cancelled: ${reason}`,
  priceText: (price) => price,
};
export const calendarFields = Object.keys(calendarLines) as CalendarField[];

interface EntryText {
  /** The address of the event's page. */
  url: string;
  /** The group, in a calendar of several groups. */
  groupName?: string | undefined;
  /** The link to take part online, for a reader who may see it now. */
  onlineUrl?: string | undefined;
  /** The most characters of the description. */
  longest?: number;
}

/** The text of an event's entry in every calendar: files, invitations, links and feeds. */
export function calendarEntryText(
  event: CalendarEvent,
  { url, groupName, onlineUrl, longest = Infinity }: EntryText,
): string {
  const texts = calendarFields.map((field) => event[field] && calendarLines[field](event[field]));
  return [
    groupName,
    audienceTextOf(event.audience).audienceText,
    ...texts,
    onlineUrl && `Join online: ${onlineUrl}`,
    truncate(event.description, longest),
    url,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Truncates text after this many characters, never inside one. */
export function truncate(text: string, longest: number): string {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest).join('').trimEnd()}…` : text;
}

/** The reason why an import leaves an event out that its calendar has cancelled. */
export const cancelledThere = 'It is cancelled.';
