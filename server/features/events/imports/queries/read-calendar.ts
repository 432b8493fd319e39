import { calendarTooLarge, largestCalendar } from '#contract/events/imports.ts';
import { second } from '#contract/platform/durations.ts';
import { linkOrigin, type Config } from '#platform/config.ts';
import { FetchError } from '#platform/fetch/fetch-public.ts';
import { withDeadline } from '#platform/process/deadline.ts';
import { fairLimit } from '#platform/process/fair-limit.ts';
import { threadScript } from '#platform/process/files.ts';
import { threadOnDemand } from '#platform/process/thread.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import { fetchProblem, otherProblem } from '../policy/calendar-address.ts';
import type { CalendarRead, CalendarSent } from '../policy/calendar-reader.ts';
import type { ImportEntry } from '#platform/calendar/drafts.ts';

const readerThread = threadOnDemand<CalendarSent, CalendarRead>(
  threadScript('server/features/events/imports/policy/calendar-reader.ts'),
  // A calendar of 5 MB takes 80 MB, and a second of a processor that does nothing else.
  { memoryMb: 128, longestMs: 6 * second },
);

/** Covers a thread that never starts, too: others wait for their turn. */
const inTime = { longestMs: 15 * second };

const readerLimit = fairLimit({
  atOnce: 1,
  waiting: 20,
  perCaller: 2,
  tooBusy: () =>
    new Refusal('unavailable', 'Many calendars are being read. Please try again in a moment.', {
      retryAfter: 5,
    }),
});

const tooLarge = () => new Refusal('too_large', calendarTooLarge);

/**
 * Reads a calendar within limits of time and memory.
 * @param url the address that it came from; undefined for a file
 * @throws Refusal `invalid` naming `url` or `ics`, `too_large`, `unavailable`
 */
export async function readEntries(
  text: CalendarSent['text'],
  now: Date,
  url?: string,
): Promise<ImportEntry[]> {
  if (Buffer.byteLength(text) > largestCalendar) throw tooLarge();
  const read = await readerLimit(async () =>
    withDeadline(inTime, () => readerThread.ask({ text, now })).catch(threadEnded),
  );
  if ('entries' in read) return read.entries;
  const problem = read.other ? otherProblem(read.other, url) : read.error;
  throw invalid({ [url === undefined ? 'ics' : 'url']: problem });
}

/** The thread was ended, because it took too long or too much memory. */
const threadEnded = (): CalendarRead => ({
  error: 'Line 1: this calendar is too complicated to read. Please send fewer events at a time',
});

/**
 * Reads the bytes of a calendar at an address that a member has given.
 * @throws Refusal `invalid` naming `url`, `too_large`
 */
export async function fetchCalendar(
  { fetchPublic, publicDemo, ...config }: Config,
  url: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (publicDemo) {
    throw invalid({
      url: 'The demonstration reads no addresses. Please send the calendar as a file',
    });
  }
  if (!fetchPublic) {
    throw invalid({ url: 'This site reads no addresses. Please send the calendar as a file' });
  }
  return fetchPublic(url, signal, linkOrigin(config)).catch((error: unknown) => {
    if (!(error instanceof FetchError)) throw error;
    throw error.isTooLarge ? tooLarge() : invalid({ url: fetchProblem(url, error.message) });
  });
}
