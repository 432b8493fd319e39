import { namesAt, prodIdOf } from './ics.ts';
import { calendarText, type Entry, type Method } from './writer.ts';

/** An event as a calendar holds it: the one of its id, as it stands in a revision. */
export interface CalendarEntry {
  eventId: number;
  revision: number;
  title: string;
  description: string;
  location: string;
  startTime: Date;
  endTime: Date;
  /** Whose event it is, as a name. */
  host: string;
  /** It does not take place, or not for them. */
  isOff: boolean;
  /** Nobody can say yet whether it takes place. */
  isTentative?: boolean;
}

/** The change an email makes to a calendar: it adds, moves or removes entries. */
export interface CalendarPart {
  entries: [CalendarEntry, ...CalendarEntry[]];
}

/** An iCalendar object, and the method that its MIME part has to name. */
export interface Ics {
  method: Method;
  content: string;
}

interface Parties {
  /** The address that the letter comes from. */
  organizer: string;
  /** The address that it goes to. */
  attendee: string;
  origin: string;
}

/**
 * A message by which a mail program adds, moves and removes an entry (iTIP, https://www.rfc-editor.org/rfc/rfc5546).
 * Whom the rules bind:
 *
 * - All three know an entry by its UID, and a later state by a higher SEQUENCE (RFC 5546 2.1.5; of Outlook
 *   https://msdn.microsoft.com/en-us/library/ee624561(v=exchg.80).aspx says so, of Apple's Calendar its log in
 *   https://github.com/sabre-io/vobject/issues/453). The UID is that of the file on the
 *   event's page, the SEQUENCE the event's revision, which moves with each RSVP, too: an entry that comes back after it
 *   was taken out is the later one.
 * - REQUEST both adds and updates (3.2.2), CANCEL removes (3.2.5). Gmail offers what has no METHOD as a file, and then
 *   removes nothing by a CANCEL (https://github.com/Couchers-org/couchers/issues/8557): an entry begins as a REQUEST. The
 *   method has to be that of the MIME part (RFC 6047 2.4, https://www.rfc-editor.org/rfc/rfc6047), the last of
 *   the alternatives, in UTF-8 (https://learn.microsoft.com/en-us/openspecs/exchange_server_protocols/ms-oxcmail/3b3371e6-13f3-4421-b0ab-d091f968ef7e).
 * - Components of a REQUEST or a CANCEL have one UID (3.2.2, 3.2.5): several events are a PUBLISH (3.2.1), which names no
 *   attendee, and whose entries may be STATUS:CANCELLED.
 * - ORGANIZER is the address that the letter comes from: Tutanota, for one, takes updates from nobody else
 *   (https://github.com/tutao/tutanota/issues/3907), and Google adds by itself what comes from an address that
 *   its owner knows (https://support.google.com/calendar/answer/37135). It is the site's, under the group's name.
 * - ATTENDEE is the recipient alone, who has accepted already (PARTSTAT) and is asked for no answer (RSVP=FALSE). Nobody
 *   else who goes is named.
 * - STATUS:CANCELLED says that all of the entry is off (3.2.5): between the two parties that it names, it is.
 * - Times are in UTC, which needs no VTIMEZONE (https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5).
 */
export function invitationIcs(part: CalendarPart, parties: Parties, now: Date): Ics {
  const method = methodOf(part);
  const { origin } = parties;
  const entries = part.entries.map((entry) => entryOf(entry, method, parties, now));
  return { method, content: calendarText({ prodId: prodIdOf(origin), method, entries }) };
}

function methodOf({ entries: [first, ...others] }: CalendarPart): Method {
  if (others.length > 0) return 'PUBLISH';
  return first.isOff ? 'CANCEL' : 'REQUEST';
}

function entryOf(entry: CalendarEntry, method: Method, parties: Parties, now: Date): Entry {
  const { uid, url } = namesAt(parties.origin);
  const page = url(entry.eventId);
  return {
    uid: uid(entry.eventId),
    sequence: entry.revision,
    stamp: now,
    start: entry.startTime,
    end: entry.endTime,
    summary: entry.title,
    description: [entry.description, page].filter(Boolean).join('\n\n'),
    location: entry.location,
    url: page,
    status: statusOf(entry),
    organizer: { name: entry.host, email: parties.organizer },
    ...(method !== 'PUBLISH' && { attendee: parties.attendee }),
  };
}

function statusOf({ isOff, isTentative }: CalendarEntry): Entry['status'] {
  if (isOff) return 'CANCELLED';
  return isTentative ? 'TENTATIVE' : 'CONFIRMED';
}
