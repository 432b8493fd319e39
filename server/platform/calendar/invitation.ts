import { namesAt, prodIdOf } from './identity.ts';
import { calendarText, type Entry, type Method } from './writer.ts';

/** One revision of an event as a calendar entry, identified by the event's id. */
export interface CalendarEntry {
  eventId: number;
  revision: number;
  title: string;
  /** The whole text of the entry, with the address of the event's page. */
  text: string;
  location: string;
  startTime: Date;
  endTime: Date;
  /** The group's name. */
  host: string;
  /** The event is cancelled, or the recipient no longer attends. */
  isOff: boolean;
  /** It is only off for a recipient who no longer attends. */
  takesPlace?: boolean;
  /** Nobody knows yet whether the event takes place. */
  isTentative?: boolean;
}

/** The change an email makes to a calendar: it adds, moves or removes entries. */
export interface CalendarPart {
  entries: [CalendarEntry, ...CalendarEntry[]];
}

/** An iCalendar object, and the method for its MIME part. */
export interface Ics {
  method: Method;
  content: string;
}

interface Parties {
  /** The sender address of the email. */
  organizer: string;
  /** The recipient's address. */
  attendee: string;
  origin: string;
}

/**
 * Writes a message by which an email program adds, moves or removes an entry (iTIP,
 * https://www.rfc-editor.org/rfc/rfc5546). The rules, with the programs that insist on them:
 *
 * - Gmail, Outlook and Apple identify an entry by its UID, and its newest state by the highest
 *   SEQUENCE (RFC 5546 2.1.5; for Outlook see
 *   https://msdn.microsoft.com/en-us/library/ee624561(v=exchg.80).aspx, for Apple's Calendar its
 *   log in https://github.com/sabre-io/vobject/issues/453). The UID is that of the file on the
 *   event's page. The SEQUENCE is the event's revision, which rises with each RSVP too, so an entry
 *   that comes back after its removal is the newer one.
 * - REQUEST both adds and updates (3.2.2), CANCEL removes (3.2.5). Gmail shows a part without METHOD
 *   as a file, and then a CANCEL removes nothing
 *   (https://github.com/Couchers-org/couchers/issues/8557), so an entry begins as a REQUEST. The
 *   method must match the MIME part's (RFC 6047 2.4, https://www.rfc-editor.org/rfc/rfc6047), the
 *   last of the alternatives, in UTF-8 (https://learn.microsoft.com/en-us/openspecs/exchange_server_protocols/ms-oxcmail/3b3371e6-13f3-4421-b0ab-d091f968ef7e).
 * - All components of a REQUEST or a CANCEL share one UID (3.2.2, 3.2.5). Several events are a
 *   PUBLISH (3.2.1), which names no attendee, and whose entries may be STATUS:CANCELLED.
 * - ORGANIZER is the sender address of the email, under the group's name: Tutanota, for one, takes
 *   updates from nobody else (https://github.com/tutao/tutanota/issues/3907), and Google adds
 *   entries by itself if its user knows the address
 *   (https://support.google.com/calendar/answer/37135).
 * - ATTENDEE is the recipient alone, who has accepted already (PARTSTAT) and need not reply
 *   (RSVP=FALSE). No other attendee is named.
 * - STATUS:CANCELLED says that the whole entry is cancelled (3.2.5), which is true between the two
 *   parties that it names.
 * - Times are in UTC, which needs no VTIMEZONE
 *   (https://www.rfc-editor.org/rfc/rfc5545#section-3.6.5).
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
  return {
    uid: uid(entry.eventId),
    sequence: entry.revision,
    stamp: now,
    start: entry.startTime,
    end: entry.endTime,
    summary: entry.title,
    description: entry.text,
    location: entry.location,
    url: url(entry.eventId),
    status: statusOf(entry),
    takesPlace: entry.takesPlace ?? false,
    organizer: { name: entry.host, email: parties.organizer },
    ...(method !== 'PUBLISH' && { attendee: parties.attendee }),
  };
}

function statusOf({ isOff, isTentative }: CalendarEntry): Entry['status'] {
  if (isOff) return 'CANCELLED';
  return isTentative ? 'TENTATIVE' : 'CONFIRMED';
}
