import { gunzipSync } from 'node:zlib';
import { decodeText } from '#contract/platform/decode-text.ts';
import { largestCalendar } from '#contract/events/imports.ts';
import { serveThread } from '#platform/process/thread.ts';
import { atLine, CalendarError, NoCalendar } from './calendar-lines.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';
import { entriesIn } from './most-events.ts';

/** The worker thread that reads calendars, so no request waits for a long or hostile one. */

export interface CalendarSent {
  /** Its text, or the bytes of a file in any encoding. */
  text: string | Uint8Array;
  now: Date;
}

/** A file without a calendar. */
export type OtherFile = 'empty' | 'login' | 'packed' | 'page';

export type CalendarRead = { entries: ImportEntry[] } | { error: string; other?: OtherFile };

export function readCalendar({ text, now }: CalendarSent): CalendarRead {
  const calendar = typeof text === 'string' ? text : decodeText(unzipped(text));
  try {
    return { entries: entriesIn(calendar, now) };
  } catch (error) {
    const other = error instanceof NoCalendar ? otherFile(calendar) : undefined;
    // Only a thread that ends says that a calendar is too complicated.
    const { message } = error instanceof CalendarError ? error : atLine(1, 'it can’t be read');
    return { error: message, ...(other && { other }) };
  }
}

/** Some servers pack what they send, asked or not. */
function unzipped(bytes: Uint8Array): Uint8Array {
  try {
    return isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: largestCalendar }) : bytes;
  } catch {
    return bytes;
  }
}

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b;

function otherFile(text: string): OtherFile | undefined {
  const start = text.slice(0, 1_000).trimStart();
  if (start === '') return 'empty';
  if (start.startsWith('<')) return /type=["']?password\b/i.test(text) ? 'login' : 'page';
  const isPacked = ['PK\u0003\u0004', '\u001F\u2039'].some((sign) => start.startsWith(sign));
  return isPacked ? 'packed' : undefined;
}

serveThread(readCalendar);
