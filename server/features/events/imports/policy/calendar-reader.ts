import { decodeText } from '#contract/platform/decode-text.ts';
import { serveThread } from '#platform/process/thread.ts';
import { atLine, CalendarError } from './calendar-lines.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';
import { entriesIn } from './most-events.ts';

/** The worker thread that reads calendars, so no request waits for a long or hostile one. */

export interface CalendarSent {
  /** Its text, or the bytes of a file in any encoding. */
  text: string | Uint8Array;
  now: Date;
}

export type CalendarRead = { entries: ImportEntry[] } | { error: string };

export function readCalendar({ text, now }: CalendarSent): CalendarRead {
  try {
    const calendar = typeof text === 'string' ? text : decodeText(text);
    return { entries: entriesIn(calendar, now) };
  } catch (error) {
    // Only a thread that ends says that a calendar is too complicated.
    const { message } = error instanceof CalendarError ? error : atLine(1, 'it can’t be read');
    return { error: message };
  }
}

serveThread(readCalendar);
