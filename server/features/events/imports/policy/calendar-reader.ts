import { serveThread } from '#platform/process/thread.ts';
import { CalendarError } from './calendar-lines.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';
import { draftsIn } from './drafts.ts';

/** The worker thread that reads calendars, so no request waits for a long or hostile one. */

export interface CalendarText {
  text: string;
  now: Date;
}

export type CalendarRead = { entries: ImportEntry[] } | { error: string };

export function readCalendar({ text, now }: CalendarText): CalendarRead {
  try {
    return { entries: draftsIn(text, now) };
  } catch (error) {
    if (error instanceof CalendarError) return { error: error.message };
    throw error;
  }
}

serveThread(readCalendar);
